/** Where the tables of a page are kept beside it. The number is of what they say of a table. */
export const tablesOf = (page: string): string => `${page}.tables-2`;

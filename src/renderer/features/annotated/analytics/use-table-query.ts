import { useState } from 'react';
import type { TableQuery } from '../model/tables.ts';

/** What a table shows: names are sorted from A, numbers from the largest; the same head again turns it around. */
export function useTableQuery<Column extends string>(first: Column, figures: readonly Column[]) {
  const [query, setQuery] = useState<TableQuery<Column>>({
    sort: first,
    isDescending: figures.includes(first),
    filter: '',
    type: null,
  });
  return {
    query,
    onSort: (sort: Column) =>
      setQuery((old) => ({
        ...old,
        sort,
        isDescending: old.sort === sort ? !old.isDescending : figures.includes(sort),
      })),
    onFilter: (filter: string) => setQuery((old) => ({ ...old, filter })),
    onType: (type: string | null) => setQuery((old) => ({ ...old, type })),
  };
}

/** Bytes that tell a kind; and of the largest original that becomes a page. */
export const startBytes = 4_096;
export const mostBytes = 64 * 2 ** 20;

interface Row {
  readonly id: string;
}

interface OwnPage<T> {
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
  readonly own: readonly T[];
}

/**
 * A page of a list at whose head some rows are missing: those come first, and all others as many places
 * later, so that no page is longer than one and no row is on none. Asks for other pages only then.
 *
 * @param newest rows that may be missing, no more than a page
 * @param ask for a page of the list as it is
 */
export async function pageWith<T extends Row, N extends Row>(
  newest: readonly N[],
  { page, pageSize, own }: OwnPage<T>,
  ask: (page: number) => Promise<readonly T[]>,
): Promise<(T | N)[]> {
  if (newest.length === 0) return [...own];
  const first = page === 1 ? own : await ask(1);
  const before = page <= 2 ? first : await ask(page - 1);
  const listed = new Set([...first, ...before, ...own].map(({ id }) => id));
  const missing = newest.filter(({ id }) => !listed.has(id));
  if (missing.length === 0) return [...own];
  const kept = pageSize - missing.length;
  return [...(page === 1 ? missing : before.slice(kept)), ...own.slice(0, kept)];
}

/** Either some rows by their ids, or all that the filter matches, a hundred thousand too. */
export type Selection<Id> =
  | { readonly kind: 'some'; readonly ids: ReadonlySet<Id> }
  | { readonly kind: 'all' };

export const nothing: Selection<never> = { kind: 'some', ids: new Set() };

export function isSelected<Id>(selection: Selection<Id>, id: Id | undefined): boolean {
  return selection.kind === 'all' || (id !== undefined && selection.ids.has(id));
}

/**
 * Takes one in or out. Out of "all", nothing but a fresh start makes sense: the others are not known here.
 */
export function toggled<Id>(selection: Selection<Id>, id: Id): Selection<Id> {
  if (selection.kind === 'all') return nothing;
  const ids = new Set(selection.ids);
  if (!ids.delete(id)) ids.add(id);
  return { kind: 'some', ids };
}

/** With every id added: a range that was selected with Shift. */
export function withAdded<Id>(selection: Selection<Id>, added: readonly Id[]): Selection<Id> {
  return selection.kind === 'all' ? selection : { kind: 'some', ids: new Set([...selection.ids, ...added]) };
}

export function selectedCount(selection: Selection<unknown>, total: number): number {
  return selection.kind === 'all' ? total : selection.ids.size;
}

/**
 * The filter that means exactly what is selected: the list's own for all, else what `bySome` makes of the
 * ids.
 */
export function selectedFilter<Id, Filter>(
  selection: Selection<Id>,
  filter: Filter,
  bySome: (ids: Id[]) => Filter,
): Filter {
  return selection.kind === 'all' ? filter : bySome([...selection.ids]);
}

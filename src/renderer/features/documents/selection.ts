import type { DocumentFilter } from '#shared/bridge/documents.ts';

/** Either some documents by content id, or all that the filter matches, a hundred thousand too. */
export type Selection =
  | { readonly kind: 'some'; readonly ids: ReadonlySet<string> }
  | { readonly kind: 'all' };

export const nothing: Selection = { kind: 'some', ids: new Set() };

export function isSelected(selection: Selection, id: string | undefined): boolean {
  return selection.kind === 'all' || (id !== undefined && selection.ids.has(id));
}

/** Takes one in or out. Out of "all", nothing but a fresh start makes sense: the others are not known here. */
export function toggled(selection: Selection, id: string): Selection {
  if (selection.kind === 'all') return nothing;
  const ids = new Set(selection.ids);
  if (!ids.delete(id)) ids.add(id);
  return { kind: 'some', ids };
}

/** With every id added: a range that was selected with Shift. */
export function withAdded(selection: Selection, added: readonly string[]): Selection {
  return selection.kind === 'all' ? selection : { kind: 'some', ids: new Set([...selection.ids, ...added]) };
}

export function selectedCount(selection: Selection, total: number): number {
  return selection.kind === 'all' ? total : selection.ids.size;
}

/** The filter that means exactly what is selected. */
export function selectedFilter(selection: Selection, filter: DocumentFilter): DocumentFilter {
  return selection.kind === 'all' ? filter : { contentIds: [...selection.ids] };
}

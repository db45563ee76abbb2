import type { UploadFilter } from '#shared/bridge/uploads.ts';
import { everyProfile } from '../../lib/every-profile.ts';

/** Either some uploads, or all that the filter matches, a hundred thousand too. */
export type Selection =
  | { readonly kind: 'some'; readonly ids: ReadonlySet<number> }
  | { readonly kind: 'all' };

export const nothing: Selection = { kind: 'some', ids: new Set() };

export function isSelected(selection: Selection, id: number): boolean {
  return selection.kind === 'all' || selection.ids.has(id);
}

/** Takes one in or out. Out of "all", nothing but a fresh start makes sense: the others are not known here. */
export function toggled(selection: Selection, id: number): Selection {
  if (selection.kind === 'all') return nothing;
  const ids = new Set(selection.ids);
  if (!ids.delete(id)) ids.add(id);
  return { kind: 'some', ids };
}

/** With every id added: a range that was selected with Shift. */
export function withAdded(selection: Selection, added: readonly number[]): Selection {
  return selection.kind === 'all' ? selection : { kind: 'some', ids: new Set([...selection.ids, ...added]) };
}

export function selectedCount(selection: Selection, total: number): number {
  return selection.kind === 'all' ? total : selection.ids.size;
}

/** The filter that means exactly what is selected. */
export function selectedFilter(selection: Selection, filter: UploadFilter): UploadFilter {
  return selection.kind === 'all' ? filter : { ...everyProfile, ids: [...selection.ids] };
}

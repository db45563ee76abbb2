import { href } from '../route.ts';
import { defineQuery } from './define-query.ts';
import { oneOf, optionalText, wholeNumber } from './fields.ts';

export const folderViews = ['seen', 'searchable', 'inProgress', 'ignored', 'attention'] as const;
export type FolderView = (typeof folderViews)[number];

/** A folder, and which of its files are shown. */
export const folderQuery = defineQuery({ show: oneOf(folderViews, 'seen') });

export function folderHref(folderId: string, show: FolderView = 'seen'): string {
  return href(['folders', folderId], folderQuery.write({ show }));
}

export const filesPlaces = ['seen', 'searchable', 'inProgress', 'waiting', 'ignored', 'attention'] as const;
export type FilesPlace = (typeof filesPlaces)[number];

/** The local files behind one number of a folder's coverage. */
export const folderFilesQuery = defineQuery({
  /** Always named, as links to a number say which; those that are left out where somebody cut it off. */
  place: oneOf(['', ...filesPlaces], ''),
  reason: optionalText,
  /** From 1; the first where it is left out. */
  page: wholeNumber,
});

export function filesLink(
  folderId: string,
  place: FilesPlace,
  reason: string | null = null,
  page = 1,
): string {
  const values = { place, reason, page: page > 1 ? page : null };
  return href(['folders', folderId, 'files'], folderFilesQuery.write(values));
}

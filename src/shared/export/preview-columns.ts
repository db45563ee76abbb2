import type { FolderPreview } from '../bridge/folders.ts';

type PreviewRow = FolderPreview['rows'][number];

/** Files of a folder by a dry run and, where it is watched, where each stands. */
export const previewColumns = {
  path: ({ path }: PreviewRow) => path,
  size: ({ size }: PreviewRow) => size,
  outcome: ({ outcome }: PreviewRow) => outcome,
  reason: ({ reason }: PreviewRow) => reason,
  place: ({ standing }: PreviewRow) => standing?.place ?? null,
  why: ({ standing }: PreviewRow) => standing?.reason ?? null,
  uploadId: ({ standing }: PreviewRow) => standing?.uploadId ?? null,
  tags: ({ tags }: PreviewRow) => tags,
};

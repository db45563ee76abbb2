import type { FolderPreview } from '../bridge/folders.ts';

type PreviewRow = FolderPreview['rows'][number];

/** Files of a folder that is looked at before it is watched. */
export const previewColumns = {
  path: ({ path }: PreviewRow) => path,
  size: ({ size }: PreviewRow) => size,
  outcome: ({ outcome }: PreviewRow) => outcome,
  reason: ({ reason }: PreviewRow) => reason,
  tags: ({ tags }: PreviewRow) => tags,
};

import type { Upload } from '../uploads/upload.ts';
import { isoTime } from './columns.ts';

/** The history of uploads. */
export const uploadColumns = {
  id: ({ id }: Upload) => id,
  state: ({ state }: Upload) => state,
  path: ({ path }: Upload) => path,
  fileName: ({ fileName }: Upload) => fileName,
  size: ({ size }: Upload) => size,
  sha256: ({ sha256 }: Upload) => sha256,
  contentId: ({ contentId }: Upload) => contentId,
  duplicateOf: ({ duplicateOf }: Upload) => duplicateOf,
  replaces: ({ replaces }: Upload) => replaces,
  folderId: ({ folderId }: Upload) => folderId,
  profileId: ({ profileId }: Upload) => profileId,
  tags: ({ options }: Upload) => options.tags,
  shared: ({ options }: Upload) => options.share,
  createdAt: ({ createdAt }: Upload) => isoTime(createdAt),
  landedAt: ({ landedAt }: Upload) => isoTime(landedAt),
  finishedAt: ({ finishedAt }: Upload) => isoTime(finishedAt),
  attempts: ({ attempts }: Upload) => attempts,
  code: ({ code }: Upload) => code,
  detail: ({ detail }: Upload) => detail,
  requestId: ({ requestId }: Upload) => requestId,
  remoteStatus: ({ remoteStatus }: Upload) => remoteStatus,
  remoteError: ({ remoteError }: Upload) => remoteError,
};

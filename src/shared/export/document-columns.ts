import type { DocumentRow } from '../bridge/documents.ts';
import { isoTime } from './columns.ts';

/** Documents; tags by name. */
export const documentColumns = {
  contentId: ({ contentId }: DocumentRow) => contentId,
  fileName: ({ fileName }: DocumentRow) => fileName,
  status: ({ status }: DocumentRow) => status,
  remoteStatus: ({ remoteStatus }: DocumentRow) => remoteStatus,
  error: ({ remoteError, code }: DocumentRow) => remoteError ?? code,
  folderId: ({ folderId }: DocumentRow) => folderId,
  connectorId: ({ connectorId }: DocumentRow) => connectorId,
  origin: ({ origin }: DocumentRow) => origin,
  tags: ({ tags }: DocumentRow) => tags.map(({ name }) => name),
  shared: ({ shared }: DocumentRow) => shared,
  noIndex: ({ noIndex }: DocumentRow) => noIndex,
  noStore: ({ noStore }: DocumentRow) => noStore,
  size: ({ size }: DocumentRow) => size,
  uploadedAt: ({ uploadedAt }: DocumentRow) => isoTime(uploadedAt),
  publishedAt: ({ publishedAt }: DocumentRow) => isoTime(publishedAt),
  completedAt: ({ completedAt }: DocumentRow) => isoTime(completedAt),
  expiresAt: ({ expiresAt }: DocumentRow) => isoTime(expiresAt),
  uploadId: ({ uploadId }: DocumentRow) => uploadId,
};

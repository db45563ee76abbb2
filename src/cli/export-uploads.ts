import type { Calls } from '#shared/bridge/contract.ts';
import type { UploadFilter } from '#shared/bridge/uploads.ts';
import { byteOrderMark, type CsvCell, csvLine } from '#shared/csv/csv.ts';
import type { Upload } from '#shared/uploads/upload.ts';
import { uploadsOf } from './uploads-of.ts';

/** Columns of the history as CSV; times in ISO 8601, UTC. */
const columns: Readonly<Record<string, (upload: Upload) => CsvCell>> = {
  id: ({ id }) => id,
  state: ({ state }) => state,
  path: ({ path }) => path,
  file_name: ({ fileName }) => fileName,
  size: ({ size }) => size,
  sha256: ({ sha256 }) => sha256,
  content_id: ({ contentId }) => contentId,
  duplicate_of: ({ duplicateOf }) => duplicateOf,
  replaces: ({ replaces }) => replaces,
  folder_id: ({ folderId }) => folderId,
  profile_id: ({ profileId }) => profileId,
  tags: ({ options }) => options.tags.join(' '),
  shared: ({ options }) => options.share,
  created_at: ({ createdAt }) => iso(createdAt),
  landed_at: ({ landedAt }) => iso(landedAt),
  finished_at: ({ finishedAt }) => iso(finishedAt),
  attempts: ({ attempts }) => attempts,
  code: ({ code }) => code,
  detail: ({ detail }) => detail,
  request_id: ({ requestId }) => requestId,
  service_status: ({ remoteStatus }) => remoteStatus,
  service_error: ({ remoteError }) => remoteError,
};

/** The history as text, in pieces, so that memory stays flat: CSV with titles (and for a file, its mark), or one JSON array. */
export async function* exportUploads(
  calls: Calls,
  filter: UploadFilter,
  format: 'csv' | 'json',
  isFile: boolean,
): AsyncGenerator<string> {
  if (format === 'csv') {
    yield `${isFile ? byteOrderMark : ''}${csvLine(Object.keys(columns))}`;
    for await (const upload of uploadsOf(calls, filter)) {
      yield csvLine(Object.values(columns).map((value) => value(upload)));
    }
    return;
  }
  let separator = '[';
  for await (const upload of uploadsOf(calls, filter)) {
    yield `${separator}${JSON.stringify(upload)}`;
    separator = ',\n';
  }
  yield separator === '[' ? '[]\n' : ']\n';
}

function iso(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}

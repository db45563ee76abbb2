import type { DocumentRow } from '#shared/bridge/documents.ts';
import type { ContentId } from '#shared/ids/ids.ts';

type Row = Record<string, unknown>;

/**
 * The end of the year 9999: a day after the last time there is, none can be written down. Milliseconds since
 * the epoch.
 */
const lastTime = 253_402_300_799_999;

/** Times as integers of SQLite; a date that is none is unknown. */
export function timeOf(text: string | null | undefined): number | null {
  const time = text == null ? Number.NaN : Date.parse(text);
  return Number.isNaN(time) || time > lastTime ? null : time;
}

/** What a name is found and sorted by. */
export function nameKeyOf(fileName: string): string {
  return fileName.normalize('NFC').toLowerCase();
}

/** A document as it is in the ledger, its id checked when it came from the service. */
export type StoredDocument = DocumentRow & { readonly contentId: ContentId };

export function toDocumentRow(raw: unknown): StoredDocument {
  const row = raw as Row;
  return {
    contentId: row.content_id as ContentId,
    uploadId: row.upload_id as number | null,
    fileName: row.file_name as string,
    folderId: row.folder_id as string | null,
    connectorId: row.connector_id as string | null,
    origin: row.origin as string | null,
    status: row.status as DocumentRow['status'],
    remoteStatus: row.remote_status as string | null,
    remoteError: row.remote_error as string | null,
    code: row.code as string | null,
    tags: JSON.parse((row.tags as string | null) ?? '[]') as DocumentRow['tags'],
    shared: flag(row.shared),
    noIndex: flag(row.no_index),
    noStore: flag(row.no_store),
    size: row.size as number | null,
    uploadedAt: row.uploaded_at as number,
    publishedAt: row.published_at as number | null,
    completedAt: row.completed_at as number | null,
    expiresAt: row.expires_at as number | null,
    checkedAt: row.checked_at as number | null,
    ...(row.machine == null ? {} : { machine: row.machine as string }),
    ...(row.person == null ? {} : { person: row.person as string }),
  };
}

function flag(value: unknown): boolean | null {
  return value === null ? null : value === 1;
}

/** Tags of the row `documents.id` as JSON, each by its name where one is known. */
export const tagsOfRow = `(SELECT json_group_array(json_object('id', tag, 'name', coalesce(
    (SELECT name FROM tag_names WHERE tag_names.profile_id = documents.profile_id
    AND tag_names.tag = document_tags.tag), tag)))
    FROM document_tags WHERE document_id = documents.id)`;

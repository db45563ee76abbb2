import { createHash } from 'node:crypto';
import type { DocumentStatus } from '#shared/bridge/documents.ts';
import { isBeingDeleted } from '../service/being-deleted.ts';
import type { DocumentRecord } from '../service/schemas/document.ts';
import type { Database } from './database.ts';
import { createDocumentCells } from './document-cells.ts';
import { nameKeyOf, timeOf } from './document-row.ts';
import { createGoneDocuments, notBegun } from './gone-documents.ts';
import { createTeamDocuments } from './team-documents.ts';
import { toUploadRow, type UploadRow } from './upload-row.ts';

/** `no_store` documents stay so long after enrichment ended (interface section 3.4), ms. */
export const noStoreLifeMs = 24 * 60 * 60_000;
/** A deleted document is remembered so long, ms; the service's list shows it for some seconds more. */
const deletedKeptMs = 60 * 60_000;
/**
 * A list is 3 to 5 s behind (service-behaviour.md, "List documents"): so long it does not take back that a
 * document is gone, or that the service has finished with it, ms.
 */
const endKeptMs = 60_000;

/** How the service's word came. */
export interface Told {
  /** Number of the full pass it was read in. */
  readonly pass?: number;
  /** Asked for by its id, and not read in a list. */
  readonly isFresh?: boolean;
  /** How long ago it was asked for, by whichever machine, ms. */
  readonly ageMs?: number;
}

/** What writes to the table of documents: the uploads of this ledger, and the service's own word. */
export function createDocumentWrites(database: Database, now: () => number) {
  const { statement } = database;
  const gone = createGoneDocuments(database, now);
  const cells = createDocumentCells(database);
  const ofTeam = createTeamDocuments(database, now);

  function setTags(documentId: number, tags: readonly string[]): void {
    statement('DELETE FROM document_tags WHERE document_id = ?').run(documentId);
    for (const tag of tags)
      statement('INSERT OR IGNORE INTO document_tags (document_id, tag) VALUES (?, ?)').run(documentId, tag);
  }

  function writeUpload(row: UploadRow, contentId: string): void {
    const { options } = row;
    const status = statusOfUpload(row);
    const isCompleted = row.state === 'completed';
    const completedAt = isCompleted ? row.finishedAt : null;
    const expiresAt = options.noStore && completedAt !== null ? completedAt + noStoreLifeMs : null;
    const published = timeOf(options.published);
    const always = {
      upload_id: row.id,
      folder_id: row.folderId,
      source: row.folderId === null ? 'manual' : `folder:${row.folderId}`,
      code: row.code,
      size: row.size,
      no_index: options.noIndex ? 1 : 0,
      no_store: options.noStore ? 1 : 0,
      uploaded_at: row.landedAt ?? row.createdAt,
      changed_at: Math.round(now()),
    };
    const known = cells.find(row.profileId, contentId);
    if (known === undefined) {
      const id = cells.add({
        profile_id: row.profileId,
        content_id: contentId,
        file_name: row.fileName,
        name_key: nameKeyOf(row.fileName),
        origin: 'file_upload',
        status,
        remote_status: row.remoteStatus,
        remote_error: row.remoteError,
        shared: options.share ? 1 : 0,
        published_at: published,
        completed_at: completedAt,
        expires_at: expiresAt,
        ...always,
      });
      if (options.tags.length > 0) setTags(id, options.tags);
      return;
    }
    const isOver = known.status === 'gone' || known.status === 'expired';
    cells.change(known, {
      ...always,
      status: isOver && status === 'completed' ? known.status : status,
      remote_status: row.remoteStatus ?? known.remote_status,
      remote_error: row.remoteError ?? known.remote_error,
      published_at: known.published_at ?? published,
      completed_at: completedAt ?? known.completed_at,
      expires_at: expiresAt ?? known.expires_at,
    });
    // What the service said of the tags counts more than what was sent.
    if (known.checked_at === null && options.tags.length > 0) setTags(known.id, options.tags);
  }

  function setStatus(profileId: string, contentId: string, status: DocumentStatus): boolean {
    const { changes } = statement(
      `UPDATE documents SET status = ?, changed_at = ? WHERE profile_id = ? AND content_id = ?`,
    ).run(status, Math.round(now()), profileId, contentId);
    return Number(changes) > 0;
  }

  function isDeleted(profileId: string, contentId: string): boolean {
    return (
      statement('SELECT 1 FROM deleted_documents WHERE profile_id = ? AND content_id = ?').get(
        profileId,
        contentId,
      ) !== undefined
    );
  }

  function remove(profileId: string, contentId: string): void {
    const at = Math.round(now());
    statement('DELETE FROM documents WHERE profile_id = ? AND content_id = ?').run(profileId, contentId);
    statement('INSERT OR REPLACE INTO deleted_documents (profile_id, content_id, at) VALUES (?, ?, ?)').run(
      profileId,
      contentId,
      at,
    );
    statement('DELETE FROM deleted_documents WHERE at < ?').run(at - deletedKeptMs);
  }

  /** The slot of an upload was given up; which profile's it was, the document knows. */
  function removeEverywhere(contentId: string): void {
    for (const row of statement('SELECT profile_id FROM documents WHERE content_id = ?').all(contentId))
      remove(row.profile_id as string, contentId);
  }

  function see({ id, seen_pass: seen }: KnownDocument, pass: number): void {
    if (pass > seen) statement('UPDATE documents SET seen_pass = ? WHERE id = ?').run(pass, id);
  }

  /** One record of the service. False when it says nothing new. */
  function upsertOne(profileId: string, record: DocumentRecord, how: Told): boolean {
    const { pass = 0, isFresh = false, ageMs = 0 } = how;
    const at = Math.round(now());
    const known = statement(
      `SELECT id, file_name, connector_id, status, remote_status, remote_updated_at, seen_pass, checked_at,
        source, uploaded_at, completed_at, changed_at
         FROM documents WHERE profile_id = ? AND content_id = ?`,
    ).get(profileId, record.id) as KnownDocument | undefined;
    if (known === undefined && isDeleted(profileId, record.id)) return false;
    if (known && !isFresh && isOvertaken(known, record, at, ageMs)) {
      see(known, pass);
      return false;
    }
    if (known?.status === 'gone') gone.restoreUpload(profileId, record.id);
    if (record.status === 'failed') gone.markUploadFailed(profileId, record.id, record.error_code);
    const updated = versionOf(record);
    const connectorId = record.connector_id ?? known?.connector_id ?? null;
    // A `noStore` document that has expired is deleted by the service itself.
    const isGoing = isBeingDeleted(record) && known?.status !== 'expired';
    const isRemoved = isGoing || (connectorId !== null && gone.isRemoved(profileId, connectorId));
    const isSame =
      known !== undefined &&
      known.checked_at !== null &&
      known.remote_updated_at === updated &&
      known.remote_status === (record.status ?? null) &&
      known.status !== 'gone' &&
      (known.status === 'removing') === isRemoved;
    gone.markUploadOther(profileId, record, !isSame, at - ageMs - endKeptMs);
    // A list that stands still repeats what was true before.
    if (record.status === 'completed' && known && (changedLater(known, record) ?? 0) > 0)
      gone.markUploadWhole(profileId, record);
    if (isSame) {
      see(known, pass);
      return false;
    }
    for (const { id, name } of record.tags ?? []) if (name !== undefined) nameTag(profileId, id, name);
    const fileName = record.file_name ?? known?.file_name ?? record.id;
    const isKept = record.status === undefined || (known?.status === 'expired' && isBeingDeleted(record));
    const told = known !== undefined && isKept ? known.status : statusOfRecord(record);
    const status = isRemoved ? 'removing' : told;
    const completedAt =
      status === 'completed' ? (known?.completed_at ?? timeOf(record.updated_at) ?? at) : null;
    const source =
      known && isOfUpload(known)
        ? known.source
        : connectorId === null
          ? 'elsewhere'
          : `connector:${connectorId}`;
    const shared = record.shared_with_orgs && (record.shared_with_orgs.length > 0 ? 1 : 0);
    const always = {
      file_name: fileName,
      name_key: nameKeyOf(fileName),
      connector_id: connectorId,
      source,
      status,
      remote_error: record.error_code ?? null,
      checked_at: at,
      remote_updated_at: updated,
      changed_at: at,
    };
    const row = known && cells.find(profileId, record.id);
    const sayable = {
      origin: record.request_origin ?? row?.origin ?? null,
      remote_status: record.status ?? row?.remote_status ?? null,
      size: record.raw_size ?? row?.size ?? null,
      shared: shared ?? row?.shared ?? null,
      published_at: timeOf(record.published_at) ?? row?.published_at ?? null,
      completed_at: completedAt ?? row?.completed_at ?? null,
      seen_pass: Math.max(pass, known?.seen_pass ?? 0),
    };
    let id = known?.id;
    if (row) {
      const expires = completedAt === null ? null : completedAt + noStoreLifeMs;
      const expiresAt = row.no_store === 1 ? (row.expires_at ?? expires) : row.expires_at;
      cells.change(row, { ...always, ...sayable, expires_at: expiresAt });
    }
    id ??= cells.add({
      profile_id: profileId,
      content_id: record.id,
      uploaded_at: timeOf(record.created_at) ?? at,
      ...always,
      ...sayable,
    });
    if (record.tags)
      setTags(
        id,
        record.tags.map((tag) => tag.id),
      );
    return true;
  }

  function nameTag(profileId: string, tag: string, name: string): void {
    statement(
      `INSERT INTO tag_names (profile_id, tag, name) VALUES (?, ?, ?)
         ON CONFLICT (profile_id, tag) DO UPDATE SET name = excluded.name WHERE name <> excluded.name`,
    ).run(profileId, tag, name);
  }

  return {
    /** Writes down documents whose uploads changed since, at most `limit`; how many those were. */
    catchUp(limit: number): number {
      return database.transaction(() => {
        const dirty = statement('SELECT content_id FROM documents_dirty LIMIT ?').all(limit);
        for (const { content_id: contentId } of dirty) {
          const id = contentId as string;
          // The services of two profiles may give the same ids.
          const newest = statement(
            `SELECT * FROM uploads WHERE id IN (SELECT max(id) FROM uploads WHERE content_id = ?
              AND landed_at IS NOT NULL GROUP BY profile_id) AND state <> 'cancelled'`,
          ).all(id);
          for (const row of newest) writeUpload(toUploadRow(row), id);
          // A document that its upload does not stand for any more was deleted or replaced.
          if (newest.length === 0 && !ofTeam.has(id)) removeEverywhere(id);
          statement('DELETE FROM documents_dirty WHERE content_id = ?').run(id);
        }
        return dirty.length;
      });
    },

    /** What the service says of documents. How many brought something new. */
    upsert(profileId: string, records: readonly DocumentRecord[], how: Told = {}): number {
      return database.transaction(() => records.filter((one) => upsertOne(profileId, one, how)).length);
    },

    setStatus,
    landed: ofTeam.landed,
    leaveTo: ofTeam.leaveTo,
    senders: ofTeam.senders,

    /** An upload came to stand for this document: if the service could not process it, the upload says so. */
    tellFailed(profileId: string, contentId: string): void {
      database.transaction(() => {
        const known = cells.find(profileId, contentId);
        if (known?.status === 'failed')
          gone.markUploadFailed(profileId, contentId, known.remote_error ?? undefined);
      });
    },

    /** The service said that it has no such document any more. */
    markGone(profileId: string, contentId: string): void {
      database.transaction(() => {
        // Nobody but the service ever spoke of it, and now it does not any more.
        if (!gone.hasUpload(profileId, contentId)) return remove(profileId, contentId);
        setStatus(profileId, contentId, 'gone');
        gone.markUploadGone(profileId, contentId);
      });
    },

    /**
     * The service accepted to delete a connector and all that it collected: none of it counts as there from
     * here on.
     */
    markRemoving(profileId: string, connectorId: string): void {
      database.transaction(() => {
        gone.markConnectorRemoved(profileId, connectorId);
        for (const id of gone.listIdsOfConnector(profileId, connectorId))
          setStatus(profileId, id, 'removing');
      });
    },

    /**
     * The removal of a connector is over: its documents went with it, or (given up) what the service says of
     * them counts again.
     */
    endRemoving(profileId: string, connectorId: string, how: 'gone' | 'given-up'): void {
      database.transaction(() => {
        if (how === 'gone')
          for (const id of gone.listIdsOfConnector(profileId, connectorId)) remove(profileId, id);
        gone.restoreConnector(profileId, connectorId);
      });
    },

    /**
     * A document was deleted for good. It is remembered for a while, because the service's list still shows
     * it.
     */
    markDeleted(profileId: string, contentId: string): void {
      database.transaction(() => {
        gone.endStanding(profileId, contentId);
        remove(profileId, contentId);
      });
    },

    setShared(profileId: string, contentId: string, shared: boolean): void {
      statement(
        'UPDATE documents SET shared = ?, changed_at = ? WHERE profile_id = ? AND content_id = ?',
      ).run(shared ? 1 : 0, Math.round(now()), profileId, contentId);
    },

    /** Names of tags, as the service told them. */
    nameTags(
      profileId: string,
      tags: readonly { readonly id: string; readonly name?: string | undefined }[],
    ): void {
      database.transaction(() => {
        for (const { id, name } of tags) if (name !== undefined) nameTag(profileId, id, name);
      });
    },
  };
}

/**
 * What changes when the record does: its time of change, else its content. Else every look at the list would
 * read all of it.
 */
function versionOf(record: DocumentRecord): string {
  return record.updated_at ?? createHash('sha256').update(JSON.stringify(record)).digest('hex');
}

interface KnownDocument {
  readonly id: number;
  readonly file_name: string;
  readonly connector_id: string | null;
  readonly status: DocumentStatus;
  readonly remote_status: string | null;
  readonly remote_updated_at: string | null;
  readonly seen_pass: number;
  readonly checked_at: number | null;
  readonly source: string;
  readonly uploaded_at: number;
  readonly completed_at: number | null;
  readonly changed_at: number;
}

const isOfUpload = ({ source }: KnownDocument) => source.startsWith('folder:') || source === 'manual';

/**
 * Whether a record of a list, which was asked for so long before `at`, says what was before something that is
 * known. A time of change that is still to come is that of a clock that was set back meanwhile.
 */
function isOvertaken(known: KnownDocument, record: DocumentRecord, at: number, ageMs: number): boolean {
  const since = at - known.changed_at;
  if (ageMs > 0 && since >= 0 && since <= ageMs) return true;
  if (!takesBack(known, record)) return false;
  return (since >= 0 && since - ageMs < endKeptMs) || (known.status !== 'gone' && isNoNewer(known, record));
}

/** How much later the service changed a document than its last record said, ms; null if it does not tell. */
function changedLater(known: KnownDocument, record: DocumentRecord): number | null {
  const [told, before] = [timeOf(record.updated_at), timeOf(known.remote_updated_at)];
  return told === null || before === null ? null : told - before;
}

/** A list that stands still repeats what was true before the end; the service changed nothing since. */
function isNoNewer(known: KnownDocument, record: DocumentRecord): boolean {
  return (changedLater(known, record) ?? 1) <= 0;
}

/** Whether a record of a list says what was before the end that the service told of this document. */
function takesBack(known: KnownDocument, record: DocumentRecord): boolean {
  if (known.status === 'gone') return true;
  // How an upload ended was asked for by its id, and not read in a list.
  if ((known.status !== 'completed' && known.status !== 'failed') || !isOfUpload(known)) return false;
  const told = statusOfRecord(record);
  return record.status !== undefined && (told === 'waiting' || told === 'processing');
}

function statusOfRecord(record: DocumentRecord): DocumentStatus {
  if (isBeingDeleted(record)) return 'removing';
  return statusOfRemote(record.status);
}

/** What was to be deleted and is still there. */
const stays: ReadonlySet<string | null> = new Set(['DELETE_REFUSED', 'NOT_SENT_AGAIN']);

function statusOfRemote(status: string | null | undefined): DocumentStatus {
  if (status === 'completed' || status === 'failed') return status;
  return notBegun.has(status) ? 'waiting' : 'processing';
}

function statusOfUpload({ state, code, remoteStatus }: UploadRow): DocumentStatus {
  switch (state) {
    case 'completed':
      return remoteStatus === 'expired' ? 'expired' : 'completed';
    case 'cancelling':
      return 'removing';
    case 'attention':
      if (code === 'DOCUMENT_VANISHED' || code === 'DOCUMENT_GONE') return 'gone';
      return stays.has(code) ? statusOfRemote(remoteStatus) : 'failed';
    case 'queued':
    case 'claiming':
    case 'enriching':
    case 'reserved':
    case 'putting':
    case 'verifying':
    case 'processing':
    case 'duplicate':
    case 'cancelled':
      return statusOfRemote(remoteStatus);
  }
}

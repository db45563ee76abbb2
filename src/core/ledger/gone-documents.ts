import { codeOfFailure } from '#shared/advice/processing-failures.ts';
import type { ContentId } from '#shared/ids/ids.ts';
import { deletedDetail } from '#shared/uploads/open-states.ts';
import type { DocumentRecord } from '../service/schemas/document.ts';
import type { Database } from './database.ts';
import { createFacts } from './facts.ts';
import { createUploadMoves } from './upload-moves.ts';
import type { UploadAt, UploadPatch } from './upload-row.ts';

/** Statuses of a document that waits for its bytes (service-behaviour.md, "Document metadata"). */
export const notBegun: ReadonlySet<string | null | undefined> = new Set([
  'placeholder',
  'pending',
  null,
  undefined,
]);

/** The original of an upload's document was read, and had the bytes that were sent. */
const wasRead = `coalesce((SELECT detail ->> '$.evidence.by' FROM upload_events
  WHERE upload_id = uploads.id AND kind IN ('completed', 'confirmed') ORDER BY id DESC LIMIT 1)
    = 'documents.original', FALSE)`;

interface SentUpload extends UploadAt {
  readonly size: number;
  readonly code: string | null;
  readonly remoteError: string | null;
  readonly afterState: string | null;
}

/**
 * What is known of a document that the service no longer has is known to its upload as well, so that no two
 * places disagree. Joins the caller's transaction.
 */
export function createGoneDocuments(database: Database, now: () => number) {
  const { statement } = database;
  const { advance } = createUploadMoves(database, now);
  const facts = createFacts(database);

  function found(sql: string, profileId: string, contentId: string, ...more: number[]): SentUpload[] {
    return statement(
      `SELECT id, revision, size, code, remote_error AS remoteError, after_state AS afterState FROM uploads
         WHERE content_id = ? AND profile_id = ? AND ${sql}`,
    ).all(contentId, profileId, ...more) as unknown as SentUpload[];
  }

  /** Uploads that stand for it as a document of another machine of the team. */
  function standing(
    sql: string,
    profileId: string,
    contentId: string,
  ): (UploadAt & Pick<SentUpload, 'afterState'>)[] {
    return statement(
      `SELECT id, revision, after_state AS afterState FROM uploads
         WHERE remote_content_id = ? AND content_id IS NULL AND profile_id = ? AND ${sql}`,
    ).all(contentId, profileId) as unknown as ReturnType<typeof standing>;
  }

  /** Not replaced, or another file still has the bytes of the replaced version (W7). */
  const isWanted = `(replaced_by IS NULL OR EXISTS (SELECT 1 FROM uploads AS copy
    WHERE copy.duplicate_of = uploads.id AND copy.state = 'duplicate'))`;
  const stands = `state = 'duplicate' AND after_state IS NULL`;
  const standsToAct = `state = 'duplicate' AND after_state IS NOT NULL`;
  const isGone = `state = 'attention' AND code = 'DOCUMENT_GONE'`;
  /** Its folder's actions were never begun. */
  const neverDone = `NOT EXISTS (SELECT 1 FROM upload_events
    WHERE upload_id = uploads.id AND kind = 'completed')`;
  /** They were still to be done when the document failed. */
  const wasLeft = `coalesce((SELECT detail ->> '$.left' FROM upload_events
    WHERE upload_id = uploads.id AND kind = 'status' AND detail ->> '$.status' = 'failed'
    ORDER BY id DESC LIMIT 1), FALSE)`;
  /** They were given up because the document was not found. */
  const givenUp = `(SELECT kind = 'failed' AND detail ->> 'step' = 'after' FROM upload_events
    WHERE upload_id = uploads.id ORDER BY id DESC LIMIT 1)`;

  /** What was left to do is left again. What was done is not: the folder may say otherwise by now. */
  function leftAgain({ id }: UploadAt, sql: string): UploadPatch {
    const left = statement(`SELECT 1 FROM uploads WHERE id = ? AND replaced_by IS NULL AND ${sql}`).get(id);
    return left === undefined ? {} : { afterState: 'pending', afterTries: 0, notBefore: 0 };
  }

  return {
    /** Whether an upload made it or stands for it; the row of the document may not know that yet. */
    hasUpload: (profileId: string, contentId: string) =>
      found('TRUE', profileId, contentId).length > 0 ||
      standing(`state = 'duplicate'`, profileId, contentId).length > 0,

    /**
     * An upload that was done stands for nothing until a person has it sent again. Its claim stays, so that
     * no other file with these bytes is sent meanwhile: whoever said that it is gone may be behind
     * (docs/adr/0013). What is left to do for one is done first.
     */
    markUploadGone(profileId: string, contentId: string): void {
      const patch = { state: 'attention', code: 'DOCUMENT_GONE', detail: null } as const;
      const event = { kind: 'vanished', detail: { contentId } };
      const done = `state = 'completed' AND after_state IS NULL AND ${isWanted}`;
      for (const upload of found(done, profileId, contentId)) advance(upload, ['completed'], patch, event);
      for (const upload of standing(stands, profileId, contentId))
        advance(upload, ['duplicate'], patch, event);
      // Waits for up to a day before it touches its file; what is left to do asks for the document first.
      for (const upload of standing(standsToAct, profileId, contentId))
        advance(upload, ['duplicate'], { notBefore: 0 });
    },

    /**
     * The user deleted another machine's document: the uploads here that stand for it end, as those of this
     * ledger's documents do (`endDeleted` in uploads.ts).
     */
    endStanding(profileId: string, contentId: string): void {
      const at = Math.round(now());
      const detail = deletedDetail;
      const end = { state: 'cancelled', code: null, detail, afterState: null, finishedAt: at } as const;
      const alone = { remoteMachine: null, remotePerson: null, remoteContentId: null } as const;
      const event = { kind: 'deleted', detail: { contentId } };
      for (const upload of standing(`state IN ('duplicate', 'attention')`, profileId, contentId)) {
        // Before the claim ends, or they would be queued again.
        statement(
          `UPDATE uploads SET state = 'cancelled', detail = ?, after_state = NULL, updated_at = ?
             WHERE duplicate_of = ? AND state = 'duplicate'`,
        ).run(detail, at, upload.id);
        advance(upload, ['duplicate', 'attention'], { ...end, ...alone }, event);
      }
    },

    /** The service had completed it, and reports now that it failed: no one can search it any more. */
    markUploadFailed(profileId: string, contentId: string, error: string | undefined): void {
      const patch = {
        state: 'attention',
        code: codeOfFailure(error),
        detail: error ?? null,
        remoteStatus: 'failed',
        remoteError: error ?? null,
      } as const;
      const detail = { status: 'failed', error };
      const fail = (upload: UploadAt & Pick<SentUpload, 'afterState'>, state: 'completed' | 'duplicate') =>
        advance(upload, [state], patch, {
          kind: 'status',
          detail: upload.afterState === null ? detail : { ...detail, left: true },
        });
      const done = `state = 'completed' AND ${isWanted}`;
      for (const upload of found(done, profileId, contentId)) fail(upload, 'completed');
      for (const upload of standing(`state = 'duplicate'`, profileId, contentId)) fail(upload, 'duplicate');
    },

    /**
     * The service had completed it, and its record shows now that it does not have the bytes that were sent.
     * A document that claims to be complete with 0 bytes is followed again, as after its upload: some
     * services correct the size later. One whose original was read as it was sent needs news for that.
     *
     * @param isNews the record says something else than the last one
     * @param before milliseconds since the epoch: an upload that ended later may be newer than the record
     */
    markUploadOther(profileId: string, record: DocumentRecord, isNews: boolean, before: number): void {
      const { id, status, raw_size: size } = record;
      const isComplete = status === 'completed';
      if (size === undefined || (!isComplete && (size > 0 || !notBegun.has(status)))) return;
      const other = `state = 'completed' AND after_state IS NULL AND ${isWanted} AND size <> ?
        AND finished_at <= ?`;
      const event = { kind: 'status', detail: { status, size } };
      if (isComplete && size === 0) {
        const patch = { state: 'processing', remoteStatus: null, pollAt: 0, polls: 0 } as const;
        const unread = isNews ? other : `${other} AND NOT ${wasRead}`;
        for (const upload of found(unread, profileId, id, size, before))
          advance(upload, ['completed'], patch, event);
        return;
      }
      for (const upload of found(other, profileId, id, size, before)) {
        const detail = `${upload.size} bytes were sent, the service has ${size}`;
        advance(upload, ['completed'], { state: 'attention', code: 'NOT_INTACT', detail }, event);
      }
    },

    /** The service had failed it or stated another size, and its newer record shows it whole. */
    markUploadWhole(profileId: string, { id, raw_size: stated }: DocumentRecord): void {
      const fine = { state: 'completed', code: null, detail: null, remoteStatus: 'completed' } as const;
      const patch = { ...fine, remoteError: null };
      const event = { kind: 'status', detail: { status: 'completed', size: stated } };
      const judged = `state = 'attention' AND after_state IS NULL AND ${isWanted}`;
      for (const upload of found(judged, profileId, id)) {
        const { code, remoteError, size } = upload;
        const isCorrected = code === 'NOT_INTACT' && stated === size;
        // Not one that a user wanted deleted.
        const hadFailed = code === codeOfFailure(remoteError) && (stated ?? size) === size;
        if (isCorrected || hadFailed)
          advance(
            upload,
            ['attention'],
            { ...patch, ...leftAgain(upload, `(${neverDone} OR ${wasLeft})`) },
            event,
          );
      }
      const asBefore = {
        state: 'duplicate',
        code: null,
        detail: null,
        remoteStatus: null,
        remoteError: null,
      } as const;
      for (const upload of standing(`${judged} AND remote_status = 'failed'`, profileId, id))
        advance(upload, ['attention'], { ...asBefore, ...leftAgain(upload, wasLeft) }, event);
    },

    /** The service has it after all. */
    restoreUpload(profileId: string, contentId: string): void {
      const event = { kind: 'found-again', detail: { contentId } };
      const restore = (upload: UploadAt, state: 'completed' | 'duplicate') =>
        advance(
          upload,
          ['attention'],
          { code: null, detail: null, ...leftAgain(upload, givenUp), state },
          event,
        );
      for (const upload of found(isGone, profileId, contentId)) restore(upload, 'completed');
      for (const upload of standing(isGone, profileId, contentId)) restore(upload, 'duplicate');
    },

    /** Whether the connector is being deleted with all that it collected. */
    isRemoved(profileId: string, connectorId: string): boolean {
      return Object.hasOwn((facts.get(removedKey(profileId)) ?? {}) as Removed, connectorId);
    },

    /**
     * Remembers that a connector goes with its documents, which lists and replicas go on to show for a while.
     */
    markConnectorRemoved(profileId: string, connectorId: string): void {
      const at = Math.round(now());
      facts.change(removedKey(profileId), (removed) => ({ ...(removed as Removed), [connectorId]: at }));
    },

    /**
     * Its removal is over, or nobody waits for it any more: what the service says of its documents counts
     * again.
     */
    restoreConnector(profileId: string, connectorId: string): void {
      facts.change(removedKey(profileId), (removed) => {
        const { [connectorId]: _over, ...rest } = (removed ?? {}) as Removed;
        return rest;
      });
    },

    listIdsOfConnector(profileId: string, connectorId: string): ContentId[] {
      return statement('SELECT content_id FROM documents WHERE profile_id = ? AND source = ?')
        .all(profileId, `connector:${connectorId}`)
        .map((row) => row.content_id as ContentId);
    },
  };
}

/** Connectors whose removal was accepted, with when, ms since the epoch. */
type Removed = Readonly<Record<string, number>>;

function removedKey(profileId: string): string {
  return `connectors.removed:${profileId}`;
}

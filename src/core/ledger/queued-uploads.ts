import type { ErrorCode } from '#shared/errors/catalog.ts';
import type { ContentId } from '#shared/ids/ids.ts';
import { sendingStates } from '#shared/uploads/open-states.ts';
import type { UploadOptions, UploadState } from '#shared/uploads/upload.ts';
import { createClaims } from './claims.ts';
import type { Database } from './database.ts';
import { type LocalPlace, localPlaces, localStanding } from './local-standing.ts';
import { callBack, takenAway } from './own-files.ts';
import type { TeamBytes, TeamClaims } from './team-claims.ts';
import type { UploadEventDraft, UploadMoves } from './upload-moves.ts';
import type { UploadAt, UploadPatch, UploadRow } from './upload-row.ts';

/** What is to be sent, as it was decided directly before, and by which local file. */
export interface Decided {
  readonly path: string;
  readonly fileName: string;
  readonly folderId: string | null;
  readonly options: UploadOptions;
  /** Null for what a person added by hand. */
  readonly place: Pick<LocalPlace, 'folderId' | 'directory' | 'name'> | null;
}

/** Where a file belongs that another profile is to upload. */
export interface Target {
  readonly profileId: string;
  readonly folderId: string;
  readonly directory: string;
  readonly name: string;
  readonly path: string;
  readonly options: UploadOptions;
}

/** `taken`: another upload stands for the document of that id. `moved`: this one was changed meanwhile. */
export type Reserved = 'reserved' | 'taken' | 'moved';

/** `row` is the upload as it was written: what is decided next is decided about that. */
export type Begun =
  | { readonly kind: 'moved' | 'changed' | 'superseded' }
  | { readonly kind: 'ours' | 'asked'; readonly row: UploadRow }
  | { readonly kind: 'held'; readonly row: UploadRow; readonly holder: UploadRow };

/**
 * What becomes of a queued upload: its bytes are claimed and it goes on, or it ends without having been sent.
 */
export function createQueuedUploads(
  database: Database,
  now: () => number,
  moves: UploadMoves,
  team: Pick<TeamClaims, 'ask' | 'leaveOther'>,
) {
  const { statement } = database;
  const { get, record, advance, add, supersede } = moves;
  const claims = createClaims(database, now);

  /**
   * Releases the claims of an upload whose file has other bytes now, or cannot be read. Uploads that waited as its
   * duplicates are queued again.
   */
  function leaveBytes(uploadId: number): void {
    claims.releaseOther(uploadId, '');
    team.leaveOther(uploadId);
  }

  /** Whether the document belongs to an upload of one of these profiles. */
  function isOfOthers(contentId: ContentId, profileIds: readonly string[]): boolean {
    const ids = JSON.stringify(profileIds);
    const of = 'profile_id IN (SELECT value FROM json_each(?2))';
    return (
      statement(`SELECT 1 FROM uploads WHERE content_id = ?1 AND ${of}`).get(contentId, ids) !== undefined
    );
  }

  /** Its local files go back to the upload before it. */
  function forget(uploadId: number, previous: number): void {
    statement('UPDATE local_files SET upload_id = ? WHERE upload_id = ?').run(previous, uploadId);
    statement('UPDATE uploads SET replaces = ? WHERE replaces = ?').run(previous, uploadId);
    statement('DELETE FROM uploads WHERE id = ?').run(uploadId);
  }

  return {
    /** The local files that stand for an upload, what can be sent first. */
    listPlaces: (uploadId: number): LocalPlace[] => localPlaces(database, uploadId),

    /**
     * Ends an upload that is not to be sent as things stand now; with a reason its local files say so too.
     * False when it was moved on or changed meanwhile.
     */
    leaveOut(
      row: UploadRow,
      code: ErrorCode,
      why: { detail: string | null; reason: string | null },
    ): boolean {
      return database.transaction(() => {
        const { detail, reason } = why;
        const ended = { state: 'cancelled', code, detail, finishedAt: now() } as const;
        if (!advance(row, ['queued'], ended, { kind: 'left-out', detail: { code, reason } })) return false;
        if (reason !== null) {
          statement(
            `UPDATE local_files SET disposition = 'ignored', reason = ?, changed_at = ?
               WHERE upload_id = ? AND disposition = 'taken'`,
          ).run(reason, Math.round(now()), row.id);
        }
        return true;
      });
    },

    /**
     * Ends a queued upload whose local file belongs to another profile now, and queues the file there. False
     * when it was moved on meanwhile.
     */
    giveTo(row: UploadRow, place: LocalPlace, target: Target): boolean {
      return database.transaction(() => {
        const code = 'OTHER_PROFILE';
        const ended = { state: 'cancelled', code, detail: null, finishedAt: now() } as const;
        if (!advance(row, ['queued'], ended, { kind: 'left-out', detail: { code } })) return false;
        const { folderId, directory, name } = target;
        const same = folderId === place.folderId && directory === place.directory;
        // Where the other folder has seen the file itself, it hands it over itself.
        const { changes } = statement(
          `UPDATE OR IGNORE local_files SET folder_id = ?, directory = ?, changed_at = ? WHERE id = ?`,
        ).run(folderId, directory, Math.round(now()), place.id);
        if (!same && Number(changes) === 0) {
          statement(`UPDATE local_files SET disposition = 'gone', reason = 'kept' WHERE id = ?`).run(
            place.id,
          );
          return true;
        }
        const { profileId, path, options } = target;
        const { size, lane } = row;
        const mtimeNs = BigInt(row.mtimeNs);
        const id = add({
          profileId,
          folderId,
          path,
          fileName: name,
          size,
          mtimeNs,
          lane,
          replaces: null,
          options,
        });
        statement(
          `UPDATE local_files SET upload_id = ?, disposition = 'taken', reason = NULL WHERE id = ?`,
        ).run(id, place.id);
        return true;
      });
    },

    /**
     * Journals that the bytes are known and that a POST is about to be made, with what it says, and claims
     * the bytes for this upload (W6). One transaction: `ours` means go on, `asked` that the team is to be
     * asked first, `held` that another upload has the claim, `moved` that this one or its local file was
     * changed and all is to be decided anew, `changed` that the local file is not what its folder handed
     * over, `superseded` that a newer upload stands for it and this one ended.
     *
     * @param scope where others may send the same bytes; undefined where nobody does: then nobody is asked
     */
    begin(
      row: UploadRow,
      decided: Decided,
      read: { sha256: string; size: number; mtimeNs: bigint },
      evenIfHeld: boolean,
      scope?: string,
    ): Begun {
      return database.transaction(() => {
        const { place } = decided;
        const isCurrent = statement(
          `SELECT 1 FROM uploads WHERE id = ? AND state = 'queued' AND revision = ?`,
        );
        if (isCurrent.get(row.id, row.revision) === undefined) return { kind: 'moved' };
        const standing = place === null ? 'current' : localStanding(database, row.id, read, place);
        if (standing === 'superseded') return { kind: supersede(row) ? 'superseded' : 'moved' };
        if (standing === 'elsewhere') return { kind: 'moved' };
        if (standing === 'changed') return { kind: 'changed' };
        // An upload that never had other bytes holds no claim on any.
        if (row.sha256 !== null || row.revision > 0) claims.releaseOther(row.id, read.sha256);
        // A claim from before its folder stored nothing is given back: the team is not told of its document.
        if (decided.options.noStore) team.leaveOther(row.id);
        else if (scope !== undefined) team.leaveOther(row.id, read.sha256);
        const holder = claims.take(row, read.sha256, decided.options);
        statement('UPDATE local_files SET sha256 = ? WHERE upload_id = ?').run(read.sha256, row.id);
        const goesOn = holder === row.id || evenIfHeld;
        const asks =
          scope !== undefined &&
          holder === row.id &&
          !team.ask(row, { scope, sha256: read.sha256, size: read.size } satisfies TeamBytes);
        const state = goesOn ? (asks ? 'claiming' : 'enriching') : 'queued';
        const { path, fileName, folderId, options } = decided;
        const { sha256, size } = read;
        const mtimeNs = String(read.mtimeNs);
        const updatedAt = Math.round(now());
        statement(
          `UPDATE uploads SET state = ?, sha256 = ?, size = ?, mtime_ns = ?, path = ?, file_name = ?,
            folder_id = ?, options = ?, attempts = ?, failed_looks = 0,
            remote_content_id = NULL, remote_status = NULL, remote_error = NULL, updated_at = ? WHERE id = ?`,
        ).run(
          state,
          sha256,
          size,
          mtimeNs,
          path,
          fileName,
          folderId,
          JSON.stringify(options),
          row.attempts,
          updatedAt,
          row.id,
        );
        record(row.id, { kind: 'fingerprinted', detail: { sha256, attempt: row.attempts + 1 } });
        const { revision } = statement('SELECT revision FROM uploads WHERE id = ?').get(row.id) as {
          revision: number;
        };
        const at = { path, fileName, folderId, options, sha256, size, mtimeNs, updatedAt, revision };
        const written: UploadRow = { ...row, ...at, state, failedLooks: 0 };
        if (goesOn) return { kind: asks ? 'asked' : 'ours', row: written };
        return { kind: 'held', row: written, holder: get(holder) as UploadRow };
      });
    },

    /**
     * Journals the slot that the service gave to an upload. Two of a profile are never given the same one,
     * also where both are answered at once: the bytes of one would take the place of the other's. Services of
     * two profiles may give the same ids.
     */
    reserve(
      upload: UploadAt,
      patch: UploadPatch & { readonly contentId: ContentId },
      event: UploadEventDraft,
    ): Reserved {
      return database.transaction(() => {
        const isTaken = statement(
          `SELECT 1 FROM uploads WHERE content_id = ?
            AND profile_id = (SELECT profile_id FROM uploads WHERE id = ?)`,
        ).get(patch.contentId, upload.id);
        if (isTaken !== undefined) return 'taken';
        return advance(upload, ['enriching'], patch, event) ? 'reserved' : 'moved';
      });
    },

    isOfOthers,

    /**
     * Journals that a document from before the ledger was lost has the bytes of this upload. `taken`: by now it
     * belongs to an upload of one of the other profiles.
     */
    adopt(
      upload: UploadAt,
      patch: UploadPatch & { readonly contentId: ContentId },
      event: UploadEventDraft,
      otherProfiles: readonly string[],
    ): 'adopted' | 'taken' | 'moved' {
      return database.transaction(() => {
        if (isOfOthers(patch.contentId, otherProfiles)) return 'taken';
        return advance(upload, ['enriching'], patch, event) ? 'adopted' : 'moved';
      });
    },

    leaveBytes,

    /**
     * Leaves an upload in the queue until its file can be read again, or the watcher queues the file again. Until then
     * it has no claim, so other files with the same bytes do not wait for it.
     */
    waitForFile(
      row: UploadRow,
      from: readonly UploadState[],
      patch: UploadPatch,
      event?: UploadEventDraft,
    ): boolean {
      return database.transaction(() => {
        if (!advance(row, from, { ...patch, state: 'queued' }, event)) return false;
        leaveBytes(row.id);
        return true;
      });
    },

    /** The bytes of an upload that waits for its file are there. */
    callBack: (id: number) => callBack(database, id, now()),

    /**
     * Ends a job of a folder whose file the watcher found to be deleted; it calls it back with `upsert` or
     * `move` of local-files.ts. False when the file was moved meanwhile, or is only out of sight, as with a
     * drive that is away: the job is still to be done. If Sluice itself took the file away, as to the failed folder,
     * a person has to put it back.
     */
    endGone(row: UploadRow, patch: UploadPatch, event: UploadEventDraft): boolean {
      return database.transaction(() => {
        const { waits } = statement(
          `SELECT EXISTS (SELECT 1 FROM local_files WHERE upload_id = ? AND disposition <> 'gone') AS waits`,
        ).get(row.id) as { waits: number };
        if (waits === 1) return false;
        const taken = statement(`SELECT 1 FROM local_files WHERE upload_id = ? AND ${takenAway}`);
        const state = taken.get(row.id) === undefined ? 'cancelled' : 'attention';
        return advance(row, ['queued', 'putting'], { ...patch, state, finishedAt: now() }, event);
      });
    },

    /**
     * The document of a file that vanished is deleted, or left to another machine, as `event` says. A file
     * that came back meanwhile is sent again; one that comes back later is called back as any other that was
     * gone.
     */
    endVanished(row: UploadRow, event: UploadEventDraft): boolean {
      return database.transaction(() => {
        const isBack =
          statement(`SELECT 1 FROM local_files WHERE upload_id = ? AND disposition = 'taken'`).get(row.id) !==
          undefined;
        const deleted = { contentId: null, afterState: null, landedAt: null, absence: undefined };
        const then = isBack
          ? ({ state: 'queued', code: null, attempts: 0 } as const)
          : ({ state: 'cancelled', code: 'FILE_GONE', finishedAt: now() } as const);
        const patch = { ...deleted, detail: null, notBefore: 0, ...then };
        return advance(row, ['cancelling'], patch, event);
      });
    },

    /**
     * Ends a job whose bytes `holder` has claimed. False when it has not any more: then the job is still to
     * be done.
     */
    becomeDuplicate(upload: UploadAt, holder: number, patch: UploadPatch, event: UploadEventDraft): boolean {
      return database.transaction(
        () =>
          claims.holdsBytesOf(holder, upload.id) &&
          advance(upload, ['queued'], { ...patch, state: 'duplicate', duplicateOf: holder }, event),
      );
    },

    /**
     * Forgets a job that turned out to be none, as when a file was only touched. Its local files go back to
     * `previous`, which holds the bytes, is a duplicate of `holder` or makes its own document of them. False
     * when that has changed meanwhile: then the job is still to be done.
     */
    dissolve({ id: uploadId, revision }: UploadAt, previous: number, holder: number): boolean {
      return database.transaction(() => {
        const current = get(uploadId);
        if (current?.state !== 'queued' || current.revision !== revision) return false;
        const stands = get(previous);
        const isDuplicate = stands?.state === 'duplicate' && stands.duplicateOf === holder;
        const isOwn = stands?.sha256 === current.sha256 && makesDocument(stands);
        if (previous !== holder && !isDuplicate && !isOwn) return false;
        if (!claims.holdsBytesOf(holder, uploadId)) return false;
        forget(uploadId, previous);
        return true;
      });
    },

    /**
     * Forgets a job whose bytes the user does not want at the service: `previous` is the upload of the same
     * file, and the user deleted its document. False when that has changed meanwhile.
     */
    dissolveUnwanted({ id: uploadId, revision }: UploadAt, previous: number, sha256: string): boolean {
      return database.transaction(() => {
        const current = get(uploadId);
        const older = get(previous);
        if (current?.state !== 'queued' || current.revision !== revision) return false;
        if (older === undefined || older.sha256 !== sha256 || !isUnwanted(older)) return false;
        statement('UPDATE local_files SET sha256 = ? WHERE upload_id = ?').run(sha256, uploadId);
        forget(uploadId, previous);
        return true;
      });
    },
  };
}

/** Whether an upload has a document of its own, or is on the way to one. */
export function makesDocument({ state, contentId, replacedBy }: UploadRow): boolean {
  if (replacedBy !== null) return false;
  if (state === 'attention') return contentId !== null;
  return (
    state === 'processing' || state === 'completed' || sendingStates.some((sending) => sending === state)
  );
}

/**
 * Whether the user deleted the document of an upload, or said that the service has these bytes already. Every
 * other end has a code or a newer version.
 */
export function isUnwanted({ state, code, contentId, replacedBy }: UploadRow): boolean {
  return state === 'cancelled' && code === null && contentId === null && replacedBy === null;
}

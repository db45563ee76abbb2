import { replacedDetail, sendingStates } from '#shared/uploads/open-states.ts';
import type { UploadState } from '#shared/uploads/upload.ts';
import type { Database } from './database.ts';
import { hasCopy, isKnownElsewhere, olderVersions, unreadFile, unreadUpload } from './local-standing.ts';
import type { UploadMoves } from './upload-moves.ts';
import type { UploadAt, UploadPatch, UploadRow } from './upload-row.ts';

/** States in which an older version may still become a document. */
const underWay: readonly UploadState[] = [...sendingStates, 'processing', 'cancelling'];
/** States in which an upload without a document stays without one until the user acts. */
const ended: readonly UploadState[] = ['cancelled', 'attention'];
/** Prefix of `after_state` from when the deletion of the document may have been sent. */
const removing = 'removing';

/** Whether the deletion of the document of a replaced version has begun: the document may be gone. */
export function isBeingRemoved({ afterState }: Pick<UploadRow, 'afterState'>): boolean {
  return afterState?.startsWith(removing) === true;
}

/**
 * Versions of one file, of which the newest replaces the others (W7). `replaces` refers to the version before an upload,
 * `replaced_by` to the version that was uploaded after it. A document remains until three things are true: its upload
 * was replaced, no duplicate needs it, and no other profile or former service has it.
 */
export function createVersions({ statement, transaction }: Database, moves: UploadMoves) {
  const { get, advance, supersede } = moves;

  /** The version that this one replaces. None if the folder keeps both, or if the document is at another service. */
  function before(newer: UploadRow): UploadRow | undefined {
    const { answer, changed } = newer.options;
    const wants = answer ?? changed;
    // An open or cancelled question has no document and is skipped.
    const isLeftOpen = wants === 'ask' && newer.contentId === null && ended.includes(newer.state);
    if (newer.replaces === null || newer.replaces >= newer.id) return undefined;
    if (wants !== 'replace' && !isLeftOpen) return undefined;
    const older = get(newer.replaces);
    return older?.profileId === newer.profileId ? older : undefined;
  }

  const holderWithoutFile = statement(
    `SELECT id FROM uploads WHERE id = ?2 AND replaced_by IS NULL AND folder_id IS NOT NULL
      AND id IN (${olderVersions('?1')}) AND NOT EXISTS (SELECT 1 FROM local_files WHERE upload_id = ?2)`,
  );

  function isWanted(id: number): boolean {
    const row = get(id);
    if (row?.replacedBy == null) return true;
    return (
      statement(`SELECT 1 FROM uploads WHERE id = ? AND (${hasCopy} OR ${isKnownElsewhere})`).get(id) !==
      undefined
    );
  }

  /** Marks a document that nothing needs for the finisher. The mark contains `by`, so that each mark is different. */
  function dropUnwanted(id: number, by: number): void {
    const row = get(id);
    if (!row?.contentId || isBeingRemoved(row) || isWanted(id)) return;
    advance(row, ['completed', 'attention'], { afterState: `replaced:${by}`, notBefore: 0 });
  }

  function retire(older: UploadRow, by: number): void {
    const mark = { replacedBy: by };
    const end: UploadPatch = {
      ...mark,
      state: 'cancelled',
      code: null,
      detail: replacedDetail,
      afterState: null,
    };
    const event = { kind: 'replaced', detail: { by } };
    if (older.state === 'queued' && older.contentId === null) {
      supersede(older);
      advance(older, ['cancelled'], mark);
    } else if (older.state === 'duplicate') {
      advance(older, ['duplicate'], end, event);
      // If the file returned to the bytes of an older version, the document is that version's.
      const holder = get(Number(holderWithoutFile.get(older.id, older.duplicateOf)?.id));
      if (holder) advance(holder, [holder.state], mark);
    } else if (older.state === 'attention' && older.contentId === null) {
      advance(older, ['attention'], end, event);
    } else {
      advance(older, [older.state], mark);
      dropUnwanted(older.id, by);
    }
    // The document that it was a duplicate of may have remained only for it.
    if (older.duplicateOf !== null) dropUnwanted(older.duplicateOf, by);
  }

  return {
    /**
     * Records that this upload, which is a document now, replaces all versions before it. False while one of them may
     * still become a document, or if the upload changed since the caller read it. Idempotent.
     */
    settle({ id, revision }: UploadAt): boolean {
      return transaction(() => {
        const line: UploadRow[] = [];
        const newest = get(id);
        if (newest?.revision !== revision) return false;
        for (let older = before(newest); older; older = before(older)) {
          if (underWay.includes(older.state)) return false;
          line.push(older);
          // The versions before it were replaced with it.
          if (older.replacedBy !== null) break;
        }
        for (const older of line) retire(older, id);
        return true;
      });
    },

    /** Whether an older version of a file that has the bytes of `holder` now is, or may become, another document. */
    hasOtherBefore(newest: UploadRow, holder: number): boolean {
      let older = before({ ...newest, state: 'attention' });
      while (older?.contentId === null && ended.includes(older.state)) older = before(older);
      if (older === undefined || older.replacedBy !== null || older.id === holder) return false;
      return older.state !== 'duplicate' || older.duplicateOf !== holder;
    },

    /**
     * Folders with another file of the same size that Sluice has not read yet: it may be this version under another
     * name. Null for a file that was added by hand.
     */
    unreadCopies({ id, profileId, size, replacedBy }: UploadRow): (string | null)[] {
      return statement(
        `SELECT folder_id AS folderId FROM local_files WHERE size = ?1 AND ${unreadFile}
           AND upload_id IS NOT ?4
         UNION
         SELECT folder_id FROM uploads WHERE size = ?1 AND ${unreadUpload} AND profile_id = ?2
           AND id <> ?3 AND id IS NOT ?4`,
      )
        .all(size, profileId, id, replacedBy)
        .map(({ folderId }) => folderId as string | null);
    },

    /**
     * Records that the deletion of a replaced version's document begins. False if a file still needs the document. From
     * here on the document counts as gone, because the response to the deletion may be lost.
     */
    beginRemoval(upload: UploadAt): boolean {
      return transaction(() => {
        const row = get(upload.id);
        if (!row || isWanted(upload.id)) return false;
        return advance(upload, ['completed', 'attention'], { afterState: `${removing}:${row.replacedBy}` });
      });
    },

    /** Records that the document of a replaced version was deleted, or belongs to another machine of the team now. */
    endReplaced(row: UploadRow, keptBy?: string): boolean {
      return advance(
        row,
        ['completed', 'attention'],
        { state: 'cancelled', contentId: null, code: null, detail: replacedDetail, afterState: null },
        {
          kind: 'replaced',
          detail: { by: row.replacedBy, contentId: row.contentId, ...(keptBy && { machine: keptBy }) },
        },
      );
    },
  };
}

import { replacedDetail, sendingStates } from '#shared/uploads/open-states.ts';
import type { UploadState } from '#shared/uploads/upload.ts';
import type { Database } from './database.ts';
import { hasCopy, isKnownElsewhere, olderVersions, unreadFile, unreadUpload } from './local-standing.ts';
import type { UploadMoves } from './upload-moves.ts';
import type { UploadAt, UploadPatch, UploadRow } from './upload-row.ts';

/** States in which an older version may still become a document. */
const underWay: readonly UploadState[] = [...sendingStates, 'processing', 'cancelling'];
/** States in which an upload without a document stays that until somebody acts. */
const ended: readonly UploadState[] = ['cancelled', 'attention'];
/** How the mark of a document begins whose deletion may have been sent. */
const removing = 'removing';

/**
 * Whether the document of a replaced version may be gone: it was written down that it is deleted, and not yet
 * that it is.
 */
export function isBeingRemoved({ afterState }: Pick<UploadRow, 'afterState'>): boolean {
  return afterState?.startsWith(removing) === true;
}

/**
 * Versions of one file, where the newest replaces the others (W7). An upload names the version before it in
 * `replaces`; the one whose bytes came in after it stands in `replaced_by`. A document is wanted as long as
 * the upload that made it is not replaced, a duplicate stands for it, or a former service or another profile
 * knows it: so it goes with the last of those, in whatever order they go.
 */
export function createVersions({ statement, transaction }: Database, moves: UploadMoves) {
  const { get, advance, supersede } = moves;

  /**
   * The version that this one takes the place of; none where the folder wants both, or the document is
   * another service's.
   */
  function before(newer: UploadRow): UploadRow | undefined {
    const { answer, changed } = newer.options;
    const wants = answer ?? changed;
    // A question that was cancelled or is still open has no document.
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

  /**
   * Leaves the document to the finisher if nobody wants it. The mark names `by`, so that no mark is taken for
   * an earlier one.
   */
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
      // It is the file's own document where the file only got back the bytes of an older version.
      const holder = get(Number(holderWithoutFile.get(older.id, older.duplicateOf)?.id));
      if (holder) advance(holder, [holder.state], mark);
    } else if (older.state === 'attention' && older.contentId === null) {
      advance(older, ['attention'], end, event);
    } else {
      advance(older, [older.state], mark);
      dropUnwanted(older.id, by);
    }
    // Whose bytes it stood for may have waited for it.
    if (older.duplicateOf !== null) dropUnwanted(older.duplicateOf, by);
  }

  return {
    /**
     * The bytes of this upload are a document: every version before it is replaced by it. False while one of
     * them may still become a document, and where the upload was changed since the caller looked. May be
     * repeated.
     */
    settle({ id, revision }: UploadAt): boolean {
      return transaction(() => {
        const line: UploadRow[] = [];
        const newest = get(id);
        if (newest?.revision !== revision) return false;
        for (let older = before(newest); older; older = before(older)) {
          if (underWay.includes(older.state)) return false;
          line.push(older);
          // What came before that was replaced together with it.
          if (older.replacedBy !== null) break;
        }
        for (const older of line) retire(older, id);
        return true;
      });
    },

    /**
     * Folders with another file of this version's size that Sluice has not read yet: it may be this version,
     * moved and perhaps touched since. Null for a file that was added by hand.
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
     * Writes down that the document of a replaced version is about to be deleted, unless a file still stands
     * for it: then false. From here on it goes, whoever comes to stand for it meanwhile: the answer may be
     * lost, and nobody could say that it is still there.
     */
    beginRemoval(upload: UploadAt): boolean {
      return transaction(() => {
        const row = get(upload.id);
        if (!row || isWanted(upload.id)) return false;
        return advance(upload, ['completed', 'attention'], { afterState: `${removing}:${row.replacedBy}` });
      });
    },

    /**
     * The document of a replaced version is deleted, or is another machine's of the team from here on.
     */
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

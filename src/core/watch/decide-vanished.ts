import { setImmediate as nextTurn } from 'node:timers/promises';
import type { WatchFolder } from '#shared/settings/watch-folder.ts';
import type { Database } from '../ledger/database.ts';
import { heldDeletes, markDeletes, markPassedOn } from '../ledger/pending-deletes.ts';
import { createWatchedVolumes } from '../ledger/watched-volumes.ts';
import { passesDeletesOn } from './local-deletes.ts';

export interface Decision {
  readonly choice: 'delete' | 'keep';
  /** The directory of a volume that is away, '' for the root; null for files that vanished together. */
  readonly place: string | null;
}

interface Deciding {
  readonly database: Database;
  /** Ids of the watch folders of the profile, into which a file may have been moved. */
  readonly ofProfile: readonly string[];
  now(): number;
  /** Queues the deletion of the documents of these uploads that nothing else stands for. */
  deleteDocuments(uploadIds: readonly number[]): void;
}

/**
 * A person says what became of files that vanished (W9): they are deleted on purpose and their documents are
 * to go, or they are not, and the documents stay. One that another file stands for, or may stand for once it
 * was read, goes only when nothing does any more. Where a volume is away, what lies in its place is the right one from then on: files that are
 * found there are known again, and of the others the documents go only once two passes have looked for them.
 * Answers how many files it concerned.
 */
export async function decideVanished(
  { database, ofProfile, now, deleteDocuments }: Deciding,
  folder: WatchFolder,
  { choice, place }: Decision,
): Promise<number> {
  return place === null ? decideTogether() : decidePlace(place);

  function decideTogether(): number {
    return database.transaction(() => {
      const held = heldDeletes(database, folder.id, ofProfile);
      const all = held.map(({ localFileId }) => localFileId);
      if (choice === 'keep') {
        markDeletes(database, all, 'kept', now());
        return all.length;
      }
      const clear = held.filter(({ isUnclear }) => isUnclear === 0);
      const ids = clear.map(({ localFileId }) => localFileId);
      markDeletes(database, all, 'DELETE_APPROVED', now());
      markDeletes(database, ids, 'deleted', now());
      deleteDocuments(clear.flatMap(({ uploadId }) => uploadId ?? []));
      markPassedOn(database, ids, 'DELETE_APPROVED', now());
      return all.length;
    });
  }

  async function decidePlace(directory: string): Promise<number> {
    const volumes = createWatchedVolumes(database);
    const passesOn = choice === 'delete' && passesDeletesOn(folder);
    let count = 0;
    for (const away of volumes.away(folder.id)) {
      if (away.directory !== directory) continue;
      // The mark is gone first: cut off in between, a pass marks what is left of them again.
      volumes.forget(folder.id, away.directory, away.device);
      for (const window of volumes.windows()) {
        count += volumes.giveUp(folder.id, away, window, passesOn ? 'DELETE_APPROVED' : 'kept', now());
        await nextTurn();
      }
    }
    return count;
  }
}

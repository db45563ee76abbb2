import type { Database } from './database.ts';
import type { GroupCommit } from './group-commit.ts';
import { ownMark, raiseOwnMark } from './own-identity.ts';

/** The ledger's mark, which rises before anything is sent that the ledger must know of (docs/adr/0002). */
export interface RaisingMark {
  /** Raises it with what is written in this turn: a transaction of its own costs more than a slot. */
  alongWithGroup(): void;
  /** What was written by itself is to be told from a copy made before: the next sync raises it first. */
  beforeNextSync(): void;
  raiseWhereDue(): Promise<void>;
  /** The mark that may stand outside once what is committed by now is on disk. */
  committed(): number;
}

export function createRaisingMark(database: Database, group: GroupCommit): RaisingMark {
  let isInGroup = false;
  let isDue = true;

  async function raise(): Promise<void> {
    try {
      await group.run(() => {
        isInGroup = false;
        return raiseOwnMark(database);
      });
    } catch (error) {
      isInGroup = false;
      isDue = true;
      throw error;
    }
  }

  return {
    alongWithGroup() {
      if (isInGroup) return;
      isInGroup = true;
      // Before what it is raised for, so that it is known when that is told. It failed: the sync does it.
      raise().catch(() => undefined);
    },
    beforeNextSync() {
      isDue = true;
    },
    async raiseWhereDue() {
      if (!isDue) return;
      isDue = false;
      const raised = raise();
      group.flush();
      await raised;
    },
    // Not what was answered, which comes later than a sync may begin that covers it.
    committed: () => ownMark(database),
  };
}

import type { FileStanding } from '#shared/bridge/folders.ts';
import type { WatchFolder } from '#shared/settings/watch-folder.ts';
import type { FileStat } from '#core/local/look.ts';
import type { Database } from '../ledger/database.ts';
import { createFacts } from '../ledger/facts.ts';
import { type FileInDirectory, listDirectory } from '../ledger/local-file-counts.ts';
import { standingOf } from './coverage.ts';
import { createFolderFacts } from './folder-facts.ts';
import { judgeAgain, judgeFirstRun, type Verdict } from './rules/judge-file.ts';

/** What the ledger knows of the entries of one directory of a watch folder. */
export interface KnownDirectory {
  /** What was decided for these bytes, or becomes of one that nobody looked at yet. */
  decided(name: string, stat: FileStat): Verdict | null;
  /** Where an entry stands; null where the watcher has not looked at it since it or the rules changed. */
  standing(name: string, stat: FileStat | null, verdict: Verdict | null): FileStanding | null;
  isTaken(name: string, stat: FileStat | null): boolean;
}

export interface KnownFolder {
  directory(directory: string): KnownDirectory;
}

export function createKnownFolder(
  database: Database,
  folder: WatchFolder,
  /** Its profile leads elsewhere than its history. */
  isElsewhere: boolean,
): KnownFolder {
  // Nothing is written by a look.
  const fact = createFolderFacts(createFacts(database), Date.now).get(folder.id);
  const begun = fact?.path === folder.path ? fact : undefined;

  function isFromBefore({ ctimeMs }: FileStat): boolean {
    return begun === undefined || !(begun.firstScanComplete || ctimeMs >= begun.addedAt);
  }

  return {
    directory(directory) {
      const rows = new Map(listDirectory(database, folder.id, directory).map((row) => [row.name, row]));
      return {
        decided(name, stat) {
          const row = rows.get(name);
          if (row) return fits(row, stat) ? judgeAgain(folder, row) : null;
          return isFromBefore(stat) ? judgeFirstRun(folder, begun?.isAfterLoss) : null;
        },
        isTaken(name, stat) {
          const row = rows.get(name);
          return row?.disposition === 'taken' && fits(row, stat);
        },
        standing(name, stat, verdict) {
          const row = rows.get(name);
          if (!row || !fits(row, stat) || !isStill(row, verdict)) return null;
          return standingOf(row, isElsewhere);
        },
      };
    },
  };
}

function fits(row: FileInDirectory, stat: FileStat | null): boolean {
  return stat?.kind !== 'file' || (row.size === stat.size && row.mtimeNs === stat.mtimeNs);
}

/** What was taken stays so, whatever rules say since. */
function isStill({ disposition, reason }: FileInDirectory, verdict: Verdict | null): boolean {
  if (disposition === 'taken') return true;
  if (verdict === null) return disposition === 'settling';
  return disposition === verdict.disposition && reason === verdict.reason;
}

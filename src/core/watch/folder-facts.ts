import type { WatchFolder } from '#shared/settings/watch-folder.ts';
import type { Facts } from '../ledger/facts.ts';
import { beginningsLostKey } from '../ledger/rebuild-fact.ts';
import type { ThreadFolder } from './thread/protocol.ts';

export interface FolderFact {
  readonly path: string;
  readonly addedAt: number;
  readonly firstScanComplete: boolean;
  /** The ledger was lost since the folder was added, so no one knows which files came after it. */
  readonly isAfterLoss?: true;
}

/**
 * Kernels stamp files by a clock that ticks 100 to 1,000 times a second, so a file may look that much older
 * than it is. What came within a tick counts as new: taken without need rather than left out. Milliseconds.
 */
const clockTick = 10;

/**
 * What the ledger remembers of a folder's beginnings: durable, so that a kill in the first scan changes
 * nothing. `moved` is called when a folder lies elsewhere than before.
 */
export function createFolderFacts(
  facts: Facts,
  now: () => number,
  moved: (folderId: string) => void = () => undefined,
) {
  const key = (folderId: string) => `watch.folder.${folderId}`;

  function get(folderId: string): FolderFact | undefined {
    return facts.get(key(folderId)) as FolderFact | undefined;
  }

  return {
    /** Undefined before the folder was watched for the first time. */
    get,
    /** Where a folder lay when it was last watched. */
    pathOf: (folderId: string): string | undefined => get(folderId)?.path,
    /** Notes when the folder was added, the first time it is seen; another path is another beginning. */
    begin(folder: WatchFolder): Omit<ThreadFolder, 'nested'> {
      const known = get(folder.id);
      const fact =
        known?.path === folder.path
          ? known
          : {
              path: folder.path,
              addedAt: Math.floor(now() - clockTick),
              firstScanComplete: false,
              ...(facts.get(beginningsLostKey) === true ? { isAfterLoss: true as const } : {}),
            };
      if (known && fact !== known) moved(folder.id);
      if (fact !== known) facts.set(key(folder.id), fact);
      return { folder, ...fact };
    },
    /** All folders have begun: a folder that begins later is a new one. */
    allBegun(): void {
      if (facts.get(beginningsLostKey) !== undefined) facts.delete(beginningsLostKey);
    },
    /** Whether no pass of the folder was complete yet. */
    isFirst: (folderId: string): boolean => get(folderId)?.firstScanComplete === false,
    /** A pass was complete. */
    passed(folderId: string): void {
      const known = get(folderId);
      if (known && !known.firstScanComplete) facts.set(key(folderId), { ...known, firstScanComplete: true });
    },
  };
}

export type FolderFacts = ReturnType<typeof createFolderFacts>;

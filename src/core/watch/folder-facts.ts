import type { WatchFolder } from '#shared/settings/watch-folder.ts';
import type { Facts } from '../ledger/facts.ts';
import { beginningsLostKey } from '../ledger/rebuild-fact.ts';
import type { ThreadFolder } from './thread/protocol.ts';

export interface FolderFact {
  readonly path: string;
  readonly addedAt: number;
  readonly firstScanComplete: boolean;
  /** A new path that was set while no agent ran, and when; ms since the epoch. */
  readonly next?: { readonly path: string; readonly at: number };
  /** A command added the folder before an agent ran: since then, old files may have got new permissions. */
  readonly isAnnounced?: true;
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
    begin(folder: WatchFolder): Omit<ThreadFolder, 'nested' | 'key'> {
      const { next, ...known }: Partial<FolderFact> = get(folder.id) ?? {};
      const since = next?.path === folder.path ? next.at : undefined;
      const fact =
        known.path === folder.path
          ? (known as FolderFact)
          : {
              path: folder.path,
              addedAt: since ?? Math.floor(now() - clockTick),
              firstScanComplete: false,
              ...(since === undefined ? {} : { isAnnounced: true as const }),
              ...(facts.get(beginningsLostKey) === true ? { isAfterLoss: true as const } : {}),
            };
      if (known.path !== undefined && fact !== known) moved(folder.id);
      if (fact !== known || next !== undefined) facts.set(key(folder.id), fact);
      return { folder, ...fact };
    },
    /** As `begin`, for a command: an agent that starts later knows which files arrived in between. */
    announce(folder: WatchFolder): void {
      const known = get(folder.id);
      const { path } = folder;
      if (known === undefined) {
        const { folder: _folder, ...begun } = this.begin(folder);
        facts.set(key(folder.id), { ...begun, isAnnounced: true });
        return;
      }
      const { next, ...rest } = known;
      if ((next?.path ?? rest.path) === path) return;
      const changed = { path, at: Math.floor(now() - clockTick) };
      facts.set(key(folder.id), rest.path === path ? rest : { ...rest, next: changed });
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

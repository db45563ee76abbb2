import { findNesting, type Nesting, type RootLook, type RootPlace } from '#core/local/nesting.ts';
import type { WatchFolder } from '#shared/settings/watch-folder.ts';
import type { HandedOver, HandOverRows } from '../ledger/hand-over-rows.ts';
import { judgeFirstRun } from './rules/judge-file.ts';

/** A folder that has local files and is watched no more. */
export interface FormerFolder extends RootPlace {
  /** It was watched until a moment ago, by this very agent. */
  readonly wasJustRemoved: boolean;
}

/** Whether the first pass of a watch folder is not complete yet. */
type IsFirst = (folderId: string) => boolean;

/**
 * Which local files belong to another watch folder now: those of a folder in which another one was added, and
 * those of a folder that was removed from within another one, or added again under another id. One owner a
 * path: that with the longest root.
 */
export async function findNewOwners(
  folders: readonly WatchFolder[],
  nesting: Nesting,
  former: readonly FormerFolder[],
  isFirst: IsFirst,
  look?: RootLook,
): Promise<HandedOver[]> {
  const handed: HandedOver[] = [];
  for (const outer of folders) {
    // The deepest first: its files are not for those that it lies in.
    for (const { id, path } of [...(nesting.inside.get(outer.id) ?? [])].sort(byDepth)) {
      const inner = folders.find((folder) => folder.id === id);
      if (!inner || path === '') continue;
      handed.push({ from: outer.id, to: id, profileId: inner.profileId, below: path, prefix: '' });
    }
  }
  return [...handed, ...(await takenBack(folders, former, isFirst, look))];
}

async function takenBack(
  folders: readonly WatchFolder[],
  former: readonly FormerFolder[],
  isFirst: IsFirst,
  look?: RootLook,
): Promise<HandedOver[]> {
  if (former.length === 0) return [];
  const { inside } = await findNesting([...folders, ...former], look);
  return former.flatMap(({ id, wasJustRemoved }) => {
    let best: { readonly folder: WatchFolder; readonly path: string } | undefined;
    for (const folder of folders) {
      for (const nested of inside.get(folder.id) ?? []) {
        if (nested.id !== id) continue;
        if (!best || nested.path.length < best.path.length) best = { folder, path: nested.path };
      }
    }
    if (!best) return [];
    // A file that was deleted while no folder watched it was not deleted in a folder that passes deletes on.
    // The first pass of a new folder keeps the documents of such files.
    if (best.folder.localDelete === 'delete' && !wasJustRemoved && !isFirst(best.folder.id)) return [];
    const { folder, path } = best;
    // Some of them arrived while the removed folder was watched.
    const unsent = judgeFirstRun(folder, true);
    return [{ from: id, to: folder.id, profileId: folder.profileId, below: '', prefix: path, unsent }];
  });
}

function byDepth(one: { readonly path: string }, other: { readonly path: string }): number {
  return other.path.length - one.path.length;
}

/** Gives the files over, a few at a time: in between others have their turn. */
export async function giveToNewOwners(
  rows: HandOverRows,
  handed: readonly HandedOver[],
  pause: () => Promise<unknown>,
): Promise<number> {
  let given = 0;
  for (const one of handed) {
    for (let after: number | undefined = 0; after !== undefined; ) {
      const batch = rows.give(one, after, 500);
      given += batch.given;
      after = batch.last;
      if (after !== undefined) await pause();
    }
  }
  return given;
}

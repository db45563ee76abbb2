import { resolve } from 'node:path';
import { isAtOrBelow, wayBelow } from '#core/local/below.ts';
import { findNesting, type Nesting, type RootLook, withOwn } from '#core/local/nesting.ts';
import type { FolderRef } from '#shared/bridge/folders.ts';
import { type PrivacyField, privacyFields } from '#shared/settings/fields.ts';
import type { WatchFolder } from '#shared/settings/watch-folder.ts';

/** The one watch folder that decides about a file, and where the file lies in it. */
export interface Owner {
  readonly folder: WatchFolder;
  /** Below the folder's root, forward slashes. */
  readonly relativePath: string;
}

/** Who decides about which path: always one folder, that with the longest root. */
export interface Owners {
  readonly folders: readonly WatchFolder[];
  readonly nesting: Nesting;
  /** The folder with this id, if there is one now. */
  folder(id: string): WatchFolder | undefined;
  /** Undefined for what lies in no watch folder. */
  ownerOf(path: string): Owner | undefined;
  /**
   * The folder nested deepest in that one which holds the path below its root: where a link in it really
   * leads.
   */
  within(owner: Owner): Owner;
}

/** How long what was found out about the roots holds, ms: links may be led elsewhere, drives come and go. */
const holds = 60_000;
/** The same while a root could not be looked at. */
const holdsIncomplete = 5_000;

/**
 * Keeps the owners of the folders in force; looks at the roots again when those change, or after a while.
 *
 * @param own Sluice's data folder, which no watch folder around it walks into: keys and copies of documents
 *   lie there
 */
export function createFolderOwners(
  folders: () => readonly WatchFolder[],
  monotonic: () => number,
  look?: RootLook,
  own?: string,
): () => Promise<Owners> {
  let known: { readonly roots: string; readonly until: number; readonly nesting: Nesting } | undefined;
  let looking: { readonly roots: string; readonly nesting: Promise<Nesting> } | undefined;
  let last: Owners | undefined;

  async function nestingOf(roots: string, current: readonly WatchFolder[]): Promise<Nesting> {
    if (known?.roots === roots && monotonic() < known.until) return known.nesting;
    if (looking?.roots !== roots) looking = { roots, nesting: findNesting(withOwn(current, own), look) };
    const nesting = await looking.nesting;
    if (looking?.roots === roots) looking = undefined;
    const isComplete = nesting.realPaths.size === withOwn(current, own).length;
    known = { roots, nesting, until: monotonic() + (isComplete ? holds : holdsIncomplete) };
    return nesting;
  }

  return async () => {
    for (;;) {
      const current = folders();
      if (last && last.folders === current && last.nesting === known?.nesting && monotonic() < known.until) {
        return last;
      }
      const nesting = await nestingOf(rootsOf(current), current);
      // They may have been changed while the roots were looked at.
      const now = folders();
      if (rootsOf(now) !== rootsOf(current)) continue;
      if (last?.folders !== now || last.nesting !== nesting) last = ownersOf(now, nesting);
      return last;
    }
  };
}

function rootsOf(folders: readonly WatchFolder[]): string {
  return JSON.stringify(folders.map(({ id, path }) => [id, path]));
}

export function ownersOf(folders: readonly WatchFolder[], nesting: Nesting): Owners {
  const byId = new Map(folders.map((folder) => [folder.id as string, folder]));
  const roots = folders.map((folder) => ({ folder, root: resolve(folder.path) }));

  return {
    folders,
    nesting,
    folder: (id) => byId.get(id),
    within: innermost,
    ownerOf(path) {
      let best: Owner | undefined;
      let length = -1;
      for (const { folder, root } of roots) {
        if (root.length < length) continue;
        const relativePath = wayBelow(path, root);
        if (!relativePath) continue;
        if (best && root.length === length && !isMorePrivate(folder, best.folder)) continue;
        best = { folder, relativePath };
        length = root.length;
      }
      return best && innermost(best);
    },
  };

  /** The folder nested deepest in that one which holds the file too. */
  function innermost(outer: Owner): Owner {
    let best = outer;
    let length = 0;
    for (const { id, path } of nesting.inside.get(outer.folder.id) ?? []) {
      const folder = byId.get(id);
      const relativePath = outer.relativePath.slice(path === '' ? 0 : path.length + 1);
      if (!folder || relativePath === '' || path.length < length) continue;
      if (!isAtOrBelow(outer.relativePath, path)) continue;
      // Two folders with the same root: the more private one has it.
      if (path.length === length && !isMorePrivate(folder, best.folder)) continue;
      best = { folder, relativePath };
      length = path.length;
    }
    return best;
  }
}

export interface Neighbours {
  /** The folder directly around it, whose files these would be without it. */
  readonly outer?: FolderRef;
  /** The folders in it that have their files for themselves. */
  readonly inner?: FolderRef[];
}

/** Which folders lie around and in a folder. */
export function neighboursOf({ folders, nesting }: Owners, { id }: Pick<WatchFolder, 'id'>): Neighbours {
  const ref = (folder: WatchFolder): FolderRef => {
    const { id: folderId, label, path, share } = folder;
    return { id: folderId, label, path, share };
  };
  const inner = folders.filter((folder) =>
    nesting.inside.get(id)?.some((nested) => nested.id === folder.id && nested.path !== ''),
  );
  let outer: { readonly folder: WatchFolder; readonly way: string } | undefined;
  for (const folder of folders) {
    for (const nested of nesting.inside.get(folder.id) ?? []) {
      if (nested.id !== id || nested.path === '') continue;
      if (!outer || nested.path.length < outer.way.length) outer = { folder, way: nested.path };
    }
  }
  return {
    ...(outer === undefined ? {} : { outer: ref(outer.folder) }),
    ...(inner.length === 0 ? {} : { inner: inner.map(ref) }),
  };
}

type Privacy = Pick<WatchFolder, PrivacyField>;

/** Whether fewer people would see it, it would be found less, or kept less long. */
export function isMorePrivate(one: Privacy, other: Privacy): boolean {
  return privacyFields.some(([name, when]) => one[name] === when && other[name] !== when);
}

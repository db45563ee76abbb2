import { win32 } from 'node:path';
import { wayBelow } from '#core/local/below.ts';
import { type DirectoryWatcher, type DirectoryWatcherEvents, limitCodes } from './directory-watcher.ts';
import { asAsked, UnscannedWatcher } from './unscanned-watcher.ts';

export interface TreeWatcherEvents extends DirectoryWatcherEvents {
  /** Something happened, and the system does not say where: everything is to be looked at. */
  somewhere(): void;
  /** The watch ended by itself; the next `add` sets up another. */
  lost(error: unknown): void;
}

/**
 * Whether a root is watched as a whole. Windows and macOS can do that. With a watch for each directory
 * Windows keeps one open in every one, and no directory above it can be renamed
 * (https://github.com/paulmillr/chokidar/issues/1380, 1281, 611).
 */
export function watchesWhole(platform: string): boolean {
  return platform === 'win32' || platform === 'darwin';
}

/**
 * Watches a root with all that lies in it by one watch of the system. What it tells of directories that were
 * not given is dropped: they are left out, or not known yet, and found then by who looks at their parent.
 *
 * chokidar does this only without `depth`; all but the root is ignored, so that it looks at nothing and
 * remembers nothing of it.
 *
 * @param real answers where the root really is: of one that is a link chokidar watches the link alone
 */
export function createTreeWatcher(
  root: string,
  real: () => Promise<string>,
  events: TreeWatcherEvents,
): DirectoryWatcher {
  const known = new Set<string>();
  let watcher: UnscannedWatcher | undefined;
  let ready: Promise<void> | undefined;
  let isClosed = false;

  async function begin(): Promise<void> {
    const place = await real();
    if (isClosed) return;
    const mine = new UnscannedWatcher({
      backend: 'native-recursive',
      ignoreInitial: true,
      followSymlinks: false,
      atomic: false,
      ignored: (path) => wayBelow(asAsked(path), asAsked(place)) !== '',
    });
    watcher = mine;
    const { promise, resolve } = Promise.withResolvers<void>();
    mine.once('ready', resolve);
    mine.on('raw', (event, way) => {
      if (watcher !== mine) return;
      const hint = hintOf(way, process.platform, place);
      if (hint === null) events.somewhere();
      else if (known.has(hint.directory)) {
        const directory = hint.directory === '' ? root : `${root}/${hint.directory}`;
        events.hint(directory, hint.name, event === 'rename');
      }
    });
    mine.on('error', (error) => {
      if (watcher !== mine) return;
      watcher = undefined;
      ready = undefined;
      resolve();
      mine.close().catch(events.error);
      const code = (error as NodeJS.ErrnoException).code ?? '';
      if (limitCodes.has(code)) events.limit(code);
      else events.lost(error);
    });
    mine.add(place);
    await promise;
  }

  return {
    async add(directories) {
      for (const path of directories) {
        const way = wayBelow(path, root);
        if (way !== undefined) known.add(way);
      }
      ready ??= begin();
      await ready;
    },
    remove(directories) {
      for (const path of directories) known.delete(wayBelow(path, root) ?? path);
    },
    async close() {
      isClosed = true;
      const closing = watcher;
      watcher = undefined;
      ready = undefined;
      known.clear();
      await closing?.close();
    },
  };
}

/**
 * The directory (relative to the root, forward slashes) and the name that an event tells of; null when it
 * tells of none, as Windows does when more happened than it remembers. A name that is not text cannot be
 * asked for; its directory can be looked through.
 *
 * @param place the root as the system knows it
 */
export function hintOf(
  way: string | null | undefined,
  platform: string,
  place: string,
): { directory: string; name: string | null } | null {
  if (!way) return null;
  const parts = platform === 'win32' ? partsOnWindows(way, place) : way.split('/');
  if (parts === null) return null;
  const name = parts.pop() ?? '';
  if (parts.some((part) => part.includes('\uFFFD'))) return null;
  return { directory: parts.join('/'), name: name.includes('\uFFFD') ? null : name };
}

/** Windows may tell a whole path, as chokidar knows too; null for the root itself and what lies elsewhere. */
function partsOnWindows(way: string, place: string): string[] | null {
  if (!win32.isAbsolute(way)) return way.split(/[\\/]/);
  const below = win32.relative(win32.toNamespacedPath(place), win32.toNamespacedPath(way));
  const parts = below.split('\\');
  return below === '' || parts[0] === '..' || win32.isAbsolute(below) ? null : parts;
}

import { lstatSync, readlinkSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { isAtOrBelow } from './below.ts';
import { readMountTable } from './mount-table.ts';

/**
 * File systems whose answers come over a network or from a program, as proc_pid_mountinfo(5) names them; FUSE
 * has a name for each program (`fuse.sshfs`). Any of them may stop answering for good.
 */
const doubtfulTypes = new Set([
  ...['nfs', 'nfs4', 'cifs', 'smb3', 'smbfs', 'fuse', 'fuseblk', '9p', 'afs', 'ceph', 'ncpfs', 'coda'],
  ...[
    'vboxsf',
    'lustre',
    'gfs2',
    'ocfs2',
    'ocfs2_dlmfs',
    'autofs',
    'virtiofs',
    'glusterfs',
    'beegfs',
    'gpfs',
  ],
]);

/** How long the table of mounts that was read is believed, ms. */
const believedMs = 1_000;
/** As many links on one way as Linux follows (path_resolution(7)). */
const mostLinks = 40;

/**
 * Says which drive that may hang a path lies on, without touching the drive: by the table of mounts, and
 * links on the way to it.
 */
export interface DoubtfulMounts {
  /** The directory such a drive is mounted at; undefined for what this machine answers for itself. */
  of(path: string): string | undefined;
  /** Whether a drive that may hang is mounted at or below a directory. */
  below(directory: string): boolean;
}

/**
 * Where a way leads, links resolved, and the drive that may hang which it ends on; what lies beyond that was
 * not looked at.
 */
interface WayEnd {
  readonly path: string;
  readonly drive?: string;
}

/** `table` stands in for the system's. */
export function createDoubtfulMounts(table?: string, platform = process.platform): DoubtfulMounts {
  if (platform !== 'linux') {
    return { of: (path) => mountByName(path, platform), below: () => false };
  }
  let readAt = Number.NEGATIVE_INFINITY;
  let points: ReadonlySet<string> = new Set();
  let directories = new Map<string, WayEnd>();

  function current(): ReadonlySet<string> {
    if (performance.now() - readAt < believedMs) return points;
    points = readPoints(table);
    directories = new Map();
    readAt = performance.now();
    return points;
  }

  /**
   * Goes the way from `/`, link by link, up to where the first such drive begins: beyond it nothing is looked
   * at.
   */
  function follow(path: string, links: number): WayEnd {
    const parent = dirname(path);
    if (parent === path) return { path };
    const before = ofDirectory(parent);
    const here = join(before.path, basename(path));
    if (before.drive !== undefined || points.has(here)) return { path: here, drive: innermost(here, points) };
    const target = links > 0 ? linkTarget(here) : undefined;
    return target === undefined ? { path: here } : follow(resolve(before.path, target), links - 1);
  }

  /** Gone once for all that lies in it: a file costs one look. */
  function ofDirectory(directory: string): WayEnd {
    const known = directories.get(directory);
    if (known !== undefined) return known;
    // Met again on its own way it is a loop, which leads nowhere.
    directories.set(directory, { path: directory });
    const end = follow(directory, mostLinks);
    directories.set(directory, end);
    return end;
  }

  return {
    of: (path) => (current().size === 0 ? undefined : follow(resolve(path), mostLinks).drive),
    below: (directory) => [...current()].some((point) => isAtOrBelow(point, directory)),
  };
}

/**
 * Elsewhere than on Linux only names tell: a share's address on Windows, and what is mounted beside the
 * system's disk on a Mac.
 */
function mountByName(path: string, platform: string): string | undefined {
  const pattern = platform === 'win32' ? /^[\\/]{2}[^\\/?.][^\\/]*[\\/][^\\/]+/ : /^\/Volumes\/[^/]+/;
  return pattern.exec(path)?.[0];
}

function readPoints(table: string | undefined): Set<string> {
  const points = new Set<string>();
  for (const { point, type } of readMountTable(table)) {
    // Where the system itself lies on such a drive, Sluice hangs with it anyway.
    if (point === '/') continue;
    // The last line for a directory is what lies on top there.
    if (doubtfulTypes.has(type) || type.startsWith('fuse.')) points.add(point);
    else if (points.has(point) && type !== 'autofs') points.delete(point);
  }
  return points;
}

function innermost(path: string, points: ReadonlySet<string>): string {
  let best = '';
  for (const point of points) if (point.length > best.length && isAtOrBelow(path, point)) best = point;
  return best;
}

function linkTarget(path: string): string | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(path) : undefined;
  } catch {
    return undefined;
  }
}

import { lstatSync, readFileSync, readlinkSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { isAtOrBelow } from './below.ts';
import { unescapeOctal } from './mounts.ts';

/**
 * File systems whose answers come over a network or from a program, as proc_pid_mountinfo(5) names them; FUSE has a name for each
 * program (`fuse.sshfs`). Any of them may stop answering for good.
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

/** Says which drive that may hang a path lies on, without touching the drive: by the table of mounts, and links on the way to it. */
export interface DoubtfulMounts {
  /** The directory such a drive is mounted at; undefined for what this machine answers for itself. */
  of(path: string): string | undefined;
  /** Whether a drive that may hang is mounted at or below a directory. */
  below(directory: string): boolean;
}

/** `table` stands in for the system's. */
export function createDoubtfulMounts(
  table = '/proc/self/mountinfo',
  platform = process.platform,
): DoubtfulMounts {
  if (platform !== 'linux') {
    return { of: (path) => mountByName(path, platform), below: () => false };
  }
  let readAt = Number.NEGATIVE_INFINITY;
  let points: ReadonlySet<string> = new Set();
  let known = new Map<string, string | undefined>();

  function current(): ReadonlySet<string> {
    if (performance.now() - readAt < believedMs) return points;
    points = readPoints(table);
    known = new Map();
    readAt = performance.now();
    return points;
  }

  /** Of the directory the file lies in, so that many files cost one look. */
  function ofDirectory(directory: string): string | undefined {
    if (!known.has(directory)) known.set(directory, findOnWay(directory, points, mostLinks));
    return known.get(directory);
  }

  return {
    of(path) {
      if (current().size === 0) return undefined;
      const directory = ofDirectory(dirname(path));
      return directory ?? findOnWay(path, points, mostLinks);
    },
    below: (directory) => [...current()].some((point) => isAtOrBelow(point, directory)),
  };
}

/** Elsewhere than on Linux only names tell: a share's address on Windows, and what is mounted beside the system's disk on a Mac. */
function mountByName(path: string, platform: string): string | undefined {
  const pattern = platform === 'win32' ? /^[\\/]{2}[^\\/?.][^\\/]*[\\/][^\\/]+/ : /^\/Volumes\/[^/]+/;
  return pattern.exec(path)?.[0];
}

function readPoints(table: string): Set<string> {
  const points = new Set<string>();
  let text = '';
  try {
    text = readFileSync(table, 'utf8');
  } catch {
    // No table: nothing is known to be doubtful.
  }
  for (const line of text.split('\n')) {
    const [before = '', after = ''] = line.split(' - ');
    const point = unescapeOctal(before.split(' ')[4] ?? '');
    const type = after.split(' ')[0] ?? '';
    // Where the system itself lies on such a drive, Sluice hangs with it anyway.
    if (point === '' || point === '/') continue;
    // The last line for a directory is what lies on top there.
    if (doubtfulTypes.has(type) || type.startsWith('fuse.')) points.add(point);
    else if (points.has(point) && type !== 'autofs') points.delete(point);
  }
  return points;
}

/** Goes the way from `/`, link by link, up to where the first such drive begins: beyond it nothing is looked at. */
function findOnWay(path: string, points: ReadonlySet<string>, links: number): string | undefined {
  const absolute = resolve(path);
  for (let end = absolute.indexOf('/', 1); ; end = absolute.indexOf('/', end + 1)) {
    const part = end < 0 ? absolute : absolute.slice(0, end);
    if (points.has(part)) return innermost(absolute, points);
    const target = linkTarget(part);
    if (target !== undefined && links > 0) {
      const rest = end < 0 ? '' : absolute.slice(end);
      return findOnWay(resolve(dirname(part), target) + rest, points, links - 1);
    }
    if (end < 0) return undefined;
  }
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

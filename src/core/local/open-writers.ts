import { lstatSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createDoubtfulMounts, type DoubtfulMounts } from './doubtful-mounts.ts';

export interface WriterCandidate {
  readonly device: string;
  readonly inode: string;
  /** Monotonic milliseconds of the last change seen; a scan from before it proves nothing. */
  readonly changedAt: number;
}

/**
 * Finds files that some process has open for writing: a copy that stalls half-way keeps its file open (W1).
 */
export interface OpenWriters {
  /** The candidates that are open for writing. Without /proc, or what may not be read of it: none. */
  find<C extends WriterCandidate>(candidates: readonly C[]): Promise<Set<C>>;
}

/** A scan serves all candidates of this long. Milliseconds. */
const scanValidFor = 1000;
/** Longest stretch without giving other work a turn. Milliseconds. */
const slice = 8;

interface Scan {
  readonly startedAt: number;
  /** Inode → the entries below /proc that have it open for writing; the device is compared on demand. */
  readonly byInode: Map<string, string[]>;
}

export function createOpenWriters(
  monotonic: () => number,
  procRoot = '/proc',
  mounts: Pick<DoubtfulMounts, 'of'> = createDoubtfulMounts(),
): OpenWriters {
  let last: Scan | undefined;
  let running: Promise<Scan> | undefined;

  async function scanSince(time: number): Promise<Scan> {
    const usable = last && last.startedAt >= time && monotonic() - last.startedAt < scanValidFor;
    if (usable && last) return last;
    // A scan under way may have passed the file already: wait for it, then look again.
    while (running) await running;
    running = scan(procRoot, monotonic).finally(() => {
      running = undefined;
    });
    last = await running;
    return last;
  }

  return {
    async find(candidates) {
      const found = new Set<(typeof candidates)[number]>();
      if (candidates.length === 0 || process.platform !== 'linux') return found;
      const { byInode } = await scanSince(
        candidates.reduce((latest, { changedAt }) => Math.max(latest, changedAt), 0),
      );
      for (const candidate of candidates) {
        for (const path of byInode.get(candidate.inode) ?? []) {
          if (await isOn(path, candidate, mounts)) found.add(candidate);
        }
      }
      return found;
    },
  };
}

async function scan(procRoot: string, monotonic: () => number): Promise<Scan> {
  const startedAt = monotonic();
  const byInode = new Map<string, string[]>();
  let turnAt = performance.now() + slice;
  for (const pid of list(procRoot)) {
    if (!/^\d+$/.test(pid)) continue;
    for (const descriptor of list(`${procRoot}/${pid}/fd`)) {
      const inode = writtenInode(`${procRoot}/${pid}`, descriptor);
      if (inode !== undefined) {
        const path = `${procRoot}/${pid}/fd/${descriptor}`;
        const paths = byInode.get(inode);
        if (paths) paths.push(path);
        else byInode.set(inode, [path]);
      }
      if (performance.now() > turnAt) {
        await nextTurn();
        turnAt = performance.now() + slice;
      }
    }
  }
  return { startedAt, byInode };
}

/** Of the link below /proc to an open file: that it may be written to (proc_pid_fd(5)). */
const forWriting = 0o200;
/** Devices and the kernel's own; memory as a folder holds files as any other. */
const isNoDocument = /^\/(?:dev\/(?!shm\/)|proc\/|sys\/)/;

/**
 * The inode of a regular file that this descriptor may write to, without touching the file's own file system.
 * Most files that are open are only read: the link says so, for an eighth of what its `fdinfo` costs.
 */
function writtenInode(processRoot: string, descriptor: string): string | undefined {
  const link = `${processRoot}/fd/${descriptor}`;
  try {
    const target = readlinkSync(link);
    if (!target.startsWith('/') || isNoDocument.test(target)) return undefined;
    if ((lstatSync(link).mode & forWriting) === 0) return undefined;
    const info = readFileSync(`${processRoot}/fdinfo/${descriptor}`, 'latin1');
    // Kernels before 5.14 do not say the inode here.
    return /^ino:\s*(\d+)/m.exec(info)?.[1] ?? String(statSync(link, { bigint: true }).ino);
  } catch {
    return undefined;
  }
}

/**
 * A file on a drive that may hang is not looked at: the number of its inode has to do. At worst another file
 * waits for it.
 */
async function isOn(
  path: string,
  { device, inode }: WriterCandidate,
  mounts: Pick<DoubtfulMounts, 'of'>,
): Promise<boolean> {
  try {
    if (mounts.of(readlinkSync(path)) !== undefined) return true;
    const stats = await stat(path, { bigint: true });
    return String(stats.dev) === device && String(stats.ino) === inode;
  } catch {
    return false;
  }
}

function list(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

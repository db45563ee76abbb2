import { execFileSync, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { until } from './engine-fixture.ts';

/** Drives that a test mounts below its own folders and takes away again. */
export interface Drives {
  /**
   * `mounted`: the system's own mounts. `pretended`: directories swapped by renaming, and a table of mounts
   * of our own.
   */
  readonly how: 'mounted' | 'pretended';
  /** What the watch is told to read as the table of mounts; undefined where it reads the system's. */
  readonly mountTable: string | undefined;
  /** A drive of its own, empty, and not mounted yet. */
  create(name: string): Drive;
}

export interface Drive {
  /** Absolute; where its files are reached while it is not mounted. */
  readonly home: string;
  /** Mounts it over the directory, which is made if need be. */
  mount(at: string): void;
  /** Takes it away, also while it is in use, as when a plug is pulled. */
  unmount(): void;
}

let answer: boolean | undefined;

/**
 * Whether this process may mount: root in its own namespace, on Linux. Tried once, in a folder of its own.
 */
export function canMount(): boolean {
  answer ??= tryToMount();
  return answer;
}

function tryToMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  const directory = mkdtempSync(join(tmpdir(), 'sluice-mount-'));
  try {
    mountTmpfs(directory);
    unmountNow(directory);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Real drives where the system lets us, else pretended ones. `base` is a folder of the test's own. */
export function createDrives(base: string, how: Drives['how']): Drives {
  return how === 'mounted' ? mountedDrives(base) : pretendedDrives(base);
}

/** Shows a directory at another place too, until the test ends. */
export function bindMount(from: string, at: string): void {
  mkdirSync(at, { recursive: true });
  execFileSync('mount', ['--bind', from, at]);
  onTestFinished(() => unmountQuietly(at));
}

/**
 * Each drive is a tmpfs held elsewhere in `base` and bound to where it is mounted, so that it survives being
 * unmounted.
 */
function mountedDrives(base: string): Drives {
  return {
    how: 'mounted',
    mountTable: undefined,
    create(name) {
      const home = join(base, `drive-${name}`);
      mkdirSync(home);
      mountTmpfs(home);
      const mounted = [home];
      let place: string | undefined;
      // What is registered last runs first: before the folders of the test are removed.
      onTestFinished(() => {
        for (const path of mounted.reverse()) unmountQuietly(path);
      });
      return {
        home,
        mount(at) {
          mkdirSync(at, { recursive: true });
          execFileSync('mount', ['--bind', home, at]);
          mounted.push(at);
          place = at;
        },
        unmount() {
          if (place !== undefined) unmountNow(place);
          place = undefined;
        },
      };
    },
  };
}

/**
 * The same as the watch sees it: another directory at the path, and a line of the table that says so or does
 * not any more. The table changes while nothing is at the path: a real mount changes both at once.
 */
function pretendedDrives(base: string): Drives {
  const mountTable = join(base, 'mountinfo');
  const lines = new Map<string, string>();
  const table = () => ['1 0 8:1 / / rw - ext4 /dev/pretended rw', ...lines.values(), ''].join('\n');
  writeFileSync(mountTable, table());
  // A reader finds the whole old table or the whole new one, which is written first: the swap takes no longer
  // than three renames.
  const swap = (out: readonly [string, string], back: readonly [string, string]) => {
    writeFileSync(`${mountTable}.new`, table());
    renameSync(...out);
    renameSync(`${mountTable}.new`, mountTable);
    renameSync(...back);
  };
  return {
    how: 'pretended',
    mountTable,
    create(name) {
      const home = join(base, `drive-${name}`);
      mkdirSync(home);
      let place: string | undefined;
      return {
        home,
        mount(at) {
          mkdirSync(at, { recursive: true });
          lines.set(at, `2 1 8:1 /${name} ${at} rw - pretended drive-${name} rw`);
          swap([at, `${home}-covers`], [home, at]);
          place = at;
        },
        unmount() {
          if (place === undefined) return;
          lines.delete(place);
          swap([place, home], [`${home}-covers`, place]);
          place = undefined;
        },
      };
    },
  };
}

export interface FuseMount {
  unmount(): void;
  /** Stops its program: whatever asks for a file there waits. */
  hang(): void;
  goOn(): void;
  /** Ends its program: the directory is still a mount then, of which nothing can be asked. */
  kill(): Promise<void>;
}

/** A FUSE mount that mirrors a directory, at another one. Only where `hasFuse`. */
export async function mountFuse(from: string, at: string): Promise<FuseMount> {
  mkdirSync(at, { recursive: true });
  const program = spawn('bindfs', ['-f', from, at], { stdio: 'ignore' });
  const exited = new Promise<void>((resolve) => program.once('exit', () => resolve()));
  onTestFinished(async () => {
    program.kill('SIGCONT');
    unmountQuietly(at);
    program.kill('SIGKILL');
    await exited;
  });
  await until('the FUSE mount', () => readFileSync('/proc/self/mountinfo', 'utf8').includes(` ${at} `));
  return {
    unmount: () => unmountNow(at),
    hang: () => void program.kill('SIGSTOP'),
    goOn: () => void program.kill('SIGCONT'),
    async kill() {
      program.kill('SIGKILL');
      await exited;
    },
  };
}

export function hasFuse(): boolean {
  if (!canMount()) return false;
  try {
    execFileSync('bindfs', ['--version'], { stdio: 'ignore' });
    return readFileSync('/proc/filesystems', 'utf8').includes('fuse') && readdirSync('/dev').includes('fuse');
  } catch {
    return false;
  }
}

/** Whether this process may mount images as disks. */
export function hasLoopDevices(): boolean {
  return canMount() && existsSync('/dev/loop-control') && existsSync('/sbin/mkfs.ext4');
}

/** Disks at a directory in turn, each with the same number of device. Only where `hasLoopDevices`. */
export function createSlot(base: string, at: string): { insert(name: string): Promise<void> } {
  mkdirSync(at, { recursive: true });
  const made = new Map<string, string>();
  let device: string | undefined;
  const attach = (image: string) => {
    const where = device === undefined ? ['--find', '--show', image] : [device, image];
    const said = execFileSync('losetup', where, { encoding: 'utf8' });
    device ??= said.trim();
    execFileSync('mount', [device, at]);
  };
  const eject = () => {
    if (device === undefined) return;
    execFileSync('umount', [at], { stdio: 'ignore' });
    execFileSync('losetup', ['--detach', device]);
  };
  onTestFinished(() => {
    unmountQuietly(at);
    if (device !== undefined) execFileSync('losetup', ['--detach', device]);
  });
  return {
    async insert(name) {
      const image = made.get(name) ?? join(base, `${name}.img`);
      if (!made.has(name)) {
        writeFileSync(image, '');
        truncateSync(image, 8 * 1024 * 1024);
        // Its root tells when it was made only to the second.
        const env = { ...process.env, E2FSPROGS_FAKE_TIME: String(1_700_000_000 + made.size) };
        execFileSync('/sbin/mkfs.ext4', ['-q', image], { env });
        made.set(name, image);
      }
      await until('the disk before it is let go', () => {
        try {
          eject();
          return true;
        } catch {
          return false;
        }
      });
      attach(image);
    },
  };
}

function mountTmpfs(at: string, size = '8m'): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', at], { stdio: 'ignore' });
}

/** A disk of 1 MB at a directory, until the test ends; `free` makes it larger. Only where `canMount`. */
export function mountSmallDisk(at: string): { fill(): void; free(): void; unmount(): void } {
  mkdirSync(at, { recursive: true });
  mountTmpfs(at, '1m');
  onTestFinished(() => unmountQuietly(at));
  const filler = join(at, 'filler');
  return {
    fill() {
      for (const size of [4096, 1])
        try {
          for (;;) writeFileSync(filler, Buffer.alloc(size), { flag: 'a' });
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        }
    },
    free: () => void execFileSync('mount', ['-o', 'remount,size=8m', at]),
    unmount: () => unmountNow(at),
  };
}

function unmountNow(at: string): void {
  execFileSync('umount', ['-l', at], { stdio: 'ignore' });
}

/** At the end of a test it may be away already. */
function unmountQuietly(at: string): void {
  try {
    unmountNow(at);
  } catch {
    // Not mounted any more.
  }
}

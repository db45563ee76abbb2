import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isAtOrBelow, wayBelow } from './below.ts';
import { type FileStat, patientLook } from './look.ts';
import { type MountLine, readMountTable } from './mount-table.ts';

/** A volume that is mounted. */
export interface Mount {
  /** Absolute path of the directory it lies on. */
  readonly point: string;
  /** What is mounted there, in words that hold over a reboot where the system knows any. */
  readonly volume: string;
  /**
   * True where those words belong to this one volume alone: an identifier of its own, or an address on a
   * server.
   */
  readonly unique: boolean;
}

/** The mounts that a root is made of. */
export interface RootMounts {
  /** The one it lies on itself; undefined where the system keeps no table. */
  readonly own: Mount | undefined;
  /** Those below it, the deepest first, by the root's own spelling of its path. */
  readonly below: readonly Mount[];
  /** Of those below: the ones that the numbers of devices do not tell from what they lie on. */
  readonly disguised: readonly Mount[];
}

/** `table` stands in for the system's, as proc_pid_mountinfo(5) has it. */
export async function mountsOfRoot(
  root: string,
  table?: string,
  stat: (path: string) => FileStat | null | Promise<FileStat | null> = patientLook.stat,
): Promise<RootMounts> {
  const real = await realpath(root).catch(() => root);
  const mounts = toMounts(readMountTable(table));
  const below = mounts
    .flatMap((mount) => {
      const way = wayBelow(mount.point, real);
      return way ? [{ ...mount, point: `${root}/${way}` }] : [];
    })
    .sort((one, two) => two.point.length - one.point.length);
  const disguised: Mount[] = [];
  for (const mount of below) {
    const [there, parent] = await Promise.all([stat(mount.point), stat(dirname(mount.point))]);
    if (there && there.device === parent?.device) disguised.push(mount);
  }
  return { own: mountOf(real, mounts), below, disguised };
}

/**
 * `identifiers` answers the UUIDs of block devices by their path, `identifierOf` that of one by its number;
 * they are asked only where there are any.
 */
export function toMounts(
  lines: readonly MountLine[],
  identifiers: () => ReadonlyMap<string, string> = readIdentifiers,
  identifierOf: (number: string) => string | undefined = readIdentifier,
): Mount[] {
  let known: ReadonlyMap<string, string> | undefined;
  return lines.map(({ number, point, root, type, source }) => {
    const isDevice = source.startsWith('/dev/');
    if (isDevice) known ??= identifiers();
    const identifier = known?.get(source) ?? (isDevice ? identifierOf(number) : undefined);
    const unique = identifier !== undefined || /^\/\/|^[^/]+:/.test(source);
    return { point, volume: `${type} ${identifier ?? source} ${root}`, unique };
  });
}

/** The mount a path lies on. */
export function mountOf(path: string, mounts: readonly Mount[]): Mount | undefined {
  let best: Mount | undefined;
  for (const mount of mounts) {
    if (isAtOrBelow(path, mount.point) && (best === undefined || mount.point.length >= best.point.length)) {
      best = mount;
    }
  }
  return best;
}

const byIdentifier = '/dev/disk/by-uuid';

/** Device path → UUID of the file system on it: a drive that is plugged in again may get another letter. */
function readIdentifiers(): Map<string, string> {
  const found = new Map<string, string>();
  try {
    for (const name of readdirSync(byIdentifier)) {
      found.set(realpathSync(`${byIdentifier}/${name}`), `uuid:${name}`);
    }
  } catch {
    // No such directory, as in a container or a service without devices (PrivateDevices=).
  }
  return found;
}

/** What udev noted of a device: a service without devices can read it. */
function readIdentifier(number: string): string | undefined {
  try {
    const noted = readFileSync(`/run/udev/data/b${number}`, 'utf8');
    const uuid = /^E:ID_FS_UUID_ENC=(.+)$/m.exec(noted)?.[1];
    return uuid && `uuid:${uuid}`;
  } catch {
    // Not a device that udev knows, or no udev, as in a container: the path of the device is all there is.
    return undefined;
  }
}

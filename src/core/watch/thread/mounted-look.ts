import { isAtOrBelow } from '#core/local/below.ts';
import type { FileStat, Look } from '#core/local/look.ts';
import type { Mount } from '#core/local/mounts.ts';

/** Whether a look called a file's device by the mount that the file is on (`withMounts`). */
export const namesMount = (device: string): boolean => device.includes(' ');

/** The system's number of a device, without the mount that a look may have called it by. */
export const numberOf = (device: string): string => device.split(' ', 1)[0] ?? device;

/**
 * A look that gives each mount a device of its own: one directory bound over another has the number of the
 * volume it comes from, and what it hides would look deleted. `mounts` are those below the root that the
 * numbers do not tell apart.
 */
export function withMounts(look: Look, mounts: () => readonly Mount[]): Look {
  const label = (path: string, stat: FileStat | null): FileStat | null => {
    if (stat === null) return null;
    const mount = mounts().find(({ point }) => isAtOrBelow(path, point));
    return mount ? { ...stat, device: `${stat.device} ${mount.volume}` } : stat;
  };
  return {
    ...look,
    stat(path, follow) {
      const stat = look.stat(path, follow);
      if (mounts().length === 0) return stat;
      return stat instanceof Promise ? stat.then((one) => label(path, one)) : label(path, stat);
    },
    statMany(directory, names, follow) {
      const stats = look.statMany(directory, names, follow);
      if (mounts().length === 0) return stats;
      const labelAll = (all: (FileStat | null)[]) =>
        all.map((stat, index) => label(`${directory}/${names[index]}`, stat));
      return stats instanceof Promise ? stats.then(labelAll) : labelAll(stats);
    },
  };
}

import { readFileSync } from 'node:fs';
import type { Said } from '#shared/spoken/said.ts';
import { said } from '#shared/spoken/spoken-english.ts';

/** What is said for each way a folder can be watched or not. All times in milliseconds. */
export const healthSentences = {
  starting: said('health.starting'),
  paused: said('health.paused'),
  native: (everyMs: number) => said('health.native', { everyMs }),
  network: (kind: string, everyMs: number, settleMs: number) =>
    said('health.network', { kind, everyMs, settleMs }),
  asked: (everyMs: number) => said('health.asked', { everyMs }),
  tooMany: (directories: number, everyMs: number) => said('health.tooMany', { directories, everyMs }),
  missing: said('health.missing'),
  unmounted: said('health.unmounted'),
  unreadable: said('health.unreadable'),
  limit(error: string, everyMs: number): Said {
    if (process.platform !== 'linux') return said('health.limit', { error, everyMs });
    const [name, wanted] =
      error === 'ENOSPC'
        ? ['fs.inotify.max_user_watches', 1_048_576]
        : ['fs.inotify.max_user_instances', 1024];
    const current = readLimit(name);
    return said('health.limitLinux', {
      everyMs,
      setting: current === null ? name : `${name} = ${current}`,
      command: `sudo sysctl -w ${name}=${wanted}`,
    });
  },
};

/** Current value of a kernel setting, or null. */
export function readLimit(name: string): number | null {
  try {
    return Number(readFileSync(`/proc/sys/${name.replaceAll('.', '/')}`, 'utf8'));
  } catch {
    return null;
  }
}

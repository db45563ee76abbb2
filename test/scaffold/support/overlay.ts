import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Whether this process may lay a file system over the machine's own, as root in a namespace of its own. */
export function canOverlay(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  const place = mkdtempSync(join(tmpdir(), 'sluice-overlay-'));
  try {
    return inOverlay(place, 'true').status === 0;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/**
 * Runs a script of the shell on this very system, of which nothing is changed: what it writes comes to lie
 * below `place`.
 *
 * @returns how it ended, and the files that it left changed, removed or new
 */
export function inOverlay(
  place: string,
  script: string,
): { status: number | null; output: string; changed: string[] } {
  const [upper, work, root] = ['upper', 'work', 'root'].map((name) => join(place, name)) as [
    string,
    string,
    string,
  ];
  for (const folder of [upper, work, root]) mkdirSync(folder, { recursive: true });
  const mounts = `set -e
    mount -t overlay overlay -o lowerdir=/,upperdir=${upper},workdir=${work} ${root}
    mount --rbind /proc ${root}/proc
    mount --rbind /dev ${root}/dev
    mkdir -p ${root}${place}
    mount --bind ${place} ${root}${place}
    cd /
    exec chroot ${root} sh -c "$1"`;
  const { status, stdout, stderr } = spawnSync(
    'unshare',
    ['--mount', '--propagation', 'private', 'sh', '-c', mounts, 'sh', script],
    {
      encoding: 'utf8',
      env: {
        PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
        LC_ALL: 'C.UTF-8',
        HOME: '/root',
      },
    },
  );
  const changed = readdirSync(upper, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(upper.length));
  return { status, output: stdout + stderr, changed };
}

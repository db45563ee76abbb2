import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { env } from 'node:process';

/** Memory as a folder, on Linux. */
const memory = '/dev/shm';
/** Bytes that a run may take. */
const room = 4 * 1024 ** 3;

/**
 * Lets the tests of this process and of those it starts keep their temporary files in memory, where the
 * system has a folder for that with room, and nobody chose another. A test waits for the disk most of all:
 * each has a ledger and a service of its own, and both write what they were told through to the disk before
 * they go on. No test needs that: what a power cut takes is decided by the test. Gone when this process ends.
 */
export function keepTemporaryFilesInMemory(): void {
  if (env.TMPDIR !== undefined || !isFit()) return;
  const folder = mkdtempSync(`${memory}/sluice-tests-`);
  // As the system's own one: what other users may not see is for the tests to decide.
  chmodSync(folder, 0o755);
  env.TMPDIR = folder;
  process.once('exit', () => {
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // A run that was broken off may have left a drive mounted there.
    }
  });
}

/** Programs are started from temporary folders too, which a container may forbid. */
function isFit(): boolean {
  try {
    const mounts = readFileSync('/proc/self/mounts', 'utf8').split('\n');
    const options = mounts.map((line) => line.split(' ')).findLast(([, at]) => at === memory)?.[3];
    const { bavail, bsize } = statfsSync(memory);
    return options !== undefined && !options.split(',').includes('noexec') && bavail * bsize >= room;
  } catch {
    return false;
  }
}

import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let folder: string | undefined;

/**
 * A folder that shows of all processes this one alone, as /proc would. In its tests nobody else writes a file
 * that the watch has to wait for, and in /proc it looks at all files that any program of the machine has
 * open: an eighth of what tests of the engine cost.
 */
export function ownProcess(): string {
  folder ??= makeFolder();
  return folder;
}

function makeFolder(): string {
  const made = mkdtempSync(join(tmpdir(), 'sluice-processes-'));
  if (process.platform === 'linux') symlinkSync(`/proc/${process.pid}`, join(made, String(process.pid)));
  process.once('exit', () => rmSync(made, { recursive: true, force: true }));
  return made;
}

import { renameSync } from 'node:fs';

/**
 * Moves a file that cannot be read out of the way, to `<name>.corrupt-<time>`; nothing of it is changed.
 * Returns where to.
 */
export function setFileAside(path: string, now: Date = new Date()): string {
  const time = now.toISOString().replaceAll(/[:.]/g, '-');
  const target = `${path}.corrupt-${time}`;
  renameSync(path, target);
  return target;
}

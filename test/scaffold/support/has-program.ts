import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Whether the system has a program: what needs one that it lacks is skipped, and counted so. */
export function hasProgram(name: string): boolean {
  const folders = (process.env.PATH ?? '').split(delimiter);
  // Of whoever administers a system.
  return [...folders, '/usr/sbin', '/sbin'].some((folder) => canRun(join(folder, name)));
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

import { isAbsolute } from 'node:path';

/**
 * Whether a path names a place of this machine, said in full. `\\host\share` and `//host/share` name other
 * machines, where Windows signs in as the person by itself, and `\\?\…` and `\\.\…` devices: nobody but a
 * person leads Sluice there.
 */
export function isLocalPath(path: string): boolean {
  return isAbsolute(path) && !isNetworkPath(path) && !path.includes('\0');
}

/** Whether a path names another machine or a device, as Windows reads it. */
export function isNetworkPath(path: string): boolean {
  return /^[/\\]{2}/.test(path);
}

import { execFileSync } from 'node:child_process';

/** Whether setfacl(1) is installed. */
export const hasSetfacl = (() => {
  try {
    execFileSync('setfacl', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

/** Adds entries to the access control list of a file or folder, as setfacl(1) reads them: `u:nobody:r`. */
export function addAccess(path: string, ...entries: readonly string[]): void {
  execFileSync('setfacl', ['-m', entries.join(','), path]);
}

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

/** Adds entries in the syntax of setfacl(1), such as `u:nobody:r`, to the access control list of a file or folder. */
export function addAccess(path: string, ...entries: readonly string[]): void {
  execFileSync('setfacl', ['-m', entries.join(','), path]);
}

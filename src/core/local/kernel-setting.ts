import { readFileSync } from 'node:fs';

/**
 * Current value of a number among Linux's kernel settings (sysctl(8)), such as `fs.inotify.max_user_watches`;
 * or null.
 */
export function kernelSetting(name: string): number | null {
  try {
    return Number(readFileSync(`/proc/sys/${name.replaceAll('.', '/')}`, 'utf8'));
  } catch {
    return null;
  }
}

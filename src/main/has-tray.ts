import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { childEnvironment } from '#core/public/host.ts';

/** Milliseconds to wait for the desktop's answer. */
const patience = 3000;

const question = [
  'call',
  '--session',
  '--dest=org.freedesktop.DBus',
  '--object-path=/org/freedesktop/DBus',
  '--method=org.freedesktop.DBus.NameHasOwner',
  'org.kde.StatusNotifierWatcher',
];

/**
 * Whether this desktop shows tray icons. On Linux not every one does, and Electron cannot tell: the desktop
 * is asked. No answer means no, because a window that can still be seen is better than one that cannot be had
 * back.
 */
export async function hasTray(platform: NodeJS.Platform = process.platform): Promise<boolean> {
  if (platform !== 'linux') return true;
  const options = { timeout: patience, env: childEnvironment(process.env) };
  const answer = await promisify(execFile)('gdbus', question, options).catch(() => null);
  return answer?.stdout.includes('true') === true;
}

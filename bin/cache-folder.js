import { lstatSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

const thisMachine = { platform: process.platform, variables: process.env, home: homedir };

/**
 * A folder of the person's own for what Node compiled, made where it is missing; undefined where there is
 * none that only they can enter. What lies there is run without being compared with anything but a checksum,
 * so a folder of somebody else's, as Node's default among the temporary files may be, will not do
 * (docs/adr/0018).
 *
 * @param {{ platform: NodeJS.Platform; variables: NodeJS.ProcessEnv; home: () => string }} machine
 */
export function cacheFolder({ platform, variables, home } = thisMachine) {
  try {
    const folder = join(cachesOf(platform, variables, home), 'sluice');
    // Of a person without a home it would lie in whatever folder they stand in.
    if (!isAbsolute(folder)) return undefined;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const found = lstatSync(folder);
    if (!found.isDirectory()) return undefined;
    const isOurs = process.getuid === undefined || found.uid === process.getuid();
    // Also to look only: what Node makes in it is open to whom the person's umask lets in.
    const isClosed = platform === 'win32' || (found.mode & 0o077) === 0;
    return isOurs && isClosed ? folder : undefined;
  } catch {
    // Read-only, or a user whom the system does not know, as in many containers.
    return undefined;
  }
}

/** @param {NodeJS.Platform} platform @param {NodeJS.ProcessEnv} variables @param {() => string} home */
function cachesOf(platform, variables, home) {
  if (platform === 'darwin') return join(home(), 'Library/Caches');
  if (platform === 'win32') return variables.LOCALAPPDATA || join(home(), 'AppData/Local');
  // The XDG base directories: one that is not absolute counts for nothing.
  const named = variables.XDG_CACHE_HOME ?? '';
  return isAbsolute(named) ? named : join(home(), '.cache');
}

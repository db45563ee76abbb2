import { readFileSync } from 'node:fs';
import { errorCatalog } from '#shared/errors/catalog.ts';

const { FOLDER_MISSING, FOLDER_UNREADABLE } = errorCatalog;

function inWords(milliseconds: number): string {
  if (milliseconds < 1000) return `${milliseconds} ms`;
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 120) return `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
  return `${Math.round(seconds / 60)} minutes`;
}

/** One sentence or a few, for people, for each way a folder can be watched or not. */
export const healthSentences = {
  starting: 'The folder is being looked through for the first time since the start.',
  paused: 'This folder is paused. Nothing new is taken until it is resumed.',
  native: (every: number) =>
    `Changes are seen at once, and everything is compared again about every ${inWords(every)}.`,
  network: (kind: string, every: number, settle: number) =>
    `This is a network drive (${kind}), which does not report every change. Sluice looks through it every ` +
    `${inWords(every)}, and takes a file once it has been quiet for ${inWords(settle)}.`,
  asked: (every: number) =>
    `Sluice looks through this folder every ${inWords(every)} instead of watching it.`,
  tooMany: (directories: number, every: number) =>
    `The folder has ${directories.toLocaleString('en')} subfolders, more than Sluice watches one by one. ` +
    `It looks through them every ${inWords(every)} instead.`,
  missing: `${FOLDER_MISSING.happened} ${FOLDER_MISSING.next} ${FOLDER_MISSING.remedy}`,
  unmounted:
    'The folder is empty and lies on another volume than before: its drive does not seem to be mounted. ' +
    `${FOLDER_MISSING.next} ${FOLDER_MISSING.remedy}`,
  unreadable: `${FOLDER_UNREADABLE.happened} ${FOLDER_UNREADABLE.next} ${FOLDER_UNREADABLE.remedy}`,
  limit(code: string, every: number): string {
    const instead = `Sluice looks through the folder every ${inWords(every)} instead, so nothing is missed.`;
    if (process.platform !== 'linux') return `The system cannot watch more folders (${code}). ${instead}`;
    const [name, wanted] =
      code === 'ENOSPC'
        ? ['fs.inotify.max_user_watches', 1_048_576]
        : ['fs.inotify.max_user_instances', 1024];
    const current = readLimit(name);
    return (
      `The system's limit of watched folders is reached (${name}${current === null ? '' : ` = ${current}`}). ` +
      `${instead} To have changes seen at once, raise it: sudo sysctl -w ${name}=${wanted}`
    );
  },
};

/** Current value of a kernel setting, or null. */
export function readLimit(name: string): number | null {
  try {
    return Number(readFileSync(`/proc/sys/${name.replaceAll('.', '/')}`, 'utf8'));
  } catch {
    return null;
  }
}

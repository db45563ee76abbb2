import type { FolderFiles } from '#shared/bridge/folders.ts';
import { reasonSentence } from '#shared/uploads/reason-sentence.ts';
import { waitEnd } from '#shared/uploads/wait-reasons.ts';
import type { WatchFolder } from '#shared/settings/watch-folder.ts';
import { shellName } from './folder-text.ts';
import { clockTime, plural, printable } from './format.ts';
import type { Paint } from './paint.ts';

type WaitingFile = Pick<FolderFiles['rows'][number], 'dueAt'> & { readonly reason: string };

/** Why a file waits and when it goes: `It ends without </html>. Taken at 14:05:10.` */
export function waitText(file: WaitingFile, now: number): string {
  return `${reasonSentence(file.reason)} ${endText(file, now)}`;
}

function endText({ reason, dueAt }: WaitingFile, now: number): string {
  switch (waitEnd(reason, dueAt, now)) {
    case 'at':
      return `Taken at ${clockTime(dueAt ?? now, now)}.`;
    case 'now':
      return 'Taken at the next look.';
    case 'closed':
      return 'Taken once it is closed.';
    case 'quiet':
      return 'Taken once it is quiet.';
  }
}

/** A file that begins to be held back, as a line of its own: `waits       /srv/q3.pdf  It ends without…`. */
export function heldLine(
  { path: root }: Pick<WatchFolder, 'path'>,
  file: WaitingFile & { readonly path: string },
  paint: Paint,
): string {
  const path = root === '' ? file.path : `${root}/${file.path}`;
  return `${paint.busy('waits'.padEnd(10))}  ${printable(path)}  ${waitText(file, Date.now())}`;
}

export function moreHeldLine(folder: Pick<WatchFolder, 'id' | 'label'>, count: number): string {
  return `and ${plural(count, 'more file')}: sluice folders files ${shellName(folder)}`;
}

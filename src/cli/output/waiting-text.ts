import type { FolderFiles } from '#shared/bridge/folders.ts';
import { waitEnd } from '#shared/uploads/wait-reasons.ts';
import type { WatchFolder } from '#shared/settings/watch-folder.ts';
import { shellName } from './folder-text.ts';
import { clockTime, printable } from './format.ts';
import { stateWidth } from './upload-text.ts';
import { pad } from './width.ts';
import type { Voice, Words } from './words.ts';

type WaitingFile = Pick<FolderFiles['rows'][number], 'dueAt' | 'machine'> & { readonly reason: string };

/** Why a file waits and when it goes: `It ends without </html>. Taken at 14:05:10.` */
export function waitText({ reason, dueAt, machine }: WaitingFile, now: number, words: Words): string {
  if (machine !== undefined) return `${words.reason(reason)} ${words.say('taken.of', { machine })}`;
  const end = waitEnd(reason, dueAt, now);
  const time = clockTime(dueAt ?? now, now);
  return `${words.reason(reason)} ${words.say(`taken.${end}`, { time })}`;
}

/** A file that begins to be held back, as a line of its own: `waits       /srv/q3.pdf  It ends without…`. */
export function heldLine(
  { path: root }: Pick<WatchFolder, 'path'>,
  file: WaitingFile & { readonly path: string },
  voice: Voice,
): string {
  const path = root === '' ? file.path : `${root}/${file.path}`;
  const waits = voice.paint.busy(pad(voice.say('cli.standing.waits'), stateWidth(voice)));
  return `${waits}  ${printable(path)}  ${waitText(file, Date.now(), voice)}`;
}

export function moreHeldLine(
  folder: Pick<WatchFolder, 'id' | 'label'>,
  count: number,
  { say }: Words,
): string {
  return say('cli.watch.moreHeld', { count, name: shellName(folder) });
}

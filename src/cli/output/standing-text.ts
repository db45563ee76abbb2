import type { FileStanding } from '#shared/bridge/folders.ts';
import { isErrorCode } from '#shared/errors/catalog.ts';
import { isWaitReason } from '#shared/uploads/wait-reasons.ts';
import type { Paint } from './paint.ts';
import { stateWord } from './upload-text.ts';
import { waitText } from './waiting-text.ts';
import type { Words } from './words.ts';

/** Where a local file stands, in a word. */
export function standingWord({ place, reason, state }: FileStanding, words: Words): string {
  const { say } = words;
  if (place === 'searchable')
    return say(state === 'duplicate' ? 'cli.state.duplicate' : 'cli.standing.searchable');
  if (place === 'attention') return say('cli.state.attention');
  if (place === 'ignored') return say('cli.standing.ignored');
  return reason === 'uploading' && state !== null
    ? stateWord({ state, paused: false }, words)
    : say('cli.standing.waits');
}

export function paintStanding(text: string, { place }: FileStanding, paint: Paint): string {
  if (place === 'searchable') return paint.good(text);
  if (place === 'attention') return paint.bad(text);
  return place === 'ignored' ? paint.dim(text) : paint.busy(text);
}

/** Why it stands there, and what helps or when it goes; empty of what is searchable. */
export function standingReason(
  { reason, dueAt, machine }: Pick<FileStanding, 'reason' | 'dueAt' | 'machine'>,
  now: number,
  words: Words,
): string {
  if (reason === null) return '';
  if (isHeldBack(reason))
    return waitText({ reason, dueAt, ...(machine === undefined ? {} : { machine }) }, now, words);
  return isErrorCode(reason)
    ? `${words.reason(reason)} ${words.explained(reason).remedy}`
    : words.reason(reason);
}

/** Not of what is an upload already. */
export function isHeldBack(reason: string | null): boolean {
  return reason !== null && reason !== 'uploading' && isWaitReason(reason);
}

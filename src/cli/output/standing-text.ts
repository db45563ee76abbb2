import type { FileStanding } from '#shared/bridge/folders.ts';
import { isErrorCode } from '#shared/errors/catalog.ts';
import { explained } from '#shared/errors/explained.ts';
import { reasonSentence } from '#shared/uploads/reason-sentence.ts';
import { isWaitReason } from '#shared/uploads/wait-reasons.ts';
import type { Paint } from './paint.ts';
import { stateWords } from './upload-text.ts';
import { waitText } from './waiting-text.ts';

/** Where a local file stands, in a word. */
export function standingWord({ place, reason, state }: FileStanding): string {
  if (place === 'searchable') return state === 'duplicate' ? 'duplicate' : 'searchable';
  if (place === 'attention') return 'needs you';
  if (place === 'ignored') return 'ignored';
  return reason === 'uploading' && state !== null ? stateWords[state] : 'waits';
}

export function paintStanding(text: string, { place }: FileStanding, paint: Paint): string {
  if (place === 'searchable') return paint.good(text);
  if (place === 'attention') return paint.bad(text);
  return place === 'ignored' ? paint.dim(text) : paint.busy(text);
}

/** Why it stands there, and what helps or when it goes; empty of what is searchable. */
export function standingReason(
  { reason, dueAt }: Pick<FileStanding, 'reason' | 'dueAt'>,
  now: number,
): string {
  if (reason === null) return '';
  if (isHeldBack(reason)) return waitText({ reason, dueAt }, now);
  return isErrorCode(reason)
    ? `${reasonSentence(reason)} ${explained(reason).remedy}`
    : reasonSentence(reason);
}

/** Not of what is an upload already. */
export function isHeldBack(reason: string | null): boolean {
  return reason !== null && reason !== 'uploading' && isWaitReason(reason);
}

/**
 * Why a file that was found is not an upload yet (W1), in words for people. `uploading` is of those that are one already: it stands
 * beside the others in the list of what is in progress.
 */
export const waitReasons = {
  quiet: 'It changed a moment ago.',
  changing: 'It is still being written.',
  open: 'A program has it open for writing.',
  'pdf-end': 'It ends without %%EOF.',
  'zip-end': 'It ends without the directory of a zip.',
  'html-end': 'It ends without </html>.',
  'xml-end': 'It ends before its root element does.',
  'json-end': 'It ends before its JSON does.',
  zeros: 'It ends with nothing but zeros, as a copy under way does.',
  holes: 'Parts of it are not written yet.',
  uploading: 'Its upload is under way.',
} as const;

export type WaitReason = keyof typeof waitReasons;

export function isWaitReason(reason: string): reason is WaitReason {
  return Object.hasOwn(waitReasons, reason);
}

/** When a file that waits goes: at a time, at once, or when what it waits for is over. */
export type WaitEnd = 'at' | 'now' | 'closed' | 'quiet';

/** `dueAt` in milliseconds since the epoch; null where only the file itself can tell. */
export function waitEnd(reason: string, dueAt: number | null, now: number): WaitEnd {
  if (dueAt !== null) return dueAt > now ? 'at' : 'now';
  return reason === 'open' ? 'closed' : 'quiet';
}

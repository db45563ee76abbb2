/**
 * Why a file that was found is not an upload yet (W1); the words are `wait.…` of the sentences. `uploading`
 * and `other-machine` are of those that are one already: the first stands beside the others in the list of
 * what is in progress, the second waits for a machine of the team that has the same bytes.
 */
export const waitReasons = [
  'quiet',
  'changing',
  'open',
  'pdf-end',
  'zip-end',
  'html-end',
  'xml-end',
  'json-end',
  'zeros',
  'holes',
  'uploading',
  'other-machine',
] as const;

export type WaitReason = (typeof waitReasons)[number];

export function isWaitReason(reason: string): reason is WaitReason {
  return waitReasons.some((one) => one === reason);
}

/** When a file that waits goes: at a time, at once, or when what it waits for is over. */
export type WaitEnd = 'at' | 'now' | 'closed' | 'quiet' | 'machine';

/** `dueAt` in milliseconds since the epoch; null where only the file itself can tell. */
export function waitEnd(reason: string, dueAt: number | null, now: number): WaitEnd {
  if (reason === 'other-machine') return 'machine';
  if (dueAt !== null) return dueAt > now ? 'at' : 'now';
  return reason === 'open' ? 'closed' : 'quiet';
}

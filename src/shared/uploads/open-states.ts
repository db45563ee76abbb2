import { type UploadState, uploadStates } from './upload.ts';

/** States of uploads that are at rest. */
export const restStates: readonly UploadState[] = ['completed', 'duplicate', 'attention', 'cancelled'];

/** States of uploads that are not. */
export const openStates: readonly UploadState[] = uploadStates.filter((state) => !restStates.includes(state));

/** States of uploads that were begun, and whose bytes are not known to be there. */
export const sendingStates = ['claiming', 'enriching', 'reserved', 'putting', 'verifying'] as const;

/** States of uploads that wait to be sent or are being sent. */
export const unsentStates = ['queued', ...sendingStates] as const;

type Counts = Readonly<Record<string, number>>;

const sum = (counts: Counts, states: readonly UploadState[]) =>
  states.reduce((total, state) => total + (counts[state] ?? 0), 0);

/** How many uploads are not at rest, and how many are. */
export const countOpen = (counts: Counts): number => sum(counts, openStates);
export const countAtRest = (counts: Counts): number => sum(counts, restStates);
/** How many uploads wait to be sent or are being sent. */
export const countUnsent = (counts: Counts): number => sum(counts, unsentStates);

/** Why uploads without a code are cancelled. Ledgers have these words: they stay unchanged. */
export const replacedDetail = 'replaced by a newer version';
export const deletedDetail = 'deleted at the service';

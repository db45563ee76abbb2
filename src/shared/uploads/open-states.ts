import type { UploadState } from './upload.ts';

/** States of uploads that are not at rest. */
export const openStates: readonly UploadState[] = [
  'queued',
  'enriching',
  'reserved',
  'putting',
  'verifying',
  'processing',
  'cancelling',
];

/** How many uploads are not at rest. */
export function countOpen(counts: Readonly<Record<string, number>>): number {
  return openStates.reduce((total, state) => total + (counts[state] ?? 0), 0);
}

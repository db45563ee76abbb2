import type { ErrorCode } from '../errors/catalog.ts';
import { unsentStates } from './open-states.ts';
import type { UploadState } from './upload.ts';

export type BulkCommand = 'retry' | 'cancel' | 'pause' | 'resume' | 'moveToTop';

/**
 * In which states a command that a person gives to many uploads at once changes anything; no other upload is
 * touched.
 */
export const bulkStates: Readonly<Record<BulkCommand, readonly UploadState[]>> = {
  retry: [...unsentStates, 'cancelling', 'processing', 'attention', 'cancelled'],
  pause: unsentStates,
  resume: [...unsentStates, 'cancelling'],
  moveToTop: ['queued', 'verifying'],
  cancel: [...unsentStates, 'processing', 'attention'],
};

/** Codes of uploads that ended well, and of which the last step failed: a retry repeats that step only. */
export const failedSteps = [
  'AFTER_UPLOAD_FAILED',
  'ANNOTATED_NOT_SAVED',
  'OLD_VERSION_KEPT',
] as const satisfies ErrorCode[];
export type FailedStep = (typeof failedSteps)[number];

export const questionChoices = [
  'new-document',
  'replace',
  'upload',
  'already-there',
  'keep',
  'delete',
] as const;
export type QuestionChoice = (typeof questionChoices)[number];

/**
 * The codes of `attention` that are questions, each with the answers that fit it. Every other code is a
 * failure: answering it would send what must not be sent again, or bury what was never sent.
 */
export const questions = {
  CHANGED_FILE_ASKS: ['new-document', 'replace'],
  DUPLICATE_UNCERTAIN: ['upload', 'already-there'],
  DELETE_REFUSED: ['keep', 'delete'],
  NOT_SENT_AGAIN: ['keep', 'delete'],
} as const satisfies Partial<Record<ErrorCode, readonly QuestionChoice[]>>;

/** The questions that a choice answers. */
export function questionsFor(choice: QuestionChoice): string[] {
  return Object.entries<readonly QuestionChoice[]>(questions)
    .filter(([, choices]) => choices.includes(choice))
    .map(([code]) => code);
}

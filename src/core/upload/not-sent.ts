import { reasonSentence } from '#shared/uploads/reason-sentence.ts';
import type { UploadRow } from '../ledger/upload-row.ts';
import type { Decision } from './decide-upload.ts';
import { writeFileWait } from './file-failure.ts';
import { done, moved, type StepOutcome, type UploadContext } from './job.ts';

/**
 * How often a folder that is not there, or is paused, is asked for by its uploads, ms; its return wakes them
 * anyway.
 */
const folderAgainMs = 15_000;

/** Writes down why a queued upload is not sent now, or not at all. */
export async function writeNotSent(
  context: UploadContext,
  row: UploadRow,
  decision: Exclude<Decision, { kind: 'send' }>,
): Promise<StepOutcome> {
  const { clock, ledger } = context;
  const { uploads } = ledger;
  const ended = (wasEnded: boolean) => (wasEnded ? done : moved);
  switch (decision.kind) {
    case 'changing':
      return writeFileWait(context, row, decision.code);
    case 'waits': {
      const patch = { folderId: decision.folderId, notBefore: clock.now() + folderAgainMs };
      return ended(await uploads.advance(row, ['queued'], patch));
    }
    case 'missing': {
      const patch = { code: 'FOLDER_MISSING', detail: null, notBefore: clock.now() + folderAgainMs };
      return ended(uploads.waitForFile(row, ['queued'], patch));
    }
    case 'left-out': {
      const { reason } = decision;
      return ended(uploads.leaveOut(row, 'LEFT_OUT', { detail: reasonSentence(reason), reason }));
    }
    case 'removed':
      return ended(uploads.leaveOut(row, 'FOLDER_REMOVED', { detail: null, reason: null }));
    case 'given': {
      const wasGiven = uploads.giveTo(row, decision.place, decision.target);
      if (wasGiven) context.wakeProfile(decision.target.profileId);
      return ended(wasGiven);
    }
    case 'superseded':
      return ended(uploads.supersede(row));
  }
}

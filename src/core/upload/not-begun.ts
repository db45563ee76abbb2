import { AppError } from '#shared/errors/app-error.ts';
import type { Begun } from '../ledger/queued-uploads.ts';
import type { UploadRow } from '../ledger/upload-row.ts';
import { handleDuplicate } from './duplicate.ts';
import { writeFileFailure } from './file-failure.ts';
import { done, moved, type StepOutcome, type UploadContext } from './job.ts';

type NotBegun = Exclude<Begun, { kind: 'ours' }>;

/** Why these bytes are not sent now. */
export async function notBegun(
  context: UploadContext,
  row: UploadRow,
  begun: NotBegun,
): Promise<StepOutcome> {
  if (begun.kind === 'held') return handleDuplicate(context, begun.row, begun.holder);
  if (begun.kind === 'changed') {
    const error = new AppError('FILE_CHANGED', { retryable: true });
    return writeFileFailure(context, { row, from: ['queued'] }, error);
  }
  return begun.kind === 'superseded' ? done : moved;
}

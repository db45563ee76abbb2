import { unsentStates } from '#shared/uploads/open-states.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { UploadRow } from '../ledger/upload-row.ts';
import type { UploadContext } from './job.ts';

/** After so many it needs a person. */
const mostAttempts = 5;
const againMs = 5_000;

/**
 * Writes down that a step threw what no step expects. What may have been half done is looked at again rather
 * than given up; the attempt counts.
 *
 * @returns whether the upload needs the user from here on
 */
export async function writeUnexpected(
  { clock, heardLedger, ledger }: Pick<UploadContext, 'clock' | 'heardLedger' | 'ledger'>,
  row: UploadRow,
  error: unknown,
): Promise<boolean> {
  const detail = error instanceof Error ? error.message : String(error);
  const code = error instanceof AppError ? error.code : 'UNEXPECTED';
  const isSilent = code === 'DRIVE_NOT_ANSWERING';
  const attempts = isSilent ? row.attempts : row.attempts + 1;
  const patch =
    attempts < mostAttempts || isSilent
      ? { attempts, notBefore: clock.now() + againMs * attempts }
      : // What was to come of a cancelled one is not what is left to do after an end.
        { state: 'attention' as const, attempts, code, detail, afterState: null };
  const from = [...unsentStates, 'cancelling'] as const;
  const written = await ledger.uploads
    .advance(row, from, patch, { kind: 'failed', detail: { code, message: detail } })
    .catch((failure) => {
      heardLedger(failure);
      return false;
    });
  return written && 'state' in patch;
}

import type { ReadFile } from '#core/local/read-file.ts';
import type { Decided } from '../../ledger/queued-uploads.ts';
import { claimFromTeam, claimOf } from '../claim-from-team.ts';
import { attemptsAfterRead } from '../file-failure.ts';
import { done, type Job, moved, type StepOutcome, type UploadContext } from '../job.ts';
import { notBegun } from '../not-begun.ts';
import type { BeforeReading, TellRead } from './shared-reading.ts';

/** What is known of the file of an upload before it is read; of most files there is nobody to ask. */
export async function beforeReading(
  context: UploadContext,
  { row, signal }: Job,
  decided: Decided,
): Promise<BeforeReading> {
  if (context.reading === undefined || decided.folderId === null) return readHere;
  const { duplicates, changed } = decided.options;
  const asks = changed === 'ask' && row.replaces !== null;
  // Its bytes are needed here, or are this upload's already.
  const mustRead = duplicates === 'upload' || asks || claimOf(context, row) !== undefined;
  const place = context.placeOf({ ...row, path: decided.path, folderId: decided.folderId });
  return context.reading.before({ row, decided, place, mustRead, signal });
}

const readHere: BeforeReading = { kind: 'read', told: () => undefined };

/** Whoever waits for the file hears what came of reading it, also where that was cut off. */
export async function readAndTell<T extends object>(
  tell: TellRead,
  read: () => Promise<ReadFile | T>,
): Promise<ReadFile | T> {
  let found: ReadFile | T | undefined;
  try {
    found = await read();
    return found;
  } finally {
    tell(found !== undefined && 'sha256' in found ? found : undefined);
  }
}

/** Another machine reads the file, or is about to: it is looked at again, and no attempt is counted. */
export async function waitForReader(
  { clock, ledger }: UploadContext,
  row: Job['row'],
  { machine, againMs }: Extract<BeforeReading, { kind: 'wait' }>,
): Promise<StepOutcome> {
  const patch = {
    notBefore: clock.now() + againMs,
    code: 'WAITS_FOR_READER',
    detail: machine,
    attempts: attemptsAfterRead(row),
  } as const;
  return (await ledger.uploads.advance(row, ['queued'], patch)) ? { kind: 'held' } : moved;
}

/**
 * Another machine has read the file and sends its bytes, or has sent them: on its word the upload waits for
 * it, or ends as a duplicate. Where the bytes turn out to be nobody's, the file is read after all.
 */
export async function claimOnWord(
  context: UploadContext,
  { row: queued, decided, signal }: Job & { readonly decided: Decided },
  { machine, sha256, size, mtimeNs }: Extract<BeforeReading, { kind: 'known' }>,
): Promise<StepOutcome> {
  const { ledger } = context;
  const scope = await context.scope();
  if (scope === undefined) return moved;
  const { path, fileName, folderId, options } = decided;
  const attempts = attemptsAfterRead(queued);
  const row = { ...queued, path, fileName, folderId, options, attempts };
  const begun = await ledger.uploads.begin(row, decided, { sha256, size, mtimeNs }, false, scope);
  if (begun.kind === 'asked') {
    ledger.uploads.record(row.id, { kind: 'on-word', detail: { machine } });
    const bytes = { scope, sha256, size };
    const answer = await claimFromTeam(context, begun.row, signal, {
      bytes,
      evenIfHeld: false,
      next: 'queued',
    });
    return answer === 'ours' ? done : answer;
  }
  if (begun.kind !== 'ours') return notBegun(context, row, begun);
  // Claimed in the meantime: it is read in its next turn.
  return (await ledger.uploads.advance(begun.row, ['enriching'], { state: 'queued', notBefore: 0 }))
    ? done
    : moved;
}

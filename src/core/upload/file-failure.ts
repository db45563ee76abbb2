import { dirname } from 'node:path';
import type { AppError } from '#shared/errors/app-error.ts';
import type { ErrorCode } from '#shared/errors/catalog.ts';
import { reasonSentence } from '#shared/uploads/reason-sentence.ts';
import type { UploadState } from '#shared/uploads/upload.ts';
import type { UploadEventDraft } from '../ledger/upload-moves.ts';
import type { UploadPatch, UploadRow } from '../ledger/upload-row.ts';
import { looksForGoneFile } from '../ledger/uploads.ts';
import { done, moved, type StepOutcome, type UploadContext } from './job.ts';

/**
 * The first wait between looks at a file that is missing or still changing, ms; each is twice as long as the
 * one before.
 */
const firstWaitMs = 5_000;
/**
 * The longest, ms. The watcher hands a file over again once it is quiet or back, and that ends every wait.
 */
const longestWaitMs = 5 * 60_000;
/** A drive that is not there is looked for this often, ms: no attempt is burned. */
const driveAgainMs = 30_000;
/**
 * Looks at a file that a person added: nobody watches it. The waits between them add up to a quarter of an
 * hour.
 */
const looksForManualFile = 8;

const fileCodes: ReadonlySet<string | null> = new Set<ErrorCode>([
  'FILE_GONE',
  'FILE_UNREADABLE',
  'FILE_CHANGED',
  'STILL_CHANGING',
  'DRIVE_MISSING',
  'DRIVE_NOT_ANSWERING',
  'TOO_MANY_FILES',
  'FOLDER_MISSING',
]);

/** How many times in a row the file was not as it should be, this time included. */
function looksAt({ code, attempts }: UploadRow): number {
  return fileCodes.has(code) ? attempts + 1 : 1;
}

/** Failures of the service in a row, once the file could be read: looks at the file do not count as such. */
export function attemptsAfterRead({ code, attempts }: UploadRow): number {
  return fileCodes.has(code) ? 0 : attempts;
}

function waitMs(looks: number): number {
  return Math.min(firstWaitMs * 2 ** (looks - 1), longestWaitMs);
}

/**
 * Leaves an upload in the queue whose file is still changing: looked at less and less often, until it is
 * handed over again (W2).
 */
export async function writeFileWait(
  context: UploadContext,
  row: UploadRow,
  code: 'FILE_CHANGED' | 'STILL_CHANGING',
): Promise<StepOutcome> {
  const looks = looksAt(row);
  if (looks > looksForGoneFile && leftToWatcher(context, row)) return done;
  const patch = { code, detail: null, attempts: looks, notBefore: context.clock.now() + waitMs(looks) };
  const event = row.code === code ? undefined : { kind: 'failed', detail: { code } };
  return context.ledger.uploads.waitForFile(row, ['queued'], patch, event) ? done : moved;
}

/**
 * Ends a queued upload whose file is not what it was when another machine came to watch its folder. What lies
 * there is taken up with the folder.
 */
function leftToWatcher({ ledger, isWatchedElsewhere }: UploadContext, row: UploadRow): boolean {
  const reason = 'watched-elsewhere';
  if (row.state !== 'queued' || !isWatchedElsewhere(row.folderId)) return false;
  return ledger.uploads.leaveOut(row, 'LEFT_OUT', { detail: reasonSentence(reason), reason });
}

interface WhatFailed {
  readonly row: UploadRow;
  /** States the upload is believed to be in. */
  readonly from: readonly UploadState[];
  readonly patch?: UploadPatch;
}

/** Writes down that the local file cannot be read as it should. */
export async function writeFileFailure(
  context: UploadContext,
  { row, from, patch = {} }: WhatFailed,
  error: AppError,
): Promise<StepOutcome> {
  const { clock, ledger } = context;
  const now = clock.now();
  const looks = looksAt(row);
  const isManual = row.folderId === null;
  const reason = { code: error.code, detail: error.detail ?? null };
  const event = { kind: 'failed', detail: { code: error.code, message: error.detail } };
  const wait = (change: UploadPatch, said: UploadEventDraft | null = event) =>
    ledger.uploads.waitForFile(row, from, { ...patch, ...reason, ...change }, said ?? undefined)
      ? done
      : moved;
  const needsUser = async (change: UploadPatch = {}) => {
    const ended = { ...patch, ...reason, ...change, state: 'attention' } as const;
    return (await ledger.uploads.advance(row, from, ended, event)) ? done : moved;
  };
  const again = () => wait({ attempts: looks, notBefore: now + waitMs(looks) });

  switch (error.code) {
    case 'FILE_CHANGED':
      return again();
    case 'TOO_MANY_FILES':
    case 'DRIVE_NOT_ANSWERING': {
      // Says nothing about the file, and while the drive is known to hang, its folders wait as a whole.
      return wait({ notBefore: now + driveAgainMs }, row.code === error.code ? null : event);
    }
    case 'FILE_UNREADABLE':
    case 'FILE_GONE': {
      if (isManual && !(await isDirectory(context, dirname(row.path)))) {
        const code = 'DRIVE_MISSING';
        const isKnown = row.code === code;
        const said = isKnown ? null : { kind: 'failed', detail: { code, message: undefined } };
        return wait({ code, notBefore: now + driveAgainMs }, said);
      }
      if (isManual) return looks > looksForManualFile ? needsUser({ attempts: looks }) : again();
      const isGone = error.code === 'FILE_GONE' && looks > looksForGoneFile;
      if (isGone && ledger.uploads.endGone(row, { ...patch, ...reason }, event)) return done;
      if (isGone && leftToWatcher(context, row)) return done;
      // More and more rarely: the drive may be away for days, and when it is back, the watcher says so.
      const later = waitMs(error.code === 'FILE_GONE' ? Math.max(1, looks - looksForGoneFile) : looks);
      return wait({ attempts: looks, notBefore: now + later });
    }
    default:
      return needsUser();
  }
}

async function isDirectory({ gate }: UploadContext, path: string): Promise<boolean> {
  return (await gate.patient.stat(path, true))?.kind === 'directory';
}

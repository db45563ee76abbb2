import pMap from 'p-map';
import type { Clock } from '#core/ports/clock.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { errorCatalog } from '#shared/errors/catalog.ts';
import { failedSteps } from '#shared/uploads/bulk-commands.ts';
import { ledgerTrouble } from '../ledger/ledger-trouble.ts';
import type { UploadPatch, UploadRow } from '../ledger/upload-row.ts';
import type { Failing } from '../service/failures-in-row.ts';
import { createWakeLoop, type WakeLoop } from '../service/wake-loop.ts';
import { type FinishContext, finishUpload } from './finish-upload.ts';
import { type SeenAside, settleAsides, settleStray } from './settle-aside.ts';

/** Uploads finished in parallel. */
const atOnce = 4;
/** Wait for work that is still under way, and before a retry, ms. */
const againMs = 5_000;
const triesBeforeAttention = 6;
/** Network failures get more tries, with waits that double up to this, ms; together more than an hour. */
const triesOverNetwork = 12;
const longestWaitMs = 15 * 60_000;

export interface FinisherOptions {
  readonly clock: Clock;
  /** True while the governor is open: failures then affect all uploads and are not counted. */
  readonly isHeld: () => boolean;
  readonly onChange: (uploadIds: readonly number[]) => void;
  /** Called with the error of a turn. The turn is repeated later. */
  readonly onError: (error: unknown, isNews: boolean) => void;
}

/** Runs the steps that follow uploads (W6, W7, W18). */
export class Finisher {
  readonly #context: FinishContext;
  readonly #options: FinisherOptions;
  readonly #loop: WakeLoop;
  readonly #strays = new Set<Promise<void>>();
  /** Files that another ledger set aside and that this one leaves for a day, by path. */
  readonly #others = new Map<string, SeenAside>();
  #running = false;
  #hasRecovered = false;

  constructor(context: FinishContext, options: FinisherOptions) {
    this.#context = context;
    this.#options = options;
    const { clock, onError } = options;
    this.#loop = createWakeLoop({ clock, turn: (signal) => this.#work(signal), onError });
  }

  start(): void {
    this.#running = true;
    this.#loop.start();
  }

  async stop(): Promise<void> {
    this.#running = false;
    await Promise.all([this.#loop.stop(), ...this.#strays]);
  }

  wake(): void {
    this.#loop.wake();
  }

  /** As of its loop. */
  overdueSince(): number | undefined {
    return this.#loop.overdueSince();
  }

  /** As of its loop. */
  failing(): Failing | undefined {
    return this.#loop.failing();
  }

  /** Called when the watch finds a file that was set aside. */
  sawAside(seen: SeenAside): void {
    const { asides, logger } = this.#context;
    if (!this.#running) return;
    const path = `${seen.directory}/${seen.aside}`;
    const settled = settleStray(asides, seen, this.#options.clock.now())
      .then((isLeft) => {
        if (isLeft) this.#others.set(path, seen);
        else this.#others.delete(path);
      })
      .catch((error) =>
        logger.warn('A file that was set aside could not be put back.', { directory: seen.directory, error }),
      )
      .finally(() => this.#strays.delete(settled));
    this.#strays.add(settled);
  }

  /** Absolute paths of files in a folder that another ledger set aside and that still exist. */
  async setAsideByOthers(folderId: string): Promise<string[]> {
    const { gate } = this.#context.asides;
    const left: string[] = [];
    for (const [path, { folder, directory, aside }] of this.#others) {
      if (folder.id !== folderId) continue;
      // A drive that does not answer proves nothing.
      const isGone = await gate.asideTime(directory, aside).then(
        (time) => time === undefined,
        () => false,
      );
      if (isGone) this.#others.delete(path);
      else left.push(path);
    }
    return left;
  }

  /** First settles what a killed process had begun. */
  async #recover(): Promise<void> {
    const { asides, profile, logger } = this.#context;
    if (this.#hasRecovered) return;
    this.#hasRecovered = true;
    for (const error of await settleAsides(asides, profile.id)) {
      logger.warn('A file that was set aside could not be put back yet.', { error });
    }
  }

  async #work(signal: AbortSignal): Promise<number> {
    const { ledger, profile } = this.#context;
    await this.#recover();
    while (!signal.aborted) {
      const due = ledger.uploads.listWithMoreToDo(profile.id, this.#options.clock.now(), 100);
      if (due.length === 0) break;
      await this.#finishAll(due, signal);
    }
    return againMs;
  }

  async #finishAll(rows: readonly UploadRow[], signal: AbortSignal): Promise<void> {
    const finish = async (row: UploadRow) => {
      if (!signal.aborted) await this.#finishOne(row, signal);
    };
    await pMap(rows, finish, { concurrency: atOnce });
    this.#options.onChange(rows.map((row) => row.id));
  }

  async #finishOne(row: UploadRow, signal: AbortSignal): Promise<void> {
    const { ledger } = this.#context;
    try {
      const isDone = await finishUpload(this.#context, row, signal);
      const later = { notBefore: this.#options.clock.now() + againMs };
      const patch = isDone === true ? { afterState: null, afterTries: 0 } : { ...later, ...(isDone || {}) };
      ledger.uploads.recordAfterwork(row, patch);
    } catch (error) {
      // Interrupted by the shutdown: it is due at the next start.
      if (signal.aborted) return;
      // If the ledger cannot be read, the failure cannot be written to it either.
      if (!(error instanceof AppError) && ledgerTrouble(error) !== undefined) throw error;
      this.#failed(row, error instanceof AppError ? error : new AppError('UNEXPECTED', { cause: error }));
    }
  }

  #failed(row: UploadRow, failure: AppError): void {
    const { ledger, logger } = this.#context;
    const { clock, isHeld } = this.#options;
    const { exit } = errorCatalog[failure.code];
    const isNetwork = exit === 'unreachable';
    // Waiting is not a try: the whole service fails, or a drive does not answer.
    if (((isNetwork || exit === 'authorization') && isHeld()) || failure.code === 'DRIVE_NOT_ANSWERING') {
      ledger.uploads.recordAfterwork(row, { notBefore: clock.now() + againMs });
      return;
    }
    logger.warn('What was left to do after an upload failed.', { upload: row.id, error: failure });
    const tries = row.afterTries + 1;
    const isFinal = !failure.retryable || tries >= (isNetwork ? triesOverNetwork : triesBeforeAttention);
    const wait = isNetwork ? Math.min(longestWaitMs, againMs * 2 ** (tries - 1)) : againMs;
    const patch = isFinal
      ? { afterState: null, afterTries: 0, ...whatFailed(row, failure) }
      : { afterTries: tries, notBefore: clock.now() + wait };
    ledger.uploads.recordAfterwork(row, patch, {
      kind: 'failed',
      detail: { step: 'after', code: failure.code },
    });
  }
}

/**
 * The code of the step that failed: for an older version, deleting its document. The reason why a document
 * failed is kept.
 */
function whatFailed({ replacedBy, remoteContentId, state }: UploadRow, failure: AppError): UploadPatch {
  const { code, message } = failure;
  // The upload already shows the sentence of such a code.
  const isStep = failedSteps.some((step) => step === code);
  const detail = isStep ? (failure.detail ?? null) : message;
  if (replacedBy !== null) return { code: 'OLD_VERSION_KEPT', detail };
  const hasDocument = state === 'completed' || (state === 'duplicate' && remoteContentId !== null);
  if (code === 'DOCUMENT_NOT_FOUND' && hasDocument)
    return { state: 'attention', code: 'DOCUMENT_GONE', detail: null };
  if (state === 'attention') return {};
  return { code: isStep ? code : 'AFTER_UPLOAD_FAILED', detail };
}

import type { Clock } from '#core/ports/clock.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { UploadRow } from '../ledger/upload-row.ts';
import { type FinishContext, finishUpload } from './finish-upload.ts';

/** Finished at once, in parallel. */
const atOnce = 4;
/** Waits for what is still under way, and before another try, ms. */
const againMs = 5_000;
const triesBeforeAttention = 6;

/** Works off what is left to do after uploads have ended (W6, W7, W18). */
export class Finisher {
  readonly #context: FinishContext;
  readonly #clock: Clock;
  readonly #onChange: (uploadIds: readonly number[]) => void;
  readonly #tries = new Map<number, number>();
  #running = false;
  #turn: Promise<void> | undefined;
  #again = false;
  #cancelTimer: (() => void) | undefined;

  constructor(context: FinishContext, clock: Clock, onChange: (uploadIds: readonly number[]) => void) {
    this.#context = context;
    this.#clock = clock;
    this.#onChange = onChange;
  }

  start(): void {
    this.#running = true;
    this.wake();
  }

  async stop(): Promise<void> {
    this.#running = false;
    this.#cancelTimer?.();
    await this.#turn;
  }

  wake(): void {
    if (!this.#running) return;
    if (this.#turn) {
      this.#again = true;
      return;
    }
    this.#again = false;
    this.#turn = this.#work()
      .catch((error) => {
        this.#context.logger.error('Finishing uploads was interrupted.', { error });
        if (this.#running) this.#cancelTimer = this.#clock.setTimer(againMs, () => this.wake());
      })
      .finally(() => {
        this.#turn = undefined;
        if (this.#again) this.wake();
      });
  }

  async #work(): Promise<void> {
    const { ledger, profile } = this.#context;
    for (;;) {
      const due = await ledger.uploads.dueAfter(profile.id, this.#clock.now(), 100);
      if (due.length === 0 || !this.#running) break;
      await this.#finishAll(due);
    }
    this.#cancelTimer?.();
    if (this.#running) this.#cancelTimer = this.#clock.setTimer(againMs, () => this.wake());
  }

  async #finishAll(rows: readonly UploadRow[]): Promise<void> {
    const line = [...rows];
    const worker = async () => {
      for (let row = line.shift(); row && this.#running; row = line.shift()) await this.#finishOne(row);
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    this.#onChange(rows.map((row) => row.id));
  }

  async #finishOne(row: UploadRow): Promise<void> {
    const { ledger } = this.#context;
    const later = { not_before: this.#clock.now() + againMs };
    try {
      const isDone = await finishUpload(this.#context, row);
      await ledger.uploads.advance(row.id, [row.state], isDone ? { after_state: null } : later);
      this.#tries.delete(row.id);
    } catch (error) {
      const failure = error instanceof AppError ? error : new AppError('UNEXPECTED', { cause: error });
      const tries = (this.#tries.get(row.id) ?? 0) + 1;
      this.#tries.set(row.id, tries);
      this.#context.logger.warn('What was left to do after an upload failed.', {
        upload: row.id,
        error: failure,
      });
      const isFinal = !failure.retryable || tries >= triesBeforeAttention;
      const patch = isFinal
        ? { after_state: null, code: 'AFTER_UPLOAD_FAILED', detail: failure.message }
        : later;
      await ledger.uploads.advance(row.id, [row.state], patch, {
        kind: 'failed',
        detail: { step: 'after', code: failure.code },
      });
    }
  }
}

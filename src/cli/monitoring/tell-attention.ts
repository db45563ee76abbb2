import { createHash } from 'node:crypto';
import type { Clock } from '#core/ports/clock.ts';
import type { Logger } from '#core/ports/logger.ts';
import type { AgentStatus } from '#shared/bridge/agent.ts';
import {
  type AttentionMessage,
  attentionMessage,
  isOfNewKind,
  type MessageParts,
  type Needs,
  needsOf,
  newNeeds,
} from './attention-message.ts';
import type { HealthReport } from './health-report.ts';
import type { ToldFile } from './told-file.ts';

/** Somebody who is told when a person is needed. */
export interface Receiver {
  /** For the log: never an address. */
  readonly name: string;
  /** Tells it from another in the file of what was told. */
  readonly id: string;
  /** Resolves when it took the message. */
  deliver(message: AttentionMessage, signal: AbortSignal): Promise<void>;
}

/** A receiver is another one when it has another address or command. */
export function receiverId(kind: string, target: string): string {
  return `${kind}-${createHash('sha256').update(target).digest('hex').slice(0, 16)}`;
}

export interface TellOptions {
  readonly receiver: Receiver;
  readonly told: ToldFile;
  readonly report: (status: AgentStatus) => HealthReport;
  readonly clock: Clock;
  /** Uniform in 0…1. */
  readonly random: () => number;
  readonly logger: Logger;
  readonly windowMs: number;
  readonly host: string;
  readonly version: string;
}

/** After a message that was not taken: the first wait and the longest, ms; doubled in between. */
const firstWait = 5_000;
const longestWait = 15 * 60_000;
/**
 * More of what was told already is told no sooner after it, ms, and after twice as long the next time: a
 * thousand files that fail one after the other are no thousand messages.
 */
const firstMore = 30_000;
const longestMore = 60 * 60_000;
/**
 * What was told and is not there for so long is over, ms: after a start nothing is known of a folder or a
 * service before it was looked at.
 */
const overAfter = 60_000;

/**
 * Tells one receiver what needs a person: once when it comes, however many files it is (T9), and once when
 * all of it is over. At most one message is on its way; what comes meanwhile is in the next. A receiver that
 * takes none is tried again, ever more rarely, and always with what is so by then.
 */
export class AttentionTeller {
  readonly #options: TellOptions;
  readonly #stopped = new AbortController();
  /** Since when something told is not there any more, monotonic ms. */
  readonly #gone = new Map<string, number>();
  #status: AgentStatus | undefined;
  #timer: (() => void) | undefined;
  /** The timer waits for more of what was told already. */
  #isPatient = false;
  #telling: Promise<void> | undefined;
  #failed = 0;
  /** Messages in a row that only told of more. */
  #more = 0;
  /** When a message was last taken, monotonic ms. */
  #toldAt = Number.NEGATIVE_INFINITY;

  constructor(options: TellOptions) {
    this.#options = options;
  }

  /** The agent is doing so now. */
  look(status: AgentStatus): void {
    this.#status = status;
    this.#plan();
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    this.#timer?.();
    await this.#telling;
  }

  #plan(): void {
    const { clock, windowMs } = this.#options;
    if (this.#stopped.signal.aborted || this.#status === undefined) return;
    this.#forgetWhatIsLess();
    const isNewKind = isOfNewKind(this.#needs(), this.#told());
    if (this.#telling !== undefined || (this.#timer !== undefined && !(this.#isPatient && isNewKind))) return;
    this.#timer?.();
    this.#isPatient = !isNewKind && this.#isNews();
    const wait = isNewKind ? windowMs : this.#isPatient ? this.#untilMore() : this.#nextOver();
    this.#timer = wait === undefined ? undefined : clock.setTimer(wait, () => this.#due());
  }

  #due(): void {
    this.#timer = undefined;
    if (this.#stopped.signal.aborted) return;
    this.#forgetWhatIsLess();
    const type = this.#isNews() ? 'attention.needed' : this.#isAllOver() ? 'attention.over' : undefined;
    if (type === undefined) this.#plan();
    else
      this.#telling = this.#tell(type).finally(() => {
        this.#telling = undefined;
        this.#plan();
      });
  }

  async #tell(type: MessageParts['type']): Promise<void> {
    const { receiver, report, told, clock, host, version, logger, random } = this.#options;
    const status = this.#status;
    if (status === undefined) return;
    const needs = needsOf(status.health);
    const before = told.of(receiver.id);
    const message = attentionMessage({
      type,
      report: report(status),
      needs,
      news: newNeeds(needs, before.needs).length,
      host,
      version,
      sequence: before.sequence,
      receiver: receiver.id,
      at: clock.now(),
    });
    try {
      await receiver.deliver(message, this.#stopped.signal);
      this.#toldAt = clock.monotonic();
      this.#more = type === 'attention.over' || isOfNewKind(needs, before.needs) ? 0 : this.#more + 1;
      this.#keep({ ...(type === 'attention.over' ? {} : before.needs), ...needs }, before.sequence + 1);
      this.#failed = 0;
    } catch (error) {
      if (this.#stopped.signal.aborted) return;
      this.#failed += 1;
      const wait = Math.min(longestWait, firstWait * 2 ** (this.#failed - 1)) * (0.75 + 0.5 * random());
      logger.warn('Nobody could be told that a person is needed; it is tried again.', {
        by: receiver.name,
        reason: error instanceof Error ? error.message : String(error),
        seconds: Math.round(wait / 1000),
      });
      // Whatever changes until then is in the next try.
      this.#isPatient = false;
      this.#timer = clock.setTimer(wait, () => this.#due());
    }
  }

  #needs(): Needs {
    return this.#status === undefined ? {} : needsOf(this.#status.health);
  }

  #told(): Needs {
    const { receiver, told } = this.#options;
    return told.of(receiver.id).needs;
  }

  #isNews(): boolean {
    return newNeeds(this.#needs(), this.#told()).length > 0;
  }

  /** Where all that was told is over, that is told too, and only then forgotten. */
  #isAllOver(): boolean {
    const keys = Object.keys(this.#told());
    return keys.length > 0 && keys.every((key) => this.#isOver(key));
  }

  #isOver(key: string): boolean {
    const since = this.#gone.get(key);
    return since !== undefined && this.#options.clock.monotonic() - since >= overAfter;
  }

  /** Milliseconds until something that was told is over; undefined where all of it is still there. */
  #nextOver(): number | undefined {
    const now = this.#options.clock.monotonic();
    const waits = [...this.#gone.values()].map((since) => Math.max(1, since + overAfter - now));
    return waits.length > 0 ? Math.min(...waits) : undefined;
  }

  /** Milliseconds until more of the same may be told. */
  #untilMore(): number {
    const { clock, windowMs } = this.#options;
    const apart = Math.min(longestMore, firstMore * 2 ** this.#more);
    return Math.max(windowMs, this.#toldAt + apart - clock.monotonic());
  }

  /** What is fewer, or gone while something else stays, is told again when it comes again. */
  #forgetWhatIsLess(): void {
    const needs = this.#needs();
    const told = this.#told();
    for (const key of Object.keys(told)) {
      if (key in needs) this.#gone.delete(key);
      else if (!this.#gone.has(key)) this.#gone.set(key, this.#options.clock.monotonic());
    }
    for (const key of this.#gone.keys()) if (!(key in told)) this.#gone.delete(key);
    if (this.#isAllOver()) return;
    const left = Object.entries(told).flatMap(([key, count]): [string, number][] => {
      if (!(key in needs)) return this.#isOver(key) ? [] : [[key, count]];
      return [[key, Math.min(count, needs[key] ?? 0)]];
    });
    const next = Object.fromEntries(left);
    const isLess = left.length < Object.keys(told).length || left.some(([key, count]) => count !== told[key]);
    if (isLess) this.#keep(next);
  }

  #keep(needs: Needs, sequence?: number): void {
    const { receiver, told, logger } = this.#options;
    const before = told.of(receiver.id);
    try {
      told.keep(receiver.id, { sequence: sequence ?? before.sequence, needs });
    } catch (error) {
      // It is told again after a restart, by the same id.
      logger.warn('What was told could not be written down.', { error });
    }
  }
}

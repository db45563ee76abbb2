import type { Clock } from '#core/ports/clock.ts';
import type { Logger } from '#core/ports/logger.ts';
import type { ServiceHealth } from '#shared/bridge/health.ts';
import type { ErrorCode } from '#shared/errors/catalog.ts';
import type { Answer, Priority } from './answer.ts';
import type { OperationKind } from './outcomes.ts';

/**
 * Who may pass now: `held` means that nothing was sent and that it is to be asked again when the governor
 * closes.
 */
export type Pass = 'go' | 'held';

export interface GovernedRequest {
  readonly kind: Exclude<OperationKind, 'put' | 'download'>;
  readonly priority: Priority;
}

export interface GovernorOptions {
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
  /** One cheap GET, which changes nothing and passes the governor. */
  readonly probe: (signal: AbortSignal) => Promise<Answer<unknown>>;
  readonly getKey: () => Promise<string | undefined>;
  /** What tells one state of this machine's network from another. */
  readonly network: () => string;
}

/**
 * Hears the outcome of every request of a profile and decides whether its background work may go on
 * (docs/adr/0007). Closed is the normal state. Open, it lets through at most two requests a minute, of all
 * background work together, until one of them succeeds; nobody's attempts are counted meanwhile.
 */
export interface Governor {
  /** What anybody who shows the state of a profile reads. */
  state(): ServiceHealth;
  isOpen(): boolean;
  /** Why it is open. */
  reason(): { readonly code: ErrorCode; readonly detail: string | undefined } | undefined;
  /**
   * Wall time of the first of the failures that opened it, ms; undefined while closed. What they cost is
   * given back.
   */
  openedByFailuresSince(): number | undefined;
  /** True once a person has to act: nothing shows that it goes on by itself. */
  needsPerson(): boolean;
  /**
   * Passes, waits until it may pass, or says `held`: a new document is never asked for late, its options
   * would be old.
   */
  admit(request: GovernedRequest, signal?: AbortSignal): Promise<Pass>;
  /** Whether a request that was admitted may still go: it may have waited for its place in the budget. */
  mayStillGo(request: GovernedRequest): boolean;
  /** True when the failure is the profile's and not that of this request. */
  heard(request: GovernedRequest, answer: Answer<unknown>): boolean;
  /** A request that was admitted ended without an answer to judge. */
  left(request: GovernedRequest): void;
  /** What became of the bytes of one upload at the storage host. True when the failure is the profile's. */
  heardStorage(uploadId: number, answer: Answer<unknown>): boolean;
  /** True while storage takes no bytes: an address is of no use. */
  holdsStorage(): boolean;
  /**
   * Whether bytes may go to storage now; while it fails only those of the upload that finds out, and they
   * count as a request.
   */
  maySend(isTrial: boolean): boolean;
  /** The ledger failed. `probe` tells whether it can be written again. */
  ledgerFailed(code: ErrorCode, probe: () => Promise<void>): void;
  /**
   * Who knows whether something is to be sent: while nothing is, a connection that is not there is tried
   * ever more rarely.
   */
  heedQueue(hasQueued: () => boolean): void;
  /** One upload may find out for all: the queue starts one. */
  wantsTrial(): boolean;
  /** A person asked, a key was set, the network came back: find out now. */
  probeNow(): void;
  onChange(listener: () => void): () => void;
  stop(): void;
}

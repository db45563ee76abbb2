import type { ContentId } from '#shared/ids/ids.ts';

/** A machine of the team, as people know it. */
export interface Member {
  readonly agent: string; // uuid of the data folder's agent
  readonly name: string; // host name a person recognises, e.g. FILESRV1
}

/**
 * Bytes somebody is about to send. `scope` is service + principal, a hash; `upload` the uuid of the upload in
 * its machine's ledger.
 */
export interface Intent {
  readonly scope: string;
  readonly sha256: string;
  readonly size: number;
  readonly upload: string;
}

/** The right to send these bytes, worth something until somebody has a later epoch. */
export interface Claim {
  readonly scope: string;
  readonly sha256: string;
  readonly upload: string;
  readonly epoch: number;
}

export type ClaimAnswer =
  | { readonly kind: 'ours'; readonly claim: Claim }
  /**
   * Ours now, but a former holder named a slot that has to be looked at first: landed → adopt it, else delete
   * it and ask anew.
   */
  | { readonly kind: 'adopt'; readonly claim: Claim; readonly contentId: ContentId }
  | { readonly kind: 'held'; readonly by: Member; readonly lookAgainMs: number }
  | { readonly kind: 'landed'; readonly by: Member; readonly contentId: ContentId }
  | { readonly kind: 'unreachable' };

/**
 * `fenced`: somebody else has a later epoch; nothing of the claim may be written, deleted or sent any more.
 */
export type Written = 'written' | 'fenced' | 'unreachable';

/** Something scarce that is ours until `lost` is aborted, which happens before anybody else may have it. */
export interface Lease {
  readonly lost: AbortSignal;
  leave(): void;
}

export type Role = 'tracker' | 'sweeper' | 'mirror';

/**
 * Of the request budget since the report before: ages (ms) of answers, what flies, permits kept, what is
 * wanted and how urgently (0 = a person).
 */
export interface BudgetReport {
  readonly ages: readonly number[];
  readonly flying: number;
  readonly kept: number;
  readonly want: number;
  readonly priority: number;
  /** For how long the service asked this machine for silence, which holds for all. */
  readonly holdMs?: number;
}
/**
 * Permits, and what was said to be kept, for `validMs` from the answer on; `waitMs` until asking again is
 * worth it; `heldMs` > 0 while the host asked for silence.
 */
export interface BudgetGrant {
  readonly granted: number;
  readonly validMs: number;
  readonly waitMs: number;
  readonly heldMs: number;
  readonly head: bigint;
}

export interface FeedEntry {
  readonly seq: bigint;
  readonly scope: string;
  readonly sha256: string;
  readonly contentId: ContentId;
  readonly by: Member;
  readonly ageMs: number;
}

/**
 * Who else sends with the same subscription, and what is scarce or must be unique among them. The engine
 * knows nothing else of a team.
 */
export interface Team {
  /**
   * Nobody else is asked: the ledger's own claims are all there are, and their answer is known in its
   * transaction.
   */
  readonly isAlone: boolean;
  claim(intent: Intent): Promise<ClaimAnswer>;
  /** Committed before the first byte of the PUT. */
  name(claim: Claim, contentId: ContentId): Promise<Written>;
  landed(claim: Claim): Promise<Written>;
  /** The bytes are not at the service by this claim, or not any more: whoever asks next may have it. */
  release(claim: Claim): Promise<Written>;
  /** Of these documents and slots those that somebody else's claim names: they are not ours to delete. */
  namedByOthers(
    scope: string,
    contentIds: readonly ContentId[],
  ): Promise<ReadonlySet<ContentId> | 'unreachable'>;
  /** One of the team's simultaneous uploads. */
  place(signal: AbortSignal): Promise<Lease>;
  /** Retries of one report resend the identical payload; rejects only when aborted. */
  exchange(report: BudgetReport, signal: AbortSignal): Promise<BudgetGrant | 'unreachable'>;
  lead(role: Role, scope: string): Promise<Lease | undefined>;
  root(
    key: string,
  ): Promise<
    | { readonly kind: 'ours'; readonly lease: Lease }
    | { readonly kind: 'watched'; readonly by: Member }
    | { readonly kind: 'unreachable' }
  >;
  feed(
    after: bigint,
  ): Promise<{ readonly head: bigint; readonly entries: readonly FeedEntry[] } | 'unreachable'>;
}

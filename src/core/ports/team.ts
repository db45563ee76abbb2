import type { ContentId } from '#shared/ids/ids.ts';

/** A machine of the team, as people know it. */
export interface Member {
  readonly agent: string; // uuid of the data folder's agent
  readonly name: string; // host name a person recognises, e.g. FILESRV1
  /** Who sits at it, where that is known. */
  readonly person?: string | undefined;
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
  /** For people with the same key: the file may be the only one there is. */
  readonly fileName?: string;
  /** The whole organization is to see the document: only then people with other keys hear of it. */
  readonly isShared?: boolean;
  /** Documents of other keys do not count: this one cannot see them. */
  readonly onlyOwn?: boolean;
}

/** The right to send these bytes, worth something until somebody has a later epoch. */
export interface Claim {
  readonly scope: string;
  readonly sha256: string;
  readonly size: number;
  readonly upload: string;
  readonly epoch: number;
}

/**
 * Who vouches for an entry of the team's database: `key`, a machine with the same API key; `none`, only the
 * database; `wrong`: the entry says that it is of the same key, and no machine with that key wrote it.
 */
export type Proof = 'key' | 'none' | 'wrong';

export type ClaimAnswer =
  | { readonly kind: 'ours'; readonly claim: Claim }
  /**
   * Ours now, but a former holder with the same key named a slot that has to be looked at first: landed →
   * adopt it, else delete it and ask anew.
   */
  | { readonly kind: 'adopt'; readonly claim: Claim; readonly contentId: ContentId }
  | { readonly kind: 'held'; readonly by: Member; readonly lookAgainMs: number }
  /**
   * `scope`: whose document it is, which may be another key's that shares it. This upload stands for it from
   * here on: `letGo`.
   */
  | {
      readonly kind: 'landed';
      readonly proof: Proof;
      readonly by: Member;
      readonly contentId: ContentId;
      readonly scope: string;
      readonly ageMs: number;
    }
  | { readonly kind: 'unreachable' };

/**
 * `fenced`: somebody else has a later epoch; nothing of the claim may be written, deleted or sent any more.
 */
export type Written = 'written' | 'fenced' | 'unreachable';

/**
 * What is left of a document when an upload stands for it no more. `last`: nobody else does, a machine with
 * the same key vouches for it, and it may be deleted; its claim has ended. `kept`: it, or another one of the
 * same bytes, is somebody else's, or this machine's own by another `upload`. `none`: the team knows of none.
 */
export type LetGo =
  | { readonly kind: 'last'; readonly contentId: ContentId }
  | {
      readonly kind: 'kept';
      readonly contentId: ContentId | null;
      readonly by: Member;
      readonly upload?: string | undefined;
    }
  | { readonly kind: 'none' }
  | { readonly kind: 'unreachable' };

/** A file that is only on a machine that is gone. */
export interface StrandedFile {
  readonly sha256: string;
  readonly size: number;
  readonly fileName: string | null;
  /** The slot that it named, with a proof: its bytes may be there. */
  readonly contentId: ContentId | null;
  readonly epoch: number;
  readonly by: Member;
  /** When that machine was last seen, ms ago. */
  readonly seenMs: number;
}

export interface Stranded {
  readonly total: number;
  readonly bytes: number;
  /** The first of them, of machines that were seen last. */
  readonly files: readonly StrandedFile[];
}

/** Something scarce that is ours until `lost` is aborted, which happens before anybody else may have it. */
export interface Lease {
  readonly lost: AbortSignal;
  leave(): void;
}

/** What one machine does for all: ask about stranded files, or watch the shared folder of a name. */
export type Role = 'stranded' | `folder:${string}`;

/**
 * What one of the same key was told by the service, as text, that long ago by the database's clock; `ask`:
 * nobody was, and this machine is the one to ask for the next seconds; `wait`: another one does.
 */
export type Recalled =
  | { readonly kind: 'answer'; readonly answer: string; readonly ageMs: number }
  | { readonly kind: 'ask' }
  | { readonly kind: 'wait'; readonly waitMs: number }
  | { readonly kind: 'unreachable' };

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
  /** Whether a machine with the key of the scope wrote it. */
  readonly isProven: boolean;
  readonly by: Member;
  readonly ageMs: number;
  readonly fileName: string | null;
  readonly size: number;
}

export interface Feed {
  /** Another database than before: its numbers have nothing to do with those that are remembered. */
  readonly team: string;
  readonly head: bigint;
  readonly entries: readonly FeedEntry[];
}

/** A claim as this machine has it, for a team that does not know it any more. */
export interface Held extends Claim, Intent {
  /** The slot it names, or the document. */
  readonly contentId: ContentId | null;
  readonly isLanded: boolean;
  /**
   * Without an epoch: made before this machine joined, and never told. Else it stands for another's document.
   */
  readonly isOwn?: boolean;
}

export interface Replayed {
  /**
   * For each claim its epoch, or null where it is somebody else's, or the document that it stands for is not
   * there any more. 0: this machine stands for the document of another one.
   */
  readonly epochs: readonly (number | null)[];
  /** Places of those whose bytes another machine has as another document: both are there. */
  readonly twice: readonly number[];
  /** Others still tell theirs: what this machine stands for may be one of those. */
  readonly isRestoring: boolean;
}

/**
 * Who else sends with the same subscription, and what is scarce or must be unique among them. The engine
 * knows nothing else of a team. What asks takes a signal and rejects only when that is aborted; the question
 * may have its effect all the same.
 */
export interface Team {
  /**
   * Nobody else is asked: the ledger's own claims are all there are, and their answer is known in its
   * transaction.
   */
  readonly isAlone: boolean;
  claim(intent: Intent, signal: AbortSignal): Promise<ClaimAnswer>;
  /** Committed before the first byte of the PUT. */
  name(claim: Claim, contentId: ContentId, signal: AbortSignal): Promise<Written>;
  landed(claim: Claim, contentId: ContentId, signal: AbortSignal): Promise<Written>;
  /** The bytes are not at the service by this claim, or not any more: whoever asks next may have it. */
  release(claim: Claim, signal: AbortSignal): Promise<Written>;
  /** Of these documents and slots those that somebody else's claim names: they are not ours to delete. */
  namedByOthers(
    scope: string,
    contentIds: readonly ContentId[],
    signal: AbortSignal,
  ): Promise<ReadonlySet<ContentId> | 'unreachable'>;
  /**
   * The team's database is an older copy of itself, which takes nothing of this machine before it was told
   * all its claims again. `lostMs`: how long before now ends what it knows; infinite before this machine told
   * for the first time what it sent alone. Undefined while nothing is lost.
   */
  needsReplay(): { readonly lostMs: number } | undefined;
  /**
   * Claims of a scope as this machine has them; `isAll` with the last: whatever else the team has of it was
   * given up.
   */
  replay(
    scope: string,
    claims: readonly Held[],
    isAll: boolean,
    signal: AbortSignal,
  ): Promise<Replayed | 'unreachable'>;
  /** Of these documents and slots those that others told to be theirs since the team's database is older. */
  toldByOthers(
    scope: string,
    contentIds: readonly ContentId[],
    signal: AbortSignal,
  ): Promise<ReadonlySet<ContentId> | 'unreachable'>;
  /** One of the team's simultaneous uploads. */
  place(signal: AbortSignal): Promise<Lease>;
  /** Retries of one report resend the identical payload. */
  exchange(report: BudgetReport, signal: AbortSignal): Promise<BudgetGrant | 'unreachable'>;
  /** `by` is the machine that has the role. */
  lead(
    role: Role,
    scope: string,
    signal: AbortSignal,
  ): Promise<Lease | { readonly by: Member | undefined } | 'unreachable'>;
  /** `isSending`: the request goes out if the answer is `ask`, else it still waits for its turn. */
  recall(
    scope: string,
    question: string,
    maxAgeMs: number,
    isSending: boolean,
    signal: AbortSignal,
  ): Promise<Recalled>;
  /**
   * The answer to a question that was to be asked here; undefined: there is none that others could use, and
   * the next of them asks.
   */
  tell(
    scope: string,
    question: string,
    answer: string | undefined,
    signal: AbortSignal,
  ): Promise<'told' | 'unreachable'>;
  feed(after: bigint, signal: AbortSignal): Promise<Feed | 'unreachable'>;
  /** The end of the feed as an exchange told it in the last seconds; undefined: nobody knows. */
  head(): bigint | undefined;
  letGo(bytes: Pick<Intent, 'scope' | 'sha256' | 'upload'>, signal: AbortSignal): Promise<LetGo>;
  /** The service has the document of these bytes no more: they are nobody's until they are claimed again. */
  forgetGone(
    bytes: Pick<Intent, 'scope' | 'sha256'>,
    contentId: ContentId,
    signal: AbortSignal,
  ): Promise<'forgotten' | 'unreachable'>;
  /** Other machines whose uploads stand for a document. */
  othersWith(
    scope: string,
    contentId: ContentId,
    signal: AbortSignal,
  ): Promise<readonly Member[] | 'unreachable'>;
  stranded(scope: string, limit: number, signal: AbortSignal): Promise<Stranded | 'unreachable'>;
  /** The service has the bytes of such a file. */
  recordLanded(scope: string, file: StrandedFile, signal: AbortSignal): Promise<Written>;
}

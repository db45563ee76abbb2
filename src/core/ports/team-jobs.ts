import type { ContentId } from '#shared/ids/ids.ts';
import type { Member, Written } from './team.ts';

/** What another machine can do as well; sending a file again only the one that has it can. */
export type SharedJobKind = 'tag' | 'share' | 'unshare' | 'delete';

/** A job over documents as the team knows it: by a uuid, and of the key with which it is done. */
export interface JobName {
  readonly scope: string;
  readonly job: string;
}

/** The right to work on a job, worth something until somebody has a later epoch; 0: it was never offered. */
export interface JobHold extends JobName {
  readonly epoch: number;
}

export interface JobOutcome {
  /** The place of the document in the job, the same at every machine. */
  readonly number: number;
  readonly outcome: 'done' | 'failed';
  readonly code: string | null;
  readonly detail: string | null;
}

export interface JobDocument {
  readonly number: number;
  readonly contentId: ContentId;
  readonly fileName: string;
}

export interface JobOptions {
  /** Tags by name. */
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

/** What is to be done, and who was asked. */
export interface JobWish {
  readonly kind: SharedJobKind;
  readonly options: JobOptions;
  /** The machine as people call it; null: this one. */
  readonly askedBy: string | null;
  /** How long ago, ms. */
  readonly ageMs: number;
}

/** A piece of a job; the last one says so. */
export interface JobOffer extends JobHold, JobWish {
  readonly documents: readonly (JobDocument & (JobOutcome | { readonly outcome: 'waiting' }))[];
  readonly isAll: boolean;
}

/**
 * How a job stands at the machine that has it. `free`: whoever may goes on; `stopped`: what keeps it keeps
 * every machine, until a person says so.
 */
export type JobStands = 'running' | 'free' | 'stopped' | 'cancelled' | 'done';

export type TakeAnswer =
  | {
      readonly kind: 'ours';
      readonly hold: JobHold;
      readonly wish: JobWish;
      readonly lost: AbortSignal;
    }
  | { readonly kind: 'held'; readonly by: Member }
  | { readonly kind: 'over'; readonly state: 'cancelled' | 'done' }
  /** Nothing is free, or nothing is known of this one. */
  | { readonly kind: 'none' }
  | { readonly kind: 'unreachable' };

/** A job that is not over, as people see it at a machine that has nothing to do with it. */
export interface OpenJob {
  readonly job: string;
  readonly kind: SharedJobKind;
  readonly askedBy: string;
  readonly ageMs: number;
  /** Until a person says so. */
  readonly isStopped: boolean;
  /** Who is at it now. */
  readonly by: Member | undefined;
  readonly total: number;
  readonly done: number;
  readonly failed: number;
}

export interface FollowedJob {
  readonly state: Exclude<JobStands, 'free'>;
  /** Who is at it now; undefined where nobody is. */
  readonly by: Member | undefined;
  readonly outcomes: readonly (JobOutcome & { readonly seq: number; readonly by: Member })[];
}

/**
 * Jobs over documents that any machine with the key may go on with (docs/adr/0043). Its questions reject only
 * when their signal is aborted; they may have their effect all the same.
 */
export interface TeamJobs {
  /** This machine, as `Member.agent`. */
  readonly self: string;
  /** Whether the last renewal told of jobs that nobody goes on with. */
  areFree(): boolean;
  /** `lost` is aborted before another machine may take the job, as of a `Lease`. */
  offer(
    offer: JobOffer,
    signal: AbortSignal,
  ): Promise<
    | { readonly kind: 'ours'; readonly epoch: number; readonly lost: AbortSignal }
    | { readonly kind: 'fenced' }
    | { readonly kind: 'unreachable' }
  >;
  /**
   * Tells how far it is, and goes on holding it. `unknown`: it is to be offered again, whole. `cancelled`: by
   * a person at another machine.
   */
  report(
    hold: JobHold,
    stands: JobStands,
    outcomes: readonly JobOutcome[],
    signal: AbortSignal,
  ): Promise<
    | { readonly kind: 'written'; readonly lost: AbortSignal }
    | { readonly kind: 'fenced' }
    | { readonly kind: 'unknown' }
    | { readonly kind: 'cancelled' }
    | { readonly kind: 'unreachable' }
  >;
  /** The first job that is free, or this one, because a person says so. */
  take(of: { readonly scope: string; readonly job?: string }, signal: AbortSignal): Promise<TakeAnswer>;
  cancel(name: JobName, signal: AbortSignal): Promise<Exclude<Written, 'fenced'>>;
  /** The latest fifty of a key that are not over. */
  open(scope: string, signal: AbortSignal): Promise<readonly OpenJob[] | 'unreachable'>;
  /** What was told of a job after an outcome with this number. */
  follow(name: JobName, after: number, signal: AbortSignal): Promise<FollowedJob | 'unknown' | 'unreachable'>;
  /** Its documents after this place. */
  documents(
    name: JobName,
    after: number,
    signal: AbortSignal,
  ): Promise<readonly JobDocument[] | 'unreachable'>;
}

import type { Clock } from '#core/ports/clock.ts';
import type { Profile } from '#shared/settings/profile.ts';
import { noStoreLifeMs } from '../ledger/document-writes.ts';
import type { Ledger } from '../ledger/sqlite-ledger.ts';
import type { UploadRow } from '../ledger/upload-row.ts';
import type { Move } from '../ledger/upload-moves.ts';
import type { ServiceClient } from '../service/client.ts';
import { compareOriginal, wholeByOriginal } from '../service/hash-original.ts';
import {
  lookedInVain,
  type Presence,
  type PresenceInRecord,
  presenceIn,
  presenceOf,
} from '../service/presence.ts';
import type { DocumentRecord } from '../service/schemas/document.ts';
import { isFinalStatus } from '../service/schemas/document.ts';
import { durationOf, hollowAtLatest, moveFor } from './apply-record.ts';
import { pageSize, sweepList } from './list-sweep.ts';
import type { Failing } from '../service/failures-in-row.ts';
import { createWakeLoop, type WakeLoop } from '../service/wake-loop.ts';
import type { PollSchedule } from './schedule.ts';
import { createListDoubts, type ListDoubts, notAnswered, waitAfterFailedLooks } from './stuck.ts';

export interface TrackerOptions {
  readonly profile: Profile;
  readonly client: ServiceClient;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly schedule: PollSchedule;
  /** Whether the key may be another account's: then what the service does not find proves nothing. */
  readonly isKeyInDoubt: () => Promise<boolean>;
  /** Whether something is left to do once this upload has ended. */
  readonly hasMoreToDo: (row: UploadRow) => boolean;
  readonly onChange: (uploadIds: readonly number[]) => void;
  /** What the service said of documents so long ago, also of those that are not followed. */
  readonly onRecords: (records: readonly DocumentRecord[], ageMs: number) => void;
  /**
   * Documents came to their end: there may be something left to do for them, or they have to be sent again.
   */
  readonly onFinished: () => void;
  /** What a turn threw; it is made again later. */
  readonly onError: (error: unknown, isNews: boolean) => void;
}

/** Below this a single GET each is as cheap as the list, and 3–5 s fresher. */
const fewerThanAList = 3;
/** Pages that are worth it in a team even for one document: others hear them. */
const pagesForOne = 3;
/** With no more than this under way a look costs little and is waited for. */
const few = 20;
/** Single looks in one turn. */
const singleLooks = 50;
/** Pause after a failed poll, ms; the budget and the outcome table do the rest. */
const pauseAfterFailure = 5_000;
/** Turns come no closer together than this, ms. */
const shortestPause = 20;
/**
 * Looks that find nothing before it is believed; what is listed all the same is asked for less and less after
 * these.
 */
const mostLooks = 4;
/** First look by list: half of the known duration, or this when nothing is known; at most the second, ms. */
const unknownListLook = 1_500;
const longestListLook = 60_000;
/** A document that the list does not show is asked for by itself when it landed longer ago than this, ms. */
const listMissesAfter = 15_000;

/** Follows what has landed until the service says `completed` or `failed`. */
export class Tracker {
  readonly #options: TrackerOptions;
  readonly #loop: WakeLoop;
  /** Documents being enriched, as of the last turn and the landings since. */
  #pending = 0;
  /** Until then what lands brings no turn forward: a look at many documents is dear, monotonic ms. */
  #pausedUntil = Number.NEGATIVE_INFINITY;
  /** The service asked to wait with the list: until then documents are asked for one by one, monotonic ms. */
  #listPausedUntil = Number.NEGATIVE_INFINITY;
  /** Time between sweeps of the list as of the last one, ms. */
  #sweptEvery = 0;
  readonly #doubts: ListDoubts;
  /** Uploads whose original was read, since the service states no bytes of it. */
  readonly #read = new Set<number>();

  constructor(options: TrackerOptions) {
    this.#options = options;
    const { clock, onError, schedule } = options;
    this.#doubts = createListDoubts(schedule);
    this.#loop = createWakeLoop({ clock, turn: (signal) => this.#takeTurn(signal), onError });
  }

  start(): void {
    this.#loop.start();
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
  }

  /** As of its loop. */
  overdueSince(): number | undefined {
    return this.#loop.overdueSince();
  }

  /** As of its loop. */
  failing(): Failing | undefined {
    return this.#loop.failing();
  }

  /** Something was changed, or a person asked: look now at what is due. */
  wake(): void {
    this.#pausedUntil = Number.NEGATIVE_INFINITY;
    this.#loop.wake();
  }

  /**
   * A document landed: how long until it is looked at first, ms. Costs no query. Until the list has answered
   * once it is not counted upon: many that land meanwhile would all be looked at early, and one by one where
   * there is no list.
   */
  planFirstLook(): number {
    const { client, clock, schedule } = this.#options;
    this.#pending += 1;
    const hasList = client.documents.listAvailable() === 'yes' && this.#pending >= fewerThanAList;
    const wait = hasList ? this.#firstListLook() : schedule.firstLook(this.#pending);
    this.#loop.wakeWithin(Math.max(wait, this.#pausedUntil - clock.monotonic()));
    return wait;
  }

  /** How long after landing the list is looked at, ms. */
  #firstListLook(): number {
    return Math.min(this.#options.schedule.quantile(0.5) ?? unknownListLook, longestListLook);
  }

  /** Looks at what is due; ms until the next is. */
  async #takeTurn(signal: AbortSignal): Promise<number | undefined> {
    const { clock, ledger, profile } = this.#options;
    const rest = this.#pausedUntil - clock.monotonic();
    if (rest > 0) return rest;
    const pause = await this.#look(signal);
    const { nextAt } = ledger.uploads.countPolling(profile.id);
    this.#pausedUntil = clock.monotonic() + pause;
    return nextAt === null ? undefined : Math.max(nextAt - clock.now(), pause, shortestPause);
  }

  /** One turn over what is due; how long to pause before the next, ms. */
  async #look(signal: AbortSignal): Promise<number> {
    const { client, clock, ledger, profile } = this.#options;
    const { pending } = ledger.uploads.countPolling(profile.id);
    this.#pending = pending;
    const allDue = ledger.uploads.listDuePolls(profile.id, clock.now(), 1_000);
    if (allDue.length > 0 && (await this.#options.isKeyInDoubt())) return pauseAfterFailure;
    // What claims to be complete with 0 bytes; a list says nothing more about it.
    const hollow = allDue.filter(({ remoteStatus }) => isFinalStatus(remoteStatus ?? undefined));
    const paused = await this.#lookOneByOne(hollow.slice(0, singleLooks), pending, signal);
    const due = allDue.filter((row) => !hollow.includes(row));
    if (due.length === 0) return paused;
    const listed = client.documents.listAvailable();
    // In a team the list costs one request for all machines, a look at a document one for each.
    const isHeard = client.documents.isHeard();
    const isListed = listed !== 'no' && clock.monotonic() >= this.#listPausedUntil;
    if ((pending >= fewerThanAList || isHeard) && isListed) {
      const oldest = Math.min(...due.map((row) => row.landedAt ?? row.createdAt));
      const pages = Math.ceil(ledger.uploads.countLandedSince(profile.id, oldest) / pageSize) + 1;
      const worth = Math.max(due.length, isHeard ? pagesForOne : 0);
      const pause = pages <= worth ? await this.#lookByList(due, pending, pages, signal) : undefined;
      if (listed === 'unknown' && client.documents.listAvailable() === 'yes')
        ledger.uploads.rescheduleFirstLooks(profile.id, this.#firstListLook());
      if (pause !== undefined) return pause;
    }
    return this.#lookOneByOne(due.slice(0, singleLooks), pending, signal);
  }

  /** Undefined when the list is of no use. `pages` is how far back the oldest due document is at most. */
  async #lookByList(
    due: readonly UploadRow[],
    pending: number,
    pages: number,
    signal: AbortSignal,
  ): Promise<number | undefined> {
    const { client, clock, ledger, profile, schedule } = this.#options;
    // A few are looked for when each would be by itself.
    const step = pending < fewerThanAList ? undefined : sweepStep(pending);
    const nextLook = ({ landedAt, polls }: UploadRow) =>
      schedule.nextLook(clock.now() - (landedAt ?? clock.now()), polls + 1, pending);
    const sweep = await sweepList({
      client,
      clock,
      due,
      pages,
      maxAgeMs: Math.max(step ?? Math.min(...due.map(nextLook)), this.#sweptEvery) / 2,
      signal,
      apply: (records, ageMs) => {
        this.#options.onRecords(records, ageMs);
        const rows = ledger.uploads.listProcessing(
          profile.id,
          records.map((record) => record.id),
        );
        const byId = new Map<string, DocumentRecord>(records.map((record) => [record.id, record]));
        const at = clock.now() - ageMs;
        this.#apply(
          rows.flatMap((row) => {
            const record = byId.get(row.contentId ?? '');
            return record ? [[row, presenceIn(record, row, 'documents.list', at)] as const] : [];
          }),
          pending,
          { step, ageMs },
        );
      },
    });
    if (sweep.kind === 'unavailable') return undefined;
    if (sweep.kind === 'failed') {
      this.#listPausedUntil = clock.monotonic() + sweep.waitMs;
      return pauseAfterFailure;
    }
    // Not shown by the list: either too new for it, or the list is not to be relied on for this one.
    const missing = due.filter((row) => row.contentId === null || !sweep.seen.has(row.contentId));
    const now = clock.now();
    const askedAt = now - sweep.ageMs;
    const old = missing.filter((row) => askedAt - (row.landedAt ?? now) > listMissesAfter);
    const fresh = missing.filter((row) => !old.includes(row));
    ledger.uploads.advanceMany(
      fresh.map((row) => ({
        id: row.id,
        revision: row.revision,
        from: ['processing'],
        patch: { pollAt: askedAt + Math.max(5_000, step ?? 0) },
      })),
    );
    // In a team each machine sweeps as rarely as one would that had all documents, and when the others do.
    this.#sweptEvery = sweepStep(Math.max(pending, sweep.underWay ?? 0));
    const pause = this.#sweptEvery - sweep.heardMs;
    const shown = due.filter((row) => row.contentId !== null && sweep.seen.has(row.contentId));
    const asked = await this.#lookOneByOne(old.slice(0, singleLooks), pending, signal);
    return Math.max(pause, asked, await this.#lookAtDoubtful(shown, pending, signal));
  }

  /** Requests by its id what the list has repeated for too long; ms to pause before the next turn. */
  async #lookAtDoubtful(shown: readonly UploadRow[], pending: number, signal: AbortSignal): Promise<number> {
    const { clock, ledger } = this.#options;
    const chosen = this.#doubts.choose(shown, ledger.uploads.get, clock.now());
    const pause = await this.#lookOneByOne(chosen.slice(0, singleLooks), pending, signal);
    this.#doubts.learn(chosen, ledger.uploads.get);
    return pause;
  }

  async #lookOneByOne(due: readonly UploadRow[], pending: number, signal: AbortSignal): Promise<number> {
    let pause = 0;
    await Promise.all(
      due.map(async (row) => {
        pause = Math.max(pause, await this.#lookAtOne(row, pending, signal));
      }),
    );
    return pause;
  }

  /** ms to pause before the next turn. */
  async #lookAtOne(row: UploadRow, pending: number, signal: AbortSignal): Promise<number> {
    const { client, clock, ledger, onChange } = this.#options;
    const { contentId } = row;
    if (contentId === null) return 0;
    const presence = await presenceOf(
      client,
      { ...row, contentId },
      { priority: 'polling', signal, now: clock.now, absence: row.absence },
    );
    switch (presence.seen) {
      case 'missing':
      case 'gone':
        await this.#notThere(row, presence);
        return 0;
      case 'unanswered': {
        const { failure } = presence;
        if (failure.disposition === 'rate-limited') return failure.retryAfterMs ?? pauseAfterFailure;
        const { patch, event } = notAnswered(row, failure, clock.now());
        await ledger.uploads.advance(row, ['processing'], { ...patch, absence: undefined }, event);
        if (event) onChange([row.id]);
        // It may be the service itself: the others need not find that out as well.
        return failure.concerns === 'request' ? 0 : pauseAfterFailure;
      }
      case 'hollow':
        this.#options.onRecords([presence.record], 0);
        this.#apply([[row, await this.#readOriginal(row, presence, signal)]], pending);
        return 0;
      default: {
        const isFinal = isFinalStatus(presence.record.status);
        if (presence.evidence.by === 'documents.list' && !isFinal) {
          // Not found by its id, and the list shows it on its way.
          await this.#notThere(row, { seen: 'missing', ...lookedInVain(row.absence, clock.now()) });
          return 0;
        }
        if (isFinal) this.#options.onRecords([presence.record], 0);
        this.#apply([[row, presence]], pending);
        return 0;
      }
    }
  }

  /**
   * The service claims to have processed 0 bytes. From the second look on its original is read, once, and
   * again at the end: where it has the bytes that were sent, the size is what is wrong.
   */
  async #readOriginal(
    row: UploadRow,
    presence: PresenceInRecord,
    signal: AbortSignal,
  ): Promise<PresenceInRecord> {
    const { client, clock } = this.#options;
    const { contentId, remoteStatus, statusSince } = row;
    const isLast = clock.now() - (statusSince ?? clock.now()) >= hollowAtLatest;
    if (contentId === null || remoteStatus !== 'completed' || (this.#read.has(row.id) && !isLast))
      return presence;
    this.#read.add(row.id);
    const proof = await compareOriginal(client, row, contentId, signal);
    return proof === 'same' ? wholeByOriginal(presence, row.size) : presence;
  }

  #apply(
    pairs: readonly (readonly [UploadRow, PresenceInRecord])[],
    pending: number,
    sweep?: { readonly step: number | undefined; readonly ageMs: number },
  ): void {
    if (pairs.length === 0) return;
    const { clock, hasMoreToDo, ledger, onChange, onFinished, profile, schedule } = this.#options;
    // What was heard counts for when it was asked for.
    const now = clock.now() - (sweep?.ageMs ?? 0);
    let learnt = false;
    const moves = pairs.map(([row, presence]): Move => {
      const age = now - (row.landedAt ?? now);
      const { record, seen } = presence;
      if (isFinalStatus(record.status) && seen !== 'hollow' && seen !== 'silent')
        learnt = schedule.learn(durationOf(row, record, now)) || learnt;
      return moveFor(
        row,
        presence,
        // What was adopted may have ended long before it landed here.
        Math.max(now, row.landedAt ?? now),
        now + (sweep?.step ?? schedule.nextLook(age, row.polls + 1, pending)),
        hasMoreToDo(row),
        schedule.quantile(1),
      );
    });
    ledger.uploads.advanceMany(moves);
    const ended = moves.filter((move) => move.patch.state !== undefined);
    if (learnt) this.#replan(pending);
    if (ended.length === 0) return;
    for (const { id } of ended) {
      this.#doubts.forget(id);
      this.#read.delete(id);
    }
    ledger.facts.set(`durations:${profile.id}`, schedule.durations());
    onChange(ended.map((move) => move.id));
    onFinished();
  }

  /** What was learnt is put to use for the documents nobody asked about yet. */
  #replan(pending: number): void {
    const { client, ledger, profile, schedule } = this.#options;
    if (client.documents.listAvailable() === 'yes') return;
    ledger.uploads.rescheduleFirstLooks(profile.id, schedule.firstLook(pending));
  }

  /** The service said that there is no such document: looked at again until that is confirmed. */
  async #notThere(
    row: UploadRow,
    presence:
      | Pick<Extract<Presence, { seen: 'missing' }>, 'seen' | 'absence' | 'lookAgainAt'>
      | Extract<Presence, { seen: 'gone' }>,
  ): Promise<void> {
    const { clock, ledger, onChange } = this.#options;
    const now = clock.now();
    if (presence.seen === 'missing') {
      const { absence, lookAgainAt } = presence;
      const patch = {
        absence,
        pollAt: Math.max(lookAgainAt, now + waitAfterFailedLooks(absence.looks - mostLooks)),
        polls: row.polls + 1,
      };
      await ledger.uploads.advance(row, ['processing'], patch);
      return;
    }
    const { evidence } = presence;
    // A `no_store` document that was not looked at for a day was finished and deleted meanwhile, as it was
    // meant to be.
    const isExpired = row.options.noStore && now - (row.landedAt ?? now) >= noStoreLifeMs;
    await ledger.uploads.advance(
      row,
      ['processing'],
      isExpired
        ? { state: 'completed', remoteStatus: 'expired', finishedAt: now, code: null, detail: null }
        : {
            state: 'attention',
            code: 'DOCUMENT_VANISHED',
            detail: null,
            finishedAt: now,
            stuckSince: null,
          },
      { kind: isExpired ? 'expired' : 'vanished', detail: { evidence } },
    );
    onChange([row.id]);
  }
}

/**
 * Time between two sweeps of the list, ms: the more pages a sweep takes, the rarer (U3: 1,000 documents in
 * 100 requests).
 */
function sweepStep(pending: number): number {
  if (pending <= few) return 2_000;
  return Math.min(60_000, Math.ceil(pending / 100) * 5_000);
}

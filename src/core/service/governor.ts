import type { ErrorCode } from '#shared/errors/catalog.ts';
import type { Answer } from './answer.ts';
import { healthOf, type Opening, readPassesAt } from './governor-opening.ts';
import {
  type Cause,
  causeOf,
  failuresInRow,
  needsPerson,
  readsAreNoSignMs,
  sameTroubleMs,
  trialCost,
  trialTakenWithinMs,
  readTakenWithinMs,
  waitBefore,
} from './governor-policy.ts';
import type { GovernedRequest, Governor, GovernorOptions } from './governor-port.ts';
import { createPassWindow, passWindowMs } from './pass-window.ts';
import { createReachability } from './reachability.ts';
import { createRejectedKey } from './rejected-key.ts';
import { createStorageFailures } from './storage-failures.ts';
import { createWaiters } from './waiters.ts';

/** Creates the governor of a profile. */
export function createGovernor({ clock, logger, probe, getKey, network }: GovernorOptions): Governor {
  const stopped = new AbortController();
  const listeners = new Set<() => void>();
  const waiting = createWaiters();
  let opening: Opening | undefined;
  let cancelTimer: (() => void) | undefined;
  let probing = false;
  const reachability = createReachability({ clock, network, isAwaited: () => waiting.count() > 0 });
  /** How long the service asked to wait when it failed last, ms. */
  let askedMs = 0;
  let probeLedger: (() => Promise<void>) | undefined;
  const rejectedKey = createRejectedKey(clock, getKey);
  let closed = { at: Number.NEGATIVE_INFINITY, confirmed: 0, flaps: 0, cause: 'service' as Cause };
  /** Failures in a row that may be the profile's. */
  let enrichFailures: number[] = [];
  let readFailures: number[] = [];
  const storageFailures = createStorageFailures();
  /** Reads that wait for their turn and are not of the tracker: of uploads that clean up, above all. */
  let uploadsWaiting = 0;
  /** Reads that failed and a probe that was answered: it is those documents, monotonic ms. */
  let readsAreNoSignUntil = Number.NEGATIVE_INFINITY;

  function changed(): void {
    for (const listener of listeners) listener();
    waiting.wake();
  }

  function open(
    cause: Cause,
    code: ErrorCode,
    detail: string | undefined,
    firstFailureAt = clock.now(),
  ): void {
    if (stopped.signal.aborted) return;
    if (opening?.cause === 'ledger' && cause !== 'ledger') return;
    if (opening && opening.cause === cause && opening.code === code) {
      refused(opening);
      return;
    }
    const now = clock.monotonic();
    const isSame = now - closed.at < sameTroubleMs && closed.cause === cause;
    opening = {
      cause,
      code,
      detail,
      since: opening && (opening.cause === cause || opening.code === code) ? opening.since : clock.now(),
      firstFailureAt: opening?.firstFailureAt ?? firstFailureAt,
      confirmed: isSame ? closed.confirmed + 1 : 0,
      flaps: isSame ? closed.flaps + 1 : 0,
      probeAt: 0,
      trial: 'none',
      answers: cause === 'enrich' || cause === 'storage',
      passes: createPassWindow(),
      sends: false,
    };
    // Much went out just before.
    if (opening.answers) opening.passes.note(now, 1);
    if (cause === 'key') rejectedKey.note();
    reachability.failed(cause);
    probeLater(opening);
    logger.warn('Background work with the service waits.', { code, detail, cause });
    plan();
    changed();
  }

  /**
   * Met the same trouble again. Only a trial says something new: what was under way when it opened does not.
   */
  function refused(state: Opening): void {
    if (state.trial === 'taken') failedProbe(state);
  }

  function probeLater(state: Opening): void {
    state.probeAt = clock.monotonic() + waitBefore(state, askedMs);
  }

  function failedProbe(state: Opening): void {
    state.trial = 'none';
    state.confirmed += 1;
    reachability.failed(state.cause);
    probeLater(state);
    plan();
    changed();
  }

  function close(): void {
    if (!opening) return;
    const { cause, code, confirmed, flaps, since } = opening;
    closed = { at: clock.monotonic(), confirmed, flaps, cause };
    opening = undefined;
    enrichFailures = [];
    readFailures = [];
    storageFailures.answered();
    cancelTimer?.();
    logger.info('Background work with the service goes on.', {
      code,
      seconds: Math.round((clock.now() - since) / 1_000),
    });
    changed();
  }

  function plan(): void {
    cancelTimer?.();
    if (!opening || stopped.signal.aborted) return;
    const now = clock.monotonic();
    const times = [opening.trial === 'free' ? opening.probeAt + trialTakenWithinMs : opening.probeAt];
    if (opening.trial === 'taken') times.pop();
    if (waiting.count() > 0) times.push(readPassesAt(opening, clock.monotonic()));
    const at = Math.min(...times);
    if (at < Number.POSITIVE_INFINITY) cancelTimer = clock.setTimer(Math.max(1, at - now), tick);
  }

  function tick(): void {
    const state = opening;
    if (!state) return;
    const now = clock.monotonic();
    if (state.trial === 'free' && now >= state.probeAt + trialTakenWithinMs) {
      if (uploadsWaiting === 0) {
        close();
        return;
      }
      // Those that could find out still clean up after what failed before: their reads go first.
      state.trial = 'none';
      state.probeAt = state.passes.roomAt(now, 1) + passWindowMs + readTakenWithinMs;
      changed();
    }
    if (state.trial === 'none' && now >= state.probeAt) findOut(state);
    if (now >= readPassesAt(state, now)) waiting.wake();
    if (!probing) plan();
  }

  /** Takes the step that may end what it is open for. */
  function findOut(state: Opening): void {
    if (state.answers && state.cause !== 'key') {
      const at = state.passes.roomAt(clock.monotonic(), trialCost(state.cause));
      if (at > clock.monotonic()) {
        state.probeAt = at;
        plan();
        return;
      }
      state.trial = 'free';
      state.probeAt = clock.monotonic();
      plan();
      changed();
      return;
    }
    if (probing) return;
    probing = true;
    void stepOf(state.cause).then(
      (answer) => {
        probing = false;
        if (opening !== state) return plan();
        if (answer === undefined) {
          probeLater(state);
          plan();
          waiting.wake();
          return;
        }
        probed(state, answer);
      },
      (error) => {
        probing = false;
        if (stopped.signal.aborted) return;
        if (state.cause !== 'ledger') logger.warn('A look at the service failed unexpectedly.', { error });
        if (opening === state) failedProbe(state);
      },
    );
  }

  /** Undefined where the team's permits could not be asked for: nothing was sent. */
  const ask = async () => {
    opening?.passes.note(clock.monotonic(), 1);
    const answer = await probe(stopped.signal);
    return !answer.ok && answer.failure.error.code === 'TEAM_UNREACHABLE' ? undefined : answer;
  };

  /** A request only where the key is worth one, and a connection only where one is. */
  async function stepOf(cause: Cause): Promise<Answer<unknown> | undefined> {
    if (cause === 'key' && !(await rejectedKey.isWorthATry())) return undefined;
    if (cause === 'offline' && !reachability.isWorthATry()) return undefined;
    if (cause !== 'ledger') return ask();
    await probeLedger?.();
    return { ok: true, value: null };
  }

  function probed(state: Opening, answer: Answer<unknown>): void {
    if (!answer.ok && answer.failure.concerns !== 'request') {
      const { concerns, error } = answer.failure;
      askedMs = answer.failure.retryAfterMs ?? 0;
      const cause = concerns === 'profile' ? causeOf('read', error.code) : 'service';
      if (cause !== state.cause) open(cause, error.code, error.detail);
      else {
        state.code = error.code;
        failedProbe(state);
      }
      return;
    }
    reachability.answered();
    // Failures of uploads opened it, and a GET says nothing about those.
    if (state.cause === 'service' && enrichFailures.length > 0) {
      state.answers = true;
      findOut(state);
    } else close();
  }

  /** The service gave an answer that is its word about this request. */
  function answered(kind: GovernedRequest['kind']): void {
    reachability.answered();
    readFailures = [];
    if (kind === 'enrich') enrichFailures = [];
    const state = opening;
    if (!state || state.cause === 'ledger' || state.cause === 'storage') return;
    const isAboutUploads =
      state.cause === 'enrich' || (state.cause === 'service' && enrichFailures.length > 0);
    if (kind === 'enrich' || !isAboutUploads) close();
  }

  /**
   * Several reads failed: before all background work is held for it, one cheap GET finds out whether it is
   * those documents.
   */
  function suspect(code: ErrorCode, detail: string | undefined): void {
    const since = readFailures[0];
    if (probing || clock.monotonic() < readsAreNoSignUntil) return;
    probing = true;
    void ask().then(
      (answer) => {
        probing = false;
        if (opening) return plan();
        if (answer === undefined) return;
        if (answer.ok || answer.failure.concerns === 'request') {
          readFailures = [];
          readsAreNoSignUntil = clock.monotonic() + readsAreNoSignMs;
          return;
        }
        const { concerns, error } = answer.failure;
        if (concerns === 'profile') open(causeOf('read', error.code), error.code, error.detail, since);
        else open('service', code, detail, since);
      },
      () => {
        probing = false;
      },
    );
  }

  function heardPerhaps(kind: GovernedRequest['kind'], code: ErrorCode, detail: string | undefined): boolean {
    const failures = kind === 'enrich' ? enrichFailures : readFailures;
    failures.push(clock.now());
    if (opening) {
      if (opening.trial === 'taken' && kind === 'enrich') refused(opening);
      return true;
    }
    if (failures.length < failuresInRow) return false;
    if (kind === 'enrich') open('service', code, detail, failures[0]);
    else suspect(code, detail);
    return opening !== undefined;
  }

  function takesRead(state: Opening, isUploads: boolean): boolean {
    if (readPassesAt(state, clock.monotonic()) > clock.monotonic() || (!isUploads && uploadsWaiting > 0))
      return false;
    state.passes.note(clock.monotonic(), 1);
    return true;
  }

  async function nextLook(isUploads: boolean, signal: AbortSignal | undefined): Promise<void> {
    if (isUploads) uploadsWaiting += 1;
    const woken = waiting.next(signal);
    if (!probing) plan();
    try {
      await woken;
    } finally {
      if (isUploads) uploadsWaiting -= 1;
    }
  }

  return {
    state: () => healthOf(opening, probing, { clock, reachability }),
    isOpen: () => opening !== undefined,
    reason: () => opening && { code: opening.code, detail: opening.detail },
    openedByFailuresSince: () => opening?.firstFailureAt,
    needsPerson: () =>
      opening !== undefined &&
      !probing &&
      opening.trial === 'none' &&
      needsPerson(opening.code, opening.confirmed),
    async admit({ kind, priority }, signal) {
      while (priority !== 'person') {
        // What is heard has no effect any more: whoever asked goes on with the profile as it is now.
        if (stopped.signal.aborted) return 'held';
        if (!opening) return 'go';
        if (kind === 'enrich') {
          if (opening.trial !== 'free') return 'held';
          opening.trial = 'taken';
          opening.passes.note(clock.monotonic(), 1);
          opening.sends = opening.cause === 'storage';
          plan();
          return 'go';
        }
        // Only a person ends that: who has something to do for one is told, and need not be waited for.
        if (opening.cause === 'key' && priority !== 'polling' && !probing) return 'held';
        const isUploads = priority !== 'polling';
        if (takesRead(opening, isUploads)) return 'go';
        await nextLook(isUploads, signal);
      }
      return 'go';
    },
    mayStillGo: ({ kind, priority }) =>
      opening === undefined ||
      priority === 'person' ||
      (kind === 'enrich' ? opening.trial === 'taken' : opening.answers),
    heard({ kind, priority }, answer) {
      if (answer.ok || answer.failure.concerns === 'request') {
        // A pause that was asked for is no word about the request.
        if (answer.ok || answer.failure.disposition !== 'rate-limited') answered(kind);
        return false;
      }
      const { concerns, error } = answer.failure;
      askedMs = answer.failure.retryAfterMs ?? 0;
      if (concerns !== 'profile') return heardPerhaps(kind, error.code, error.detail);
      // A person's click finds out for everybody, and holds nobody up longer.
      if (kind === 'enrich' && priority !== 'person') enrichFailures.push(clock.now());
      open(causeOf(kind, error.code), error.code, error.detail);
      return true;
    },
    left({ kind }) {
      if (kind !== 'enrich' || opening?.trial !== 'taken') return;
      opening.trial = 'free';
      opening.probeAt = clock.monotonic();
      plan();
    },
    heardStorage(uploadId, answer) {
      if (answer.ok) storageFailures.succeeded(uploadId);
      if (answer.ok || answer.failure.concerns === 'request') {
        // A pause that was asked for is no word about the bytes.
        const isWord = answer.ok || answer.failure.disposition !== 'rate-limited';
        if (isWord && opening?.cause === 'storage') close();
        return false;
      }
      const { disposition, error } = answer.failure;
      const since = storageFailures.failed(uploadId, clock.now(), disposition === 'offline');
      if (opening?.cause === 'storage') refused(opening);
      if (opening) return true;
      if (since === undefined) return false;
      open('storage', error.code, error.detail, since);
      return true;
    },
    ledgerFailed(code, look) {
      probeLedger = look;
      open('ledger', code, undefined);
    },
    heedQueue: reachability.heedQueue,
    wantsTrial: () => opening?.trial === 'free',
    holdsStorage: () => opening?.cause === 'storage',
    maySend(isTrial) {
      if (opening?.cause !== 'storage') return true;
      if (!isTrial) return false;
      opening.passes.note(clock.monotonic(), 1);
      opening.sends = false;
      return true;
    },
    probeNow() {
      const state = opening;
      if (!state || probing || state.trial === 'free') return;
      rejectedKey.forget();
      reachability.forget();
      state.trial = 'none';
      state.probeAt = clock.monotonic();
      state.passes.clear();
      findOut(state);
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop() {
      stopped.abort(new DOMException('The governor stops.', 'AbortError'));
      cancelTimer?.();
      waiting.wake();
    },
  };
}

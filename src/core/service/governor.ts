import type { Clock } from '#core/ports/clock.ts';
import type { Logger } from '#core/ports/logger.ts';
import type { ErrorCode } from '#shared/errors/catalog.ts';
import type { Answer } from './answer.ts';
import {
  type Cause,
  causeOf,
  failuresInRow,
  needsPerson,
  readEveryMs,
  sameKeyEveryMs,
  sameTroubleMs,
  trialTakenWithinMs,
  waitBefore,
} from './governor-policy.ts';
import type { GovernedRequest, Governor } from './governor-port.ts';
import { createWaiters } from './waiters.ts';

interface Opening {
  cause: Cause;
  code: ErrorCode;
  detail: string | undefined;
  /** Wall times, ms. */
  readonly since: number;
  readonly firstFailureAt: number;
  /** Probes that failed. */
  confirmed: number;
  /** How often it closed for the same cause and opened again at once. */
  readonly flaps: number;
  /** Monotonic ms. */
  probeAt: number;
  /** `free`: the next upload that asks for a slot finds out for all. */
  trial: 'none' | 'free' | 'taken';
  /** A cheap GET was answered: what else fails, it is not everything. */
  answers: boolean;
  readAt: number;
}

export interface GovernorOptions {
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
  /** One cheap GET, which changes nothing and passes the governor. */
  readonly probe: (signal: AbortSignal) => Promise<Answer<unknown>>;
  readonly getKey: () => Promise<string | undefined>;
}

/** Creates the governor of a profile. */
export function createGovernor({ clock, logger, probe, getKey }: GovernorOptions): Governor {
  const stopped = new AbortController();
  const listeners = new Set<() => void>();
  const waiting = createWaiters();
  let opening: Opening | undefined;
  let cancelTimer: (() => void) | undefined;
  let probing = false;
  let lastSuccessAt: number | null = null;
  let probeLedger: (() => Promise<void>) | undefined;
  let rejectedKey: string | undefined;
  let keyTriedAt = Number.NEGATIVE_INFINITY;
  let closed = { at: Number.NEGATIVE_INFINITY, confirmed: 0, flaps: 0, cause: 'service' as Cause };
  /** Failures in a row that may be the profile's. */
  let enrichFailures: number[] = [];
  let readFailures: number[] = [];
  let storageFailures: { id: number; at: number; offline: boolean }[] = [];
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
      since: opening?.since ?? clock.now(),
      firstFailureAt: opening?.firstFailureAt ?? firstFailureAt,
      confirmed: isSame ? closed.confirmed + 1 : 0,
      flaps: isSame ? closed.flaps + 1 : 0,
      probeAt: 0,
      trial: 'none',
      answers: cause === 'enrich' || cause === 'storage',
      readAt: now + readEveryMs,
    };
    if (cause === 'key') noteKey();
    opening.probeAt = now + waitBefore(cause, opening.confirmed, opening.flaps);
    logger.warn('Background work with the service waits.', { code, detail, cause });
    plan();
    changed();
  }

  /** Met the same trouble again. Only a trial says something new: what was under way when it opened does not. */
  function refused(state: Opening): void {
    if (state.trial === 'taken') failedProbe(state);
  }

  function failedProbe(state: Opening): void {
    state.trial = 'none';
    state.confirmed += 1;
    state.probeAt = clock.monotonic() + waitBefore(state.cause, state.confirmed, state.flaps);
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
    storageFailures = [];
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
    if (opening.answers && waiting.count() > 0) times.push(opening.readAt);
    const at = Math.min(...times);
    if (at < Number.POSITIVE_INFINITY) cancelTimer = clock.setTimer(Math.max(1, at - now), tick);
  }

  function tick(): void {
    const state = opening;
    if (!state) return;
    const now = clock.monotonic();
    if (state.trial === 'free' && now >= state.probeAt + trialTakenWithinMs) {
      close();
      return;
    }
    if (state.trial === 'none' && now >= state.probeAt) findOut(state);
    if (state.answers && now >= state.readAt) waiting.wake();
    if (!probing) plan();
  }

  /** Takes the step that may end what it is open for. */
  function findOut(state: Opening): void {
    if (state.answers && state.cause !== 'key') {
      state.trial = 'free';
      state.probeAt = clock.monotonic();
      plan();
      changed();
      return;
    }
    if (probing) return;
    probing = true;
    const step = state.cause === 'ledger' ? askLedger() : state.cause === 'key' ? askKey() : ask();
    void step.then(
      (answer) => {
        probing = false;
        if (opening !== state) return plan();
        if (answer === undefined) {
          state.probeAt = clock.monotonic() + waitBefore(state.cause, state.confirmed, state.flaps);
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

  const ask = () => probe(stopped.signal);

  async function askLedger(): Promise<Answer<unknown>> {
    await probeLedger?.();
    return { ok: true, value: null };
  }

  function noteKey(): void {
    keyTriedAt = clock.monotonic();
    rejectedKey = undefined;
    void getKey().then(
      (key) => {
        rejectedKey = key;
      },
      () => undefined,
    );
  }

  /** A request only where the key changed, or a minute has passed: somebody may have allowed it again. */
  async function askKey(): Promise<Answer<unknown> | undefined> {
    const key = await getKey().catch(() => undefined);
    if (key === undefined || key.trim() === '') return ask();
    if (key === rejectedKey && clock.monotonic() - keyTriedAt < sameKeyEveryMs) return undefined;
    rejectedKey = key;
    keyTriedAt = clock.monotonic();
    return ask();
  }

  function probed(state: Opening, answer: Answer<unknown>): void {
    if (!answer.ok && answer.failure.concerns !== 'request') {
      const { concerns, error } = answer.failure;
      const cause = concerns === 'profile' ? causeOf('read', error.code) : 'service';
      if (cause !== state.cause) open(cause, error.code, error.detail);
      else {
        state.code = error.code;
        failedProbe(state);
      }
      return;
    }
    lastSuccessAt = clock.now();
    // Failures of uploads opened it, and a GET says nothing about those.
    if (state.cause === 'service' && enrichFailures.length > 0) {
      state.answers = true;
      findOut(state);
    } else close();
  }

  /** The service gave an answer that is its word about this request. */
  function answered(kind: GovernedRequest['kind']): void {
    lastSuccessAt = clock.now();
    readFailures = [];
    if (kind === 'enrich') enrichFailures = [];
    const state = opening;
    if (!state || state.cause === 'ledger' || state.cause === 'storage') return;
    const isAboutUploads =
      state.cause === 'enrich' || (state.cause === 'service' && enrichFailures.length > 0);
    if (kind === 'enrich' || !isAboutUploads) close();
  }

  /** Several reads failed: before all background work is held for it, one cheap GET finds out whether it is those documents. */
  function suspect(code: ErrorCode, detail: string | undefined): void {
    const since = readFailures[0];
    if (probing || clock.monotonic() < readsAreNoSignUntil) return;
    probing = true;
    void ask().then(
      (answer) => {
        probing = false;
        if (opening) return plan();
        if (answer.ok || answer.failure.concerns === 'request') {
          readFailures = [];
          readsAreNoSignUntil = clock.monotonic() + readEveryMs;
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

  /** While only uploads are held, one read a minute passes. */
  function takesRead(state: Opening): boolean {
    const now = clock.monotonic();
    if (!state.answers || now < state.readAt) return false;
    state.readAt = now + readEveryMs;
    return true;
  }

  function nextLook(signal: AbortSignal | undefined): Promise<void> {
    const woken = waiting.next(signal);
    if (!probing) plan();
    return woken;
  }

  return {
    state: () => ({
      state: opening === undefined ? 'closed' : probing || opening.trial !== 'none' ? 'probing' : 'open',
      code: opening?.code ?? null,
      detail: opening?.detail ?? null,
      since: opening?.since ?? null,
      nextProbeAt:
        opening === undefined ? null : clock.now() + Math.max(0, opening.probeAt - clock.monotonic()),
      lastSuccessAt,
    }),
    isOpen: () => opening !== undefined,
    isOffline: () => opening?.cause === 'offline',
    reason: () => opening && { code: opening.code, detail: opening.detail },
    openedByFailuresSince: () => opening?.firstFailureAt,
    needsPerson: () =>
      opening !== undefined &&
      !probing &&
      opening.trial === 'none' &&
      needsPerson(opening.code, opening.confirmed),
    async admit({ kind, priority }, signal) {
      while (opening && priority !== 'person') {
        if (kind === 'enrich') {
          if (opening.trial !== 'free') return 'held';
          opening.trial = 'taken';
          plan();
          return 'go';
        }
        // Only a person ends that: who has something to do for one is told, and need not be waited for.
        if (opening.cause === 'key' && priority !== 'polling' && !probing) return 'held';
        if (takesRead(opening)) return 'go';
        await nextLook(signal);
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
      if (answer.ok) {
        storageFailures = [];
        if (opening?.cause === 'storage') close();
        return false;
      }
      const { concerns, disposition, error } = answer.failure;
      if (concerns === 'request') return false;
      storageFailures.push({ id: uploadId, at: clock.now(), offline: disposition === 'offline' });
      const recent = storageFailures.slice(-failuresInRow);
      if (opening?.cause === 'storage') refused(opening);
      if (opening) return true;
      const isMany = new Set(recent.map(({ id }) => id)).size > 1 || recent.every(({ offline }) => offline);
      if (recent.length < failuresInRow || !isMany) return false;
      open('storage', error.code, error.detail, recent[0]?.at);
      return true;
    },
    ledgerFailed(code, look) {
      probeLedger = look;
      open('ledger', code, undefined);
    },
    wantsTrial: () => opening?.trial === 'free',
    probeNow() {
      const state = opening;
      if (!state || probing || state.trial === 'free') return;
      keyTriedAt = Number.NEGATIVE_INFINITY;
      state.trial = 'none';
      state.probeAt = clock.monotonic();
      findOut(state);
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop() {
      stopped.abort(new DOMException('The governor stops.', 'AbortError'));
      cancelTimer?.();
    },
  };
}

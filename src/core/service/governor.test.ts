import { expect, test } from 'vitest';
import type { ErrorCode } from '#shared/errors/catalog.ts';
import { type Answer, answered, type Concerns, failed, type Priority } from './answer.ts';
import { needsPerson } from './governor-policy.ts';
import { createGovernor } from './governor.ts';
import type { GovernedRequest } from './governor-port.ts';
import { createTurnedClock } from './testing/turned-clock.ts';

const ok = answered(null);
const fails = (code: ErrorCode, concerns: Concerns): Answer<unknown> => failed(code, 'retry', { concerns });
const serviceFails = fails('SERVICE_FAILED', 'perhaps-profile');
const storageFails = fails('STORAGE_FAILED', 'perhaps-profile');
const offline = failed('UNREACHABLE', 'offline', { concerns: 'profile' });
const enrich: GovernedRequest = { kind: 'enrich', priority: 'manual' };
const read: GovernedRequest = { kind: 'read', priority: 'polling' };
const minute = 60_000;

/** A governor on a clock that is turned, with a service whose answer to probes is set by the test. */
function world() {
  const clock = createTurnedClock();
  const said: string[] = [];
  const facts: unknown[] = [];
  const say = (line: string, fact: unknown) => {
    said.push(line);
    facts.push(fact);
  };
  const state = {
    probe: ok as Answer<unknown> | Error,
    probes: 0,
    key: 'key' as string | undefined,
    network: 'cable',
    signal: undefined as AbortSignal | undefined,
  };
  const governor = createGovernor({
    clock,
    logger: { info: say, warn: say },
    network: () => state.network,
    getKey: async () => {
      if (state.key === 'locked') throw new Error('the keychain is locked');
      return state.key;
    },
    probe: async (signal) => {
      state.probes += 1;
      state.signal = signal;
      if (state.probe instanceof Error) throw state.probe;
      return state.probe;
    },
  });
  let changes = 0;
  governor.onChange(() => {
    changes += 1;
  });
  /** Asks and is answered. */
  const ask = async (request: GovernedRequest, answer: Answer<unknown>) => {
    const pass = await governor.admit(request);
    return pass === 'held' ? pass : governor.heard(request, answer);
  };
  /** How long until the next look, ms. */
  const untilProbe = () => (governor.state().nextProbeAt ?? Number.NaN) - clock.now();
  return { ask, changes: () => changes, clock, facts, governor, said, state, untilProbe };
}

test('a single odd failure opens nothing; three uploads in a row do, and the time of the first is told', async () => {
  const { ask, clock, governor, said } = world();
  for (let time = 0; time < 5; time += 1) {
    expect(await ask(enrich, serviceFails)).toBe(false);
    await ask(enrich, ok);
  }
  expect(governor.isOpen()).toBe(false);
  const since = clock.now();
  expect(await ask(enrich, serviceFails)).toBe(false);
  await clock.turn(1_000);
  expect(await ask(enrich, serviceFails)).toBe(false);
  expect(await ask(enrich, serviceFails)).toBe(true);
  expect(governor.state()).toMatchObject({ state: 'open', code: 'SERVICE_FAILED', since: since + 1_000 });
  expect(governor.openedByFailuresSince()).toBe(since);
  expect(said).toHaveLength(1);
});

test('a service that fails for everybody and asks for a time is probed when that is over', async () => {
  const { ask, clock, governor, state, untilProbe } = world();
  const asks = failed('SERVICE_FAILED', 'retry', {
    concerns: 'perhaps-profile',
    status: 503,
    retryAfterMs: 10 * minute,
  });
  for (let time = 0; time < 3; time += 1) await ask(enrich, asks);
  expect(untilProbe()).toBe(10 * minute);
  state.probe = serviceFails;
  await clock.turn(10 * minute);
  // The last word counts: this time it asked for nothing.
  expect([state.probes, untilProbe()]).toEqual([1, minute]);
  expect(governor.isOpen()).toBe(true);
});

test.each([
  ['KEY_REJECTED', read],
  ['KEY_MISSING', read],
  ['KEY_STORE_UNREADABLE', read],
  ['UNREACHABLE', read],
  ['QUOTA_EXHAUSTED', enrich],
  ['NO_SUCH_OPERATION', enrich],
] as const)('%s opens it at once, and uploads are held', async (code, request) => {
  const { ask, governor } = world();
  expect(await ask(request, fails(code, 'profile'))).toBe(true);
  expect(governor.reason()?.code).toBe(code);
  expect(await governor.admit(enrich)).toBe('held');
});

test('what one request did wrong opens nothing, however often', async () => {
  const { ask, governor } = world();
  for (let time = 0; time < 50; time += 1) {
    await ask(enrich, fails('UNKNOWN_TAG', 'request'));
    await ask(read, fails('NOT_PERMITTED', 'request'));
  }
  expect(governor.isOpen()).toBe(false);
});

test('documents that cannot be read are told from a service that fails by one cheap request', async () => {
  const { clock, governor, state } = world();
  for (let time = 0; time < 55; time += 1) governor.heard(read, serviceFails);
  await clock.turn(0);
  expect(governor.isOpen()).toBe(false);
  expect(state.probes).toBe(1);
  await clock.turn(2 * minute);
  state.probe = serviceFails;
  for (let time = 0; time < 3; time += 1) governor.heard(read, serviceFails);
  await clock.turn(0);
  expect(governor.reason()?.code).toBe('SERVICE_FAILED');
});

/** Asks for slots and reads without end, as a queue and a tracker do; how many requests went out. */
function busy({ governor, clock }: ReturnType<typeof world>, answerOf: (kind: string) => Answer<unknown>) {
  const sent: { at: number; kind: string }[] = [];
  const go = async (request: GovernedRequest) => {
    for (;;) {
      if ((await governor.admit(request)) === 'held') return;
      sent.push({ at: clock.now(), kind: request.kind });
      await Promise.resolve();
      governor.heard(request, answerOf(request.kind));
      if (governor.state().state === 'closed' && answerOf(request.kind).ok) return;
    }
  };
  governor.onChange(() => {
    if (governor.wantsTrial()) void go(enrich);
  });
  for (let count = 0; count < 4; count += 1) void go(enrich);
  for (let count = 0; count < 50; count += 1) void go(read);
  return sent;
}

test.each([
  ['everything fails', serviceFails, serviceFails],
  ['only uploads fail', serviceFails, ok],
  ['the quota is used up', fails('QUOTA_EXHAUSTED', 'profile'), ok],
  ['there is no such operation', fails('NO_SUCH_OPERATION', 'profile'), ok],
] as const)(
  '%s: at most two requests a minute, one line, and it goes on by itself',
  async (_name, posts, gets) => {
    const all = world();
    const { clock, governor, said, state } = all;
    state.probe = gets;
    let isOver = false;
    for (let time = 0; time < 3; time += 1) governor.heard(enrich, posts);
    const sent = busy(all, (kind) => (isOver ? ok : kind === 'enrich' ? posts : gets));
    const before = { sent: sent.length, probes: state.probes };
    await clock.turn(40 * minute);
    expect(sent.length - before.sent + state.probes - before.probes).toBeLessThanOrEqual(80);
    for (let from = clock.now() - 40 * minute; from < clock.now(); from += minute)
      expect(sent.filter(({ at }) => at > from && at <= from + minute).length).toBeLessThanOrEqual(2);
    expect(said).toHaveLength(1);
    isOver = true;
    state.probe = ok;
    await clock.turn(2 * minute);
    expect(governor.isOpen()).toBe(false);
    expect(said).toHaveLength(2);
  },
);

test('U13: while there is no network it is tried every 1.5 s, and work goes on within 3 s of its return', async () => {
  const { ask, clock, governor, said, state } = world();
  state.probe = offline;
  await ask(read, offline);
  await clock.turn(minute);
  expect(governor.reason()?.code).toBe('UNREACHABLE');
  expect(state.probes).toBe(40);
  state.probe = ok;
  await clock.turn(3_000);
  expect(governor.isOpen()).toBe(false);
  expect(said).toHaveLength(2);
});

test('a rejected key: asked with again once a minute, at once when it changed', async () => {
  const { ask, clock, governor, state } = world();
  state.probe = fails('KEY_REJECTED', 'profile');
  await ask(read, state.probe);
  expect(governor.needsPerson()).toBe(true);
  await clock.turn(10 * minute);
  expect(state.probes).toBeLessThanOrEqual(10);
  state.key = 'another';
  state.probe = ok;
  await clock.turn(5_000);
  expect(governor.isOpen()).toBe(false);
});

test('a key store that could not be read for a while is no trouble afterwards', async () => {
  const { ask, clock, governor, state } = world();
  state.key = 'locked';
  state.probe = fails('KEY_STORE_UNREADABLE', 'profile');
  await ask(read, state.probe);
  expect(governor.needsPerson()).toBe(false);
  await clock.turn(10_000);
  expect(governor.needsPerson()).toBe(true);
  state.probe = ok;
  state.key = 'key';
  await clock.turn(5_000);
  expect(governor.isOpen()).toBe(false);
});

test('without a key, work that somebody waits for is told so; what follows documents waits', async () => {
  const { ask, clock, governor, state } = world();
  await ask(read, fails('KEY_REJECTED', 'profile'));
  const work = () => {
    const asked = governor.admit({ kind: 'read', priority: 'backlog' });
    return Promise.race([asked, clock.turn(0).then(() => 'waits')]);
  };
  expect(await work()).toBe('held');
  // A key was set: what is asked for before that was tried waits for the word about it.
  state.probe = fails('KEY_REJECTED', 'profile');
  governor.probeNow();
  expect(await work()).toBe('held');
  expect(state.probes).toBe(1);
  let passed = false;
  void governor.admit(read).then(() => {
    passed = true;
  });
  await Promise.resolve();
  expect(passed).toBe(false);
});

test('a person passes at any time, and their success closes it', async () => {
  const { ask, governor } = world();
  const click = { kind: 'read', priority: 'person' as Priority } as const;
  await ask(read, fails('KEY_REJECTED', 'profile'));
  expect(await governor.admit(click)).toBe('go');
  governor.heard(click, fails('KEY_REJECTED', 'profile'));
  expect(governor.isOpen()).toBe(true);
  governor.heard(click, ok);
  expect(governor.isOpen()).toBe(false);
});

test('reading proves nothing about uploads', async () => {
  const { ask, governor } = world();
  await ask(enrich, fails('QUOTA_EXHAUSTED', 'profile'));
  governor.heard({ kind: 'read', priority: 'person' }, ok);
  expect(governor.isOpen()).toBe(true);
});

test('a manual retry finds out at once', async () => {
  const { ask, clock, governor, state } = world();
  await ask(enrich, fails('QUOTA_EXHAUSTED', 'profile'));
  governor.probeNow();
  expect(governor.wantsTrial()).toBe(true);
  await ask(enrich, ok);
  expect(governor.isOpen()).toBe(false);
  await ask(read, fails('KEY_REJECTED', 'profile'));
  governor.probeNow();
  await clock.turn(0);
  expect(state.probes).toBe(1);
  expect(governor.isOpen()).toBe(false);
});

test('the ledger: nothing passes, nothing is asked, and a write that works ends it', async () => {
  const { ask, clock, governor, said, state } = world();
  let works = false;
  const look = async () => {
    if (!works) throw new Error('disk I/O error');
  };
  governor.ledgerFailed('LEDGER_FAILED', look);
  for (let time = 0; time < 100; time += 1) governor.ledgerFailed('LEDGER_FAILED', look);
  let passed = false;
  void governor.admit(read).then(() => {
    passed = true;
  });
  await clock.turn(minute);
  expect({ passed, probes: state.probes, said: said.length }).toEqual({ passed: false, probes: 0, said: 1 });
  expect(await ask(enrich, ok)).toBe('held');
  works = true;
  await clock.turn(5_000);
  expect(passed).toBe(true);
  expect(said).toHaveLength(2);
});

test.each(['DISK_FULL', 'LEDGER_FAILED', 'TOO_MANY_FILES'] as const)(
  'a machine on which nothing can be journaled ends by itself at first, and needs a person after two minutes: %s',
  async (code) => {
    const { clock, governor } = world();
    let works = false;
    governor.ledgerFailed(code, async () => {
      if (!works) throw new Error('disk I/O error');
    });
    await clock.turn(minute);
    expect([governor.needsPerson(), governor.state().needsPerson]).toEqual([false, false]);
    await clock.turn(minute);
    expect([governor.needsPerson(), governor.state().needsPerson]).toEqual([true, true]);
    works = true;
    await clock.turn(5_000);
    expect([governor.isOpen(), governor.needsPerson()]).toEqual([false, false]);
  },
);

test('storage: three uploads in a row that it took no bytes of', async () => {
  const { clock, governor } = world();
  for (const id of [1, 1]) expect(governor.heardStorage(id, storageFails)).toBe(false);
  expect(governor.heardStorage(2, storageFails)).toBe(true);
  await clock.turn(65_000);
  expect(governor.wantsTrial()).toBe(true);
  expect(await governor.admit(enrich)).toBe('go');
  governor.heard(enrich, ok);
  expect(governor.isOpen()).toBe(true);
  governor.heardStorage(3, ok);
  expect(governor.isOpen()).toBe(false);
});

test('storage that fails at one file alone is taken for storage that fails, until another gets through', async () => {
  const { governor } = world();
  const fail = (id: number) => governor.heardStorage(id, storageFails);
  expect([fail(1), fail(1), fail(1)]).toEqual([false, false, true]);
  governor.heardStorage(2, ok);
  expect(governor.isOpen()).toBe(false);
  for (let time = 0; time < 9; time += 1) expect(fail(1)).toBe(false);
  expect(fail(2)).toBe(true);
  governor.heardStorage(1, ok);
  expect([fail(1), fail(1), fail(1)]).toEqual([false, false, true]);
});

test('storage: an answer about one file is a sign that it answers', async () => {
  const { governor } = world();
  for (const id of [1, 2, 3]) governor.heardStorage(id, storageFails);
  governor.heardStorage(4, fails('ADDRESS_USED_OR_EXPIRED', 'request'));
  expect(governor.isOpen()).toBe(false);
});

test('storage: who cleans up after it failed comes before the next trial, and two requests a minute go out', async () => {
  const { clock, governor } = world();
  for (const id of [1, 1, 1]) governor.heardStorage(id, storageFails);
  const passed: number[] = [];
  const clean = async () => {
    for (const _step of ['look', 'delete']) {
      await governor.admit({ kind: 'read', priority: 'manual' });
      passed.push(clock.now());
    }
  };
  void clean();
  await clock.turn(10 * minute);
  expect(passed).toHaveLength(2);
  expect(governor.isOpen()).toBe(false);
});

test('who waits for it ends with its signal, and nothing is left planned when it stops', async () => {
  const { ask, clock, governor } = world();
  await ask(read, fails('KEY_REJECTED', 'profile'));
  const abort = new AbortController();
  const waits = governor.admit(read, abort.signal);
  abort.abort(new Error('stop'));
  await expect(waits).rejects.toThrow('stop');
  governor.stop();
  expect(clock.timers()).toBe(0);
});

test('storage: an upload that is to find out but first has to ask whether its bytes landed gets its turn', async () => {
  const { changes, clock, governor } = world();
  for (const id of [1, 2, 3]) governor.heardStorage(id, storageFails);
  const isFree = async () => {
    for (let waited = 0; !governor.wantsTrial() && waited < 10 * minute; waited += 1_000)
      await clock.turn(1_000);
    return governor.wantsTrial();
  };
  expect(await isFree()).toBe(true);
  let passed = false;
  void governor.admit({ kind: 'read', priority: 'manual' }).then(() => {
    passed = true;
  });
  const before = changes();
  // It cannot take the trial before it has read.
  await clock.turn(20_000);
  expect([governor.wantsTrial(), changes() > before]).toEqual([false, true]);
  await clock.turn(2 * minute);
  expect([passed, governor.isOpen()]).toEqual([true, false]);
});

test('storage: one failure opens nothing, nor do some with a success between them', () => {
  const { governor } = world();
  expect(governor.heardStorage(1, offline)).toBe(false);
  expect(governor.heardStorage(1, offline)).toBe(false);
  governor.heardStorage(2, ok);
  expect(governor.heardStorage(3, serviceFails)).toBe(false);
  expect(governor.heardStorage(4, serviceFails)).toBe(false);
  expect(governor.isOpen()).toBe(false);
  expect(governor.heardStorage(4, serviceFails)).toBe(true);
});

test('storage that cannot be reached at all needs no second file to prove it', () => {
  const { governor } = world();
  for (const expected of [false, false, true]) expect(governor.heardStorage(1, offline)).toBe(expected);
});

test('a ledger that fails is told until it works, whatever else goes wrong', async () => {
  const { clock, governor } = world();
  let works = false;
  governor.ledgerFailed('LEDGER_FAILED', async () => {
    if (!works) throw new Error('disk I/O error');
  });
  governor.heard({ kind: 'read', priority: 'person' }, fails('KEY_REJECTED', 'profile'));
  expect(governor.reason()?.code).toBe('LEDGER_FAILED');
  works = true;
  await clock.turn(5_000);
  expect(governor.isOpen()).toBe(false);
});

test('a trial whose upload came to nothing is free for the next one', async () => {
  const { ask, governor } = world();
  await ask(enrich, fails('QUOTA_EXHAUSTED', 'profile'));
  governor.probeNow();
  expect(await governor.admit(enrich)).toBe('go');
  expect(await governor.admit(enrich)).toBe('held');
  governor.left(enrich);
  expect(governor.wantsTrial()).toBe(true);
  expect(await governor.admit(enrich)).toBe('go');
});

test('being asked to wait is no word about what was asked for', async () => {
  const { ask, governor } = world();
  await ask(enrich, fails('QUOTA_EXHAUSTED', 'profile'));
  governor.probeNow();
  await ask(enrich, failed('RATE_LIMITED', 'rate-limited'));
  expect(governor.isOpen()).toBe(true);
});

test('what was let go before it opened does not go out after it, but for what a person waits for', async () => {
  const { ask, governor } = world();
  const click = { kind: 'read', priority: 'person' as Priority } as const;
  const may = () => [enrich, read, click].map((request) => governor.mayStillGo(request));
  expect(may()).toEqual([true, true, true]);
  await ask(enrich, fails('QUOTA_EXHAUSTED', 'profile'));
  expect(may()).toEqual([false, true, true]);
  await ask(click, offline);
  expect(may()).toEqual([false, false, true]);
});

const quotaUsedUp = fails('QUOTA_EXHAUSTED', 'profile');
const keyRejected = fails('KEY_REJECTED', 'profile');
const click: GovernedRequest = { kind: 'read', priority: 'person' };
const sendByHand: GovernedRequest = { kind: 'enrich', priority: 'person' };

test('what it is open for is told while it is open, and each change in one line', async () => {
  const { ask, changes, clock, facts, governor, said } = world();
  const nothing = { code: null, detail: null, since: null, nextProbeAt: null, needsPerson: false };
  const silent = { lastSuccessAt: null, reachableSince: null };
  expect(governor.state()).toEqual({ state: 'closed', ...nothing, ...silent });
  expect([governor.reason(), governor.openedByFailuresSince(), governor.needsPerson()]).toEqual([
    undefined,
    undefined,
    false,
  ]);
  const since = clock.now();
  await ask(enrich, failed('QUOTA_EXHAUSTED', 'fix-first', { concerns: 'profile', detail: 'Used up' }));
  await clock.turn(10_000);
  expect(governor.state()).toEqual({
    state: 'open',
    code: 'QUOTA_EXHAUSTED',
    detail: 'Used up',
    since,
    nextProbeAt: since + 30_000,
    ...silent,
    needsPerson: false,
  });
  expect(governor.reason()).toEqual({ code: 'QUOTA_EXHAUSTED', detail: 'Used up' });
  await clock.turn(25_000);
  // The trial is free: what it waits for is an upload.
  expect(governor.state()).toMatchObject({ state: 'probing', nextProbeAt: clock.now() });
  expect(changes()).toBe(2);
  await ask(enrich, ok);
  const answeredAt = since + 35_000;
  const answers = { lastSuccessAt: answeredAt, reachableSince: answeredAt };
  expect(governor.state()).toEqual({ state: 'closed', ...nothing, ...answers });
  expect(changes()).toBe(3);
  expect(said).toEqual([
    'Background work with the service waits.',
    'Background work with the service goes on.',
  ]);
  expect(facts).toEqual([
    { code: 'QUOTA_EXHAUSTED', detail: 'Used up', cause: 'enrich' },
    { code: 'QUOTA_EXHAUSTED', seconds: 35 },
  ]);
  expect(clock.timers()).toBe(0);
});

test('who no longer listens hears nothing', async () => {
  const { ask, governor } = world();
  let heard = 0;
  const forget = governor.onChange(() => {
    heard += 1;
  });
  forget();
  await ask(enrich, quotaUsedUp);
  expect(heard).toBe(0);
});

test('three failures in a row, counted anew after it closed', async () => {
  const { ask, clock, governor } = world();
  const three = async () => [
    await ask(enrich, serviceFails),
    await ask(enrich, serviceFails),
    await ask(enrich, serviceFails),
  ];
  expect(await three()).toEqual([false, false, true]);
  governor.heard(sendByHand, ok);
  expect(governor.isOpen()).toBe(false);
  expect(await three()).toEqual([false, false, true]);
  // What else fails while it is open is no trouble of its own.
  expect(governor.heard(click, serviceFails)).toBe(true);
  governor.heard(sendByHand, ok);
  await clock.turn(2 * minute);
  expect(await three()).toEqual([false, false, true]);
});

test('of reads in a row that failed the third asks, counted anew after an answer', async () => {
  const { clock, governor, state } = world();
  const fail = async () => {
    expect(governor.heard(read, serviceFails)).toBe(false);
    await clock.turn(0);
    return state.probes;
  };
  state.probe = new Error('no answer to judge');
  expect([await fail(), await fail(), await fail()]).toEqual([0, 0, 1]);
  governor.heard(read, ok);
  state.probe = fails('NOT_PERMITTED', 'request');
  expect([await fail(), await fail(), await fail()]).toEqual([1, 1, 2]);
  // It was answered: those documents fail, and for a minute nothing is asked about them.
  await clock.turn(minute - 1);
  expect([await fail(), await fail(), await fail()]).toEqual([2, 2, 2]);
  await clock.turn(1);
  expect(await fail()).toBe(3);
  expect(governor.isOpen()).toBe(false);
});

test.each([
  [serviceFails, 'SERVICE_FAILED', 'Odd'],
  [fails('BAD_ANSWER', 'perhaps-profile'), 'SERVICE_FAILED', 'Odd'],
  [keyRejected, 'KEY_REJECTED', undefined],
] as const)(
  'reads fail, and so does the request that asks why: %# opens it, since the first read',
  async (probe, code, detail) => {
    const { clock, governor, state } = world();
    state.probe = probe;
    const since = clock.now();
    for (let time = 0; time < 3; time += 1) {
      governor.heard(read, failed('SERVICE_FAILED', 'retry', { concerns: 'perhaps-profile', detail: 'Odd' }));
      await clock.turn(1_000);
    }
    expect(governor.reason()).toEqual({ code, detail });
    expect(governor.openedByFailuresSince()).toBe(since);
  },
);

test('a service that fails at everything is asked less and less often, and one answer ends it', async () => {
  const { clock, governor, state, untilProbe } = world();
  state.probe = serviceFails;
  for (let time = 0; time < 3; time += 1) governor.heard(read, serviceFails);
  await clock.turn(0);
  const waits: number[] = [];
  for (let time = 0; time < 4; time += 1) {
    waits.push(untilProbe());
    await clock.turn(untilProbe());
  }
  expect(waits).toEqual([30_000, minute, 2 * minute, 2 * minute]);
  expect(governor.needsPerson()).toBe(false);
  state.probe = fails('NOT_PERMITTED', 'request');
  await clock.turn(2 * minute);
  expect(governor.state()).toMatchObject({ state: 'closed', lastSuccessAt: clock.now() });
  expect(state.probes).toBe(6);
});

test('a look that meets another trouble reports that one, and since when it is that one', async () => {
  const { clock, governor, said, state } = world();
  const since = clock.now();
  state.probe = keyRejected;
  for (let time = 0; time < 3; time += 1) governor.heard(enrich, serviceFails);
  await clock.turn(30_000);
  expect(governor.state()).toMatchObject({ state: 'open', code: 'KEY_REJECTED' });
  expect(governor.state().since).toBeGreaterThan(since);
  expect(said).toHaveLength(2);
  state.key = 'another';
  state.probe = offline;
  await clock.turn(5_000);
  expect(governor.reason()?.code).toBe('UNREACHABLE');
  expect(governor.openedByFailuresSince()).toBe(since);
});

test('uploads that failed are told from a service that fails by a GET, and then one upload finds out', async () => {
  const { clock, governor, state } = world();
  for (let time = 0; time < 3; time += 1) governor.heard(enrich, serviceFails);
  expect(governor.mayStillGo(read)).toBe(false);
  await clock.turn(30_000);
  expect(state.probes).toBe(1);
  expect(governor.wantsTrial()).toBe(true);
  expect(governor.mayStillGo(read)).toBe(true);
  expect(await governor.admit(enrich)).toBe('go');
  expect(governor.mayStillGo(enrich)).toBe(true);
  expect(governor.state()).toMatchObject({ state: 'probing' });
  governor.heard(enrich, serviceFails);
  expect(governor.state()).toMatchObject({ state: 'open', nextProbeAt: clock.now() + minute });
  expect(governor.mayStillGo(enrich)).toBe(false);
});

test('what was under way when it opened says nothing new; a trial that fails does', async () => {
  const { ask, clock, governor, untilProbe } = world();
  await ask(enrich, quotaUsedUp);
  await clock.turn(1_000);
  governor.heard(enrich, quotaUsedUp);
  expect(untilProbe()).toBe(29_000);
  expect(governor.needsPerson()).toBe(false);
  await clock.turn(29_000);
  expect(governor.wantsTrial()).toBe(true);
  await ask(enrich, quotaUsedUp);
  expect(untilProbe()).toBe(minute);
  expect(governor.needsPerson()).toBe(true);
});

test('the same trouble within a minute goes on where it was, later it begins anew', async () => {
  const { ask, clock, governor, untilProbe } = world();
  const waits: number[] = [];
  for (const pause of [0, 1_000, minute - 1, 1_000, minute]) {
    await clock.turn(pause);
    await ask(enrich, quotaUsedUp);
    waits.push(untilProbe());
    governor.heard(sendByHand, ok);
  }
  expect(waits).toEqual([30_000, minute, 2 * minute, 2 * minute, 30_000]);
});

test('a key that comes and goes is looked at less and less often; other trouble is not', async () => {
  const { ask, governor, untilProbe } = world();
  const waits: number[] = [];
  for (let time = 0; time < 6; time += 1) {
    await ask(read, keyRejected);
    waits.push(untilProbe());
    governor.heard(click, ok);
  }
  expect(waits).toEqual([5_000, 10_000, 20_000, 40_000, minute, minute]);
  await ask(enrich, quotaUsedUp);
  expect(untilProbe()).toBe(30_000);
});

test('a key that did not change is looked at every 5 s and asked with once a minute', async () => {
  const { ask, clock, governor, state, untilProbe } = world();
  state.probe = keyRejected;
  await ask(read, keyRejected);
  await clock.turn(minute - 1);
  expect(state.probes).toBe(0);
  expect(untilProbe()).toBe(1);
  await clock.turn(1);
  expect(state.probes).toBe(1);
  expect(governor.state().state).toBe('open');
});

test('a look that breaks is logged, and counts as one that failed', async () => {
  const { ask, clock, facts, governor, said, state, untilProbe } = world();
  state.probe = new Error('broken');
  await ask(read, fails('INSECURE_ADDRESS', 'profile'));
  await clock.turn(30_000);
  expect(said.at(-1)).toBe('A look at the service failed unexpectedly.');
  expect(facts.at(-1)).toEqual({ error: state.probe });
  expect(governor.isOpen()).toBe(true);
  expect(untilProbe()).toBe(minute);
});

test('a trial that nobody takes for 20 s closes it: who comes next finds out', async () => {
  const { ask, clock, governor } = world();
  await ask(enrich, quotaUsedUp);
  await clock.turn(49_999);
  expect(governor.wantsTrial()).toBe(true);
  await clock.turn(1);
  expect(governor.isOpen()).toBe(false);
});

test('a trial is not over while those that could take it clean up: they go first, and it comes a window later', async () => {
  const { ask, clock, governor } = world();
  await ask(enrich, quotaUsedUp);
  await clock.turn(30_000);
  let passed = false;
  void governor.admit({ kind: 'read', priority: 'manual' }).then(() => {
    passed = true;
  });
  await clock.turn(19_999);
  expect(passed).toBe(false);
  await clock.turn(1);
  expect(governor.state()).toMatchObject({ state: 'open', nextProbeAt: clock.now() + 75_000 });
  expect(passed).toBe(true);
});

test('only an upload that took the trial can leave it to the next one', async () => {
  const { ask, governor } = world();
  governor.left(enrich);
  await ask(enrich, quotaUsedUp);
  governor.left(enrich);
  expect(governor.wantsTrial()).toBe(false);
  governor.probeNow();
  await governor.admit(enrich);
  governor.left(read);
  expect(governor.wantsTrial()).toBe(false);
});

test('a ledger that fails is no matter of what the service answers', async () => {
  const { clock, governor, said } = world();
  governor.ledgerFailed('DISK_FULL', async () => {
    throw new Error('disk full');
  });
  expect(governor.heard(click, ok)).toBe(false);
  await clock.turn(5_000);
  expect(governor.reason()?.code).toBe('DISK_FULL');
  expect(said).toHaveLength(1);
});

test('while storage fails only the bytes of the upload that finds out may go', async () => {
  const { clock, governor, untilProbe } = world();
  expect([governor.holdsStorage(), governor.maySend(false)]).toEqual([false, true]);
  for (const id of [1, 2, 3]) governor.heardStorage(id, storageFails);
  expect([governor.holdsStorage(), governor.maySend(false)]).toEqual([true, false]);
  await clock.turn(65_000);
  expect(await governor.admit(enrich)).toBe('go');
  expect([governor.maySend(false), governor.maySend(true)]).toEqual([false, true]);
  expect(governor.heardStorage(4, storageFails)).toBe(true);
  expect(untilProbe()).toBe(minute);
  expect(governor.heardStorage(4, failed('RATE_LIMITED', 'rate-limited'))).toBe(false);
  expect(governor.holdsStorage()).toBe(true);
  expect(governor.heardStorage(4, ok)).toBe(false);
  expect(governor.holdsStorage()).toBe(false);
});

test('what storage says ends no other trouble, and while there is one its failures are no news', async () => {
  const { ask, governor } = world();
  await ask(enrich, quotaUsedUp);
  expect([governor.holdsStorage(), governor.maySend(false)]).toEqual([false, true]);
  expect(governor.heardStorage(1, storageFails)).toBe(true);
  expect(governor.heardStorage(1, ok)).toBe(false);
  expect(governor.reason()?.code).toBe('QUOTA_EXHAUSTED');
});

test('asked to find out at once: nothing while it is closed, and no second time while somebody finds out', async () => {
  const { ask, changes, clock, governor, state } = world();
  governor.probeNow();
  await clock.turn(0);
  expect([state.probes, changes()]).toEqual([0, 0]);
  await ask(enrich, quotaUsedUp);
  governor.probeNow();
  const before = governor.state();
  await clock.turn(1_000);
  governor.probeNow();
  expect(governor.state().since).toBe(before.since);
  expect(changes()).toBe(2);
  governor.heard(sendByHand, ok);
  await ask(read, keyRejected);
  governor.probeNow();
  expect(governor.state().state).toBe('probing');
  expect(governor.needsPerson()).toBe(false);
  governor.probeNow();
  await clock.turn(0);
  expect(state.probes).toBe(1);
});

test('stopped, it opens for nothing more and ends the look that is under way', async () => {
  const { ask, clock, governor, said, state } = world();
  await ask(read, fails('INSECURE_ADDRESS', 'profile'));
  state.probe = new Error('broken');
  governor.probeNow();
  governor.stop();
  await clock.turn(minute);
  expect(state.signal?.reason).toMatchObject({ name: 'AbortError' });
  expect(said).toHaveLength(1);
  expect(clock.timers()).toBe(0);
  const other = world();
  other.governor.stop();
  await other.ask(read, keyRejected);
  expect(other.governor.isOpen()).toBe(false);
});

test('a machine without free file descriptors has them again without the user', () => {
  expect(needsPerson('TOO_MANY_FILES', 1)).toBe(false);
  expect(needsPerson('KEY_STORE_UNREADABLE', 1)).toBe(true);
});

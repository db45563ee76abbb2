import { expect, test, vi } from 'vitest';
import { silentLogger } from '#core/ports/logger.ts';
import { createRedactor } from '#core/public/redactor.ts';
import type { Finding } from '#shared/bridge/health.ts';
import { profileIdSchema } from '#shared/ids/ids.ts';
import type { UploadState } from '#shared/uploads/upload.ts';
import { follow, nothingFound } from './follow.ts';
import { createOutput } from './output/output.ts';
import type { Session } from './session.ts';
import { anUpload, fakeCore } from './testing/fake-core.ts';
import { fakeEnvironment } from './testing/fake-environment.ts';

interface World {
  state: UploadState;
  status: { paused: boolean; health: { findings: Partial<Finding>[] } };
  code: string | null;
}

function setUp(world: World, interrupted = new AbortController()) {
  const core = fakeCore({
    'uploads.counts': () => ({ [world.state]: 1 }),
    'agent.status': () => world.status,
    'uploads.list': () => ({ total: 1, rows: [anUpload(1, world.state, { code: world.code })] }),
  });
  const fake = fakeEnvironment({ interrupted: interrupted.signal });
  const redactor = createRedactor();
  const output = createOutput(fake.environment, { json: true, redactor });
  const session = { core, calls: core.calls, environment: fake.environment, output, logger: silentLogger };
  return { core, session: session as unknown as Session, stderr: fake.stderr, interrupted };
}
const here = { paused: false, health: { findings: [] } };
const away = { paused: false, health: { findings: [{ code: 'UNREACHABLE' }] } };
const world = (given: Partial<World> = {}): World => ({
  state: 'queued',
  status: here,
  code: null,
  ...given,
});

test('nothing to follow is there at once', async () => {
  expect(await follow(setUp(world()).session, [], 'finished')).toBe('reached');
});

test('bytes that have landed are enough, unless the end is waited for', async () => {
  const now = world({ state: 'processing' });
  const { session, core } = setUp(now);
  expect(await follow(session, [1], 'landed')).toBe('reached');
  const finished = follow(session, [1], 'finished');
  now.state = 'completed';
  core.emit([1]);
  expect(await finished).toBe('reached');
});

test('a paused queue and an interruption end the wait', async () => {
  expect(await follow(setUp(world({ status: { ...here, paused: true } })).session, [1], 'landed')).toBe(
    'paused',
  );
  const { session, interrupted } = setUp(world());
  const waiting = follow(session, [1], 'landed');
  interrupted.abort();
  expect(await waiting).toBe('interrupted');
});

const inTheWay = { about: 'key', level: 'trouble', code: 'KEY_REJECTED' } as const;

test.each([
  ['an upload that was never tried', 'queued', 'landed'],
  ['one that is looked after', 'processing', 'finished'],
] as const)('T1: what stands until a person acts is not waited for by %s', async (_which, state, goal) => {
  const profileId = profileIdSchema.parse(anUpload(1, state).profileId);
  const status = { ...here, health: { findings: [{ ...inTheWay, profileId }] } };
  const { session } = setUp(world({ state, status }));
  await expect(follow(session, [1], goal)).rejects.toMatchObject({ code: 'KEY_REJECTED' });
});

test('work that cannot start is not waited for; other work that fails is', async () => {
  const profileId = profileIdSchema.parse(anUpload(1, 'queued').profileId);
  const failing = (work: string) => ({
    ...({ about: 'agent', level: 'trouble', code: 'AGENT_FAILS', profileId } as const),
    said: { code: 'health.failing', values: { work, detail: 'no' } },
  });
  const now = world({ status: { ...here, health: { findings: [failing('documents')] } } });
  const { session, core } = setUp(now);
  const waiting = follow(session, [1], 'landed');
  const failure = expect(waiting).rejects.toMatchObject({ code: 'AGENT_FAILS' });
  core.emit([1]);
  now.status = { ...here, health: { findings: [failing('start')] } };
  core.emit([1]);
  await failure;
});

test('what stands of another profile is nothing to these', async () => {
  const profileId = profileIdSchema.parse('another');
  const now = world({ status: { ...here, health: { findings: [{ ...inTheWay, profileId }] } } });
  const { session, core } = setUp(now);
  const waiting = follow(session, [1], 'landed');
  core.emit([1]);
  now.state = 'completed';
  core.emit([1]);
  expect(await waiting).toBe('reached');
});

test('trouble that passes by itself is said once, and waited for', async () => {
  const now = world({ code: 'SERVICE_FAILED' });
  const { session, core, stderr } = setUp(now);
  const waiting = follow(session, [1], 'landed');
  await expect.poll(stderr).toContain('The service had an error of its own. Sluice tries again.');
  core.emit([1]);
  now.state = 'completed';
  core.emit([1]);
  expect(await waiting).toBe('reached');
  expect(stderr().split('\n')).toHaveLength(2);
});

test('a service that stays away ends the wait after ten seconds; a short absence does not', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  try {
    const now = world({ status: away });
    const { session } = setUp(now);
    const waiting = follow(session, [1], 'landed');
    const failure = expect(waiting).rejects.toMatchObject({ code: 'UNREACHABLE' });
    await vi.advanceTimersByTimeAsync(9_000);
    now.status = here;
    await vi.advanceTimersByTimeAsync(1_000);
    now.status = away;
    await vi.advanceTimersByTimeAsync(9_000);
    await vi.advanceTimersByTimeAsync(3_000);
    await failure;
  } finally {
    vi.useRealTimers();
  }
});

test('a wait in several pieces, as beside an agent, counts them together', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  try {
    const { session } = setUp(world({ status: away }));
    const found = nothingFound();
    for (let piece = 0; piece < 3; piece++) {
      const end = new AbortController();
      const waiting = follow(session, [1], 'landed', { signal: end.signal, found });
      await vi.advanceTimersByTimeAsync(3_000);
      end.abort();
      expect(await waiting).toBe('interrupted');
    }
    const failure = expect(follow(session, [1], 'landed', { found })).rejects.toMatchObject({
      code: 'UNREACHABLE',
    });
    await vi.advanceTimersByTimeAsync(3_000);
    await failure;
  } finally {
    vi.useRealTimers();
  }
});

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import {
  addUploads,
  createEngine,
  type EngineFixture,
  idle,
  sha256,
  states,
  until,
} from '../support/engine-fixture.ts';
import { atTestEnd } from '../support/at-test-end.ts';

const content = 'The company reported record revenue in the third quarter.';
const profiles = ['spec', 'field'] as const;

interface Slot {
  readonly id: string;
  readonly url: string;
}

async function makeSlot(engine: EngineFixture, name: string): Promise<Slot> {
  const response = await fetch(`${engine.sandbox.baseUrl}/contents/v1/documents`, {
    method: 'POST',
    headers: { 'x-api-key': engine.sandbox.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ file_name: name }),
  });
  return (await response.json()) as Slot;
}

async function land(slot: Slot): Promise<void> {
  const answer = await fetch(slot.url, {
    method: 'PUT',
    body: Buffer.from(content),
  });
  expect(answer.status).toBe(200);
}

interface Left {
  readonly state: string;
  readonly slot?: boolean;
  readonly landed?: boolean;
  /** The id of the slot was journaled. */
  readonly named?: boolean;
  readonly after?: string;
}

/** Leaves a data folder as a process does that was killed in this state. */
async function leave(engine: EngineFixture, left: Left): Promise<Slot | undefined> {
  const core = await engine.start('none');
  const [id = 0] = await addUploads(core, [engine.file('a.txt', content)]);
  await core.stop();
  const slot = left.slot ? await makeSlot(engine, 'a.txt') : undefined;
  if (slot && left.landed) await land(slot);
  engine.ledger((database) => {
    const now = engine.dependencies.clock.now();
    database.sqlite
      .prepare(
        `UPDATE uploads SET state = ?, sha256 = ?, content_id = ?, after_state = ?, poll_at = ?,
          updated_at = ? WHERE id = ?`,
      )
      .run(
        ...([left.state, sha256(content), left.named && slot ? slot.id : null, left.after ?? null] as const),
        ...([Math.round(now + 10_000), Math.round(now), id] as const),
      );
    database.sqlite
      .prepare('INSERT INTO claims (profile_id, sha256, upload_id) VALUES (?, ?, ?)')
      .run('test', sha256(content), id);
  });
  return slot;
}

describe.each(profiles)('U8: profile %s, killed while', (profile) => {
  test.concurrent.each<[string, Left]>([
    ['the POST was about to be made', { state: 'enriching' }],
    ['the POST had been answered, unread', { state: 'enriching', slot: true }],
    ['a slot waited for its PUT', { state: 'reserved', slot: true, named: true }],
    [
      'a PUT was under way, and a power cut took the word of it',
      { state: 'reserved', slot: true, named: true, landed: true },
    ],
    ['the PUT was about to be made', { state: 'putting', slot: true, named: true }],
    ['the PUT had landed, unread', { state: 'putting', slot: true, named: true, landed: true }],
    ['an unanswered PUT was looked for, in vain', { state: 'verifying', slot: true, named: true }],
    [
      'an unanswered PUT was looked for, and is there',
      { state: 'verifying', slot: true, named: true, landed: true },
    ],
    ['the document was being enriched', { state: 'processing', slot: true, named: true, landed: true }],
    [
      'a failed document was to be deleted and sent again',
      { state: 'cancelling', slot: true, named: true, landed: true, after: 'requeue' },
    ],
  ])('%s', async (_name, left) => {
    const engine = await createEngine({ sandbox: { profile }, tuning: { slotAgeMs: 0 } });
    await leave(engine, left);
    const core = await engine.start();
    await idle(core);
    expect(await states(core)).toEqual(['completed']);
    engine.expectExactlyOnce([content]);
    await until('every slot is swept', () => engine.emptySlots().length === 0);
    const adopted = left.landed === true && left.after === undefined;
    expect(engine.requests({ method: 'PUT' })).toHaveLength(left.landed && !adopted ? 2 : 1);
    await until(
      'nothing is looked for any more',
      async () => (await core.calls['agent.status']({})).abandonedSlots === 0,
    );
  });

  test.concurrent.each([true, false])(
    'it was being cancelled (landed: %s): nothing stays (U11)',
    async (landed) => {
      const engine = await createEngine({ sandbox: { profile } });
      await leave(engine, { state: 'cancelling', slot: true, named: true, landed });
      const core = await engine.start();
      await idle(core);
      expect(await states(core)).toEqual(['cancelled CANCELLED']);
      expect(engine.live()).toEqual([]);
      expect(engine.emptySlots()).toEqual([]);
    },
  );
});

test.concurrent('U8: bytes a killed process had handed to its system and that land after the restart are adopted', async () => {
  const engine = await createEngine();
  const slot = await leave(engine, { state: 'putting', slot: true, named: true });
  const core = await engine.start();
  await until(
    'the first look found nothing',
    () => engine.requests({ method: 'GET', path: `${slot?.id}` }).length > 0,
  );
  await land(slot as Slot);
  await idle(core);
  expect(await states(core)).toEqual(['completed']);
  expect(engine.live().map((document) => document.id)).toEqual([slot?.id]);
  expect(engine.requests({ method: 'PUT' })).toHaveLength(1);
});

test.concurrent('U8: a slot whose name was lost stays where the service has no list, and is not waited for', async () => {
  const engine = await createEngine({ sandbox: { listEndpoint: false } });
  await leave(engine, { state: 'enriching', slot: true });
  const core = await engine.start();
  await idle(core);
  engine.expectExactlyOnce([content]);
  await until('given up', async () => (await core.calls['agent.status']({})).abandonedSlots === 0);
  expect(engine.emptySlots()).toHaveLength(1);
});

test.concurrent('U8: an empty slot of the same name, to which another agent is sending, is left alone', async () => {
  const engine = await createEngine({ speed: 200, tuning: { slotAgeMs: 10 * 60_000 } });
  await leave(engine, { state: 'enriching' });
  const other = await makeSlot(engine, 'a.txt');
  const core = await engine.start();
  await idle(core);
  await until(
    'the sweep has seen it',
    () => engine.requests({ method: 'GET', path: '^/contents/v1/documents$' }).length > 0,
  );
  expect(engine.emptySlots().map((slot) => slot.id)).toEqual([other.id]);
  await land(other);
  await until('the sweep has ended', async () => (await core.calls['agent.status']({})).abandonedSlots === 0);
  expect(engine.live().map((document) => document.id)).toContain(other.id);
});

test.concurrent('U8: of two empty slots of the same name, one lost and one of another agent, none is deleted', async () => {
  const engine = await createEngine({ tuning: { slotAgeMs: 0 } });
  await leave(engine, { state: 'enriching', slot: true });
  const other = await makeSlot(engine, 'a.txt');
  const core = await engine.start();
  await idle(core);
  await until('the sweep has ended', async () => (await core.calls['agent.status']({})).abandonedSlots === 0);
  expect(engine.emptySlots().map((slot) => slot.id)).toContain(other.id);
  await land(other);
});

test.concurrent('U7: a slot whose POST lost its answer is looked for and deleted', async () => {
  const faults = [{ match: { method: 'POST', path: '/documents$' }, kind: 'reset-after', times: 1 }] as const;
  const engine = await createEngine({ sandbox: { faults: [...faults] }, tuning: { slotAgeMs: 0 } });
  const core = await engine.start();
  await addUploads(core, [engine.file('a.txt', content)]);
  await idle(core);
  engine.expectExactlyOnce([content]);
  await until('the lost slot is deleted', () => engine.emptySlots().length === 0);
  expect(engine.requests({ method: 'POST', path: '/documents$' })).toHaveLength(2);
});

test.concurrent('U7: late bytes that bring a deleted slot back are deleted once more', async () => {
  const engine = await createEngine({ speed: 200 });
  const slot = await leave(engine, { state: 'putting', slot: true, named: true });
  const core = await engine.start();
  await idle(core);
  engine.expectExactlyOnce([content]);
  engine.sandbox.faults.replace([
    { match: { origin: 'storage', method: 'PUT' }, kind: 'late-bytes', times: 1 },
  ]);
  await land(slot as Slot);
  expect(engine.live()).toHaveLength(2);
  await until('the second is gone', () => engine.live().length === 1);
  expect(engine.live().map((document) => document.id)).not.toContain(slot?.id);
});

async function startAgent(
  engine: EngineFixture,
  profile: Record<string, unknown> = {},
): Promise<ChildProcess> {
  const script = fileURLToPath(new URL('../support/agent-child.ts', import.meta.url));
  const given = {
    dataDirectory: engine.dataDirectory,
    profile: { ...engine.settings.get().profiles[0], ...profile },
    key: engine.sandbox.apiKey,
    speed: 20,
  };
  const child = spawn(process.execPath, [script, JSON.stringify(given)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  atTestEnd(() => void child.kill('SIGKILL'));
  await once(child.stdout as NodeJS.ReadableStream, 'data');
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

const stateOf = (engine: EngineFixture) =>
  engine.ledger((database) => database.sqlite.prepare('SELECT state FROM uploads').get()?.state);

test.concurrent('U8: SIGKILL in the middle of a slow PUT of a large file', async () => {
  const engine = await createEngine({ tuning: { slotAgeMs: 0 } });
  const bytes = Buffer.alloc(3_000_000, 'A page of a filing. ');
  const path = engine.file('large.txt', bytes);
  const setup = await engine.start('none');
  await addUploads(setup, [path]);
  await setup.stop();
  for (let round = 0; round < 2; round++) {
    const child = await startAgent(engine, { uploadBandwidth: 20_000 });
    await until('it is sending', () => stateOf(engine) === 'putting' && engine.emptySlots().length > 0);
    await kill(child);
    expect(engine.live()).toEqual([]);
  }
  const core = await engine.start();
  await idle(core);
  expect(await states(core)).toEqual(['completed']);
  engine.expectExactlyOnce([bytes]);
  await until('every slot is swept', () => engine.emptySlots().length === 0);
});

test.concurrent('U8: SIGKILL after the bytes have landed and before the answer is read', async () => {
  const engine = await createEngine({
    sandbox: { faults: [{ match: { origin: 'storage', method: 'PUT' }, kind: 'hang-after' }] },
  });
  const setup = await engine.start('none');
  await addUploads(setup, [engine.file('a.txt', content)]);
  await setup.stop();
  const child = await startAgent(engine);
  await until('it has landed', () => engine.live().length === 1);
  await kill(child);
  engine.sandbox.faults.replace([]);
  const core = await engine.start();
  await idle(core);
  expect(await states(core)).toEqual(['completed']);
  engine.expectExactlyOnce([content]);
  expect(engine.emptySlots()).toEqual([]);
});

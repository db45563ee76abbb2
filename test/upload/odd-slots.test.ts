import { expect, test } from 'vitest';
import type { FaultRule } from '../../src/sandbox/http/fault-rule.ts';
import {
  addUploads,
  createEngine,
  type EngineFixture,
  idle,
  states,
  uploadOf,
} from '../support/engine-fixture.ts';

interface Slot {
  readonly id: string;
  readonly url: string;
}

/** A slot that somebody else asked for. */
async function makeSlot({ sandbox }: EngineFixture, name: string): Promise<Slot> {
  const answer = await fetch(`${sandbox.baseUrl}/contents/v1/documents`, {
    method: 'POST',
    headers: { 'x-api-key': sandbox.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ file_name: name }),
  });
  return (await answer.json()) as Slot;
}

/** The requests with bytes for one slot. */
function putsTo({ sandbox }: EngineFixture, { url }: Slot) {
  return sandbox.requests.list({ limit: 1_000 }).filter(({ method, path }) => {
    return method === 'PUT' && path === new URL(url).pathname;
  });
}

/** Requests for a new slot are answered with this one, as a cache in between does. */
const answeredWith = ({ id, url }: Slot, times: number): FaultRule => ({
  match: { method: 'POST', path: '^/contents/v1/documents$' },
  kind: 'rewrite',
  replace: { id, url },
  times,
});

test.concurrent('U7: one slot that is given to several uploads at once is the slot of one of them', async () => {
  const engine = await createEngine();
  const slot = await makeSlot(engine, 'a.txt');
  engine.sandbox.faults.replace([{ ...answeredWith(slot, 4), delayMs: 2_000 }]);
  const core = await engine.start();
  const names = ['a.txt', 'b.txt', 'c.txt', 'd.txt'];
  const ids = await addUploads(
    core,
    names.map((name) => engine.file(name, `What ${name} says.`)),
  );
  await idle(core);
  expect(await states(core)).toEqual(names.map(() => 'completed'));
  engine.expectExactlyOnce(names.map((name) => `What ${name} says.`));
  const documents = await Promise.all(ids.map(async (id) => (await uploadOf(core, id)).contentId));
  expect(new Set(documents).size).toBe(names.length);
  expect(documents).toContain(slot.id);
});

test.concurrent('U7: the slot of a document that is there already is given to no other file', async () => {
  const engine = await createEngine();
  const slot = await makeSlot(engine, 'first.txt');
  engine.sandbox.faults.replace([answeredWith(slot, 2)]);
  const core = await engine.start();
  const [first = 0] = await addUploads(core, [engine.file('first.txt', 'What is there.')]);
  await idle(core);
  const [second = 0] = await addUploads(core, [engine.file('second.txt', 'What comes later.')]);
  await idle(core);
  expect(await states(core)).toEqual(['completed', 'completed']);
  engine.expectExactlyOnce(['What is there.', 'What comes later.']);
  expect((await uploadOf(core, first)).contentId).toBe(slot.id);
  expect((await uploadOf(core, second)).contentId).not.toBe(slot.id);
  expect(putsTo(engine, slot)).toHaveLength(1);
});

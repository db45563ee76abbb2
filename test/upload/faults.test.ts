import { describe, expect, test } from 'vitest';
import type { SandboxOptions } from '../support/core-fixture.ts';
import { addUploads, createEngine, eventsOf, idle, states } from '../support/engine-fixture.ts';

type Fault = NonNullable<NonNullable<SandboxOptions>['faults']>[number];
type Match = Fault['match'];

const profiles = ['spec', 'field'] as const;
const document = '^/contents/v1/documents/[A-F0-9]+$';
const enrich: Match = { method: 'POST', path: '^/contents/v1/documents$' };
const put: Match = { method: 'PUT', origin: 'storage' };
const look: Match = { method: 'GET', path: '^/contents/v1/documents' };
const remove: Match = { method: 'DELETE', path: document };

/** Every kind of fault; what hangs is left after the shortened time. */
const kinds: Omit<Fault, 'match'>[] = [
  { kind: 'status', status: 500 },
  { kind: 'status', status: 503 },
  { kind: 'status', status: 429, retryAfter: 1 },
  { kind: 'status-after', status: 502 },
  { kind: 'reset' },
  { kind: 'reset', afterBytes: 20_000 },
  { kind: 'reset-after' },
  { kind: 'hang' },
  { kind: 'hang-after' },
  { kind: 'slow', delayMs: 100 },
  { kind: 'truncated' },
  { kind: 'bad-json' },
  { kind: 'empty' },
  { kind: 'empty', status: 500 },
  { kind: 'html' },
  { kind: 'html', status: 200 },
  { kind: 'expired' },
];
const cases = kinds.flatMap((fault) => profiles.map((profile) => [profile, fault] as const));

const tuning = { responseTimeoutMs: 300, stallTimeoutMs: 300, slotAgeMs: 0 };
const large = Buffer.alloc(1_500_000, 'A filing of some length. ');
const small = 'A short note.';

/** A small and a large file under these faults end as one document each, and nothing is left over. */
async function survives(profile: 'spec' | 'field', faults: Fault[], speed = 20): Promise<void> {
  const engine = await createEngine({ sandbox: { profile, faults }, tuning, speed });
  const core = await engine.start();
  const ids = await addUploads(core, [engine.file('small.txt', small), engine.file('large.txt', large)]);
  await idle(core);
  expect(await states(core)).toEqual(['completed', 'completed']);
  engine.expectExactlyOnce([small, large]);
  for (const id of ids) {
    const ends = (await eventsOf(core, id)).filter((event) => event.kind === 'completed');
    expect(ends).toHaveLength(1);
  }
}

describe('U8: a fault in the enrich request, twice', () => {
  test.each(cases)('%s %j', (profile, fault) => survives(profile, [{ ...fault, match: enrich, times: 2 }]));
});

describe('U8: a fault in the PUT, twice', () => {
  test.each(cases)('%s %j', (profile, fault) => survives(profile, [{ ...fault, match: put, times: 2 }]));
});

describe('U8: a PUT whose answer is lost, and a fault in the look that follows', () => {
  test.each(cases)('%s %j', (profile, fault) =>
    survives(profile, [
      { match: put, kind: 'reset-after', times: 2 },
      { ...fault, match: look, times: 2 },
    ]),
  );
});

describe('U7: a refused PUT, and a fault in the DELETE of its slot', () => {
  test.each(cases)('%s %j', (profile, fault) =>
    survives(profile, [
      { match: put, kind: 'expired', times: 2 },
      { ...fault, match: remove, times: 2 },
    ]),
  );
});

describe('U3: a fault in every second look at what is being enriched', () => {
  test.each(cases)('%s %j', (profile, fault) =>
    survives(profile, [{ ...fault, match: look, times: 4, probability: 0.5 }]),
  );
});

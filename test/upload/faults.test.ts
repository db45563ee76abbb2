import { describe, expect, test } from 'vitest';
import type { SandboxOptions } from '../support/core-fixture.ts';
import { addUploads, createEngine, eventsOf, idle, uploadOf } from '../support/engine-fixture.ts';

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
const tuning = { responseTimeoutMs: 300, stallTimeoutMs: 300, slotAgeMs: 0 };
const large = Buffer.alloc(1_100_000, 'A filing of some length. ');

/**
 * The same step meets one kind of fault after the other; each time a small and a large file end as one
 * document each.
 */
async function survives(
  profile: 'spec' | 'field',
  faultsOf: (fault: Omit<Fault, 'match'>) => Fault[],
): Promise<void> {
  const engine = await createEngine({ sandbox: { profile }, tuning, speed: 100 });
  const core = await engine.start();
  const contents: (string | Buffer)[] = [];
  for (const [index, kind] of kinds.entries()) {
    const name = `${index} ${JSON.stringify(kind)}`;
    const bytes = Buffer.concat([Buffer.from(name), large]);
    engine.sandbox.faults.replace(faultsOf(kind));
    const ids = await addUploads(core, [
      engine.file(`${index}.txt`, name),
      engine.file(`${index}-large.txt`, bytes),
    ]);
    contents.push(name, bytes);
    await idle(core);
    for (const id of ids) {
      expect(await uploadOf(core, id), name).toMatchObject({ state: 'completed', code: null });
      const ends = (await eventsOf(core, id)).filter((event) => event.kind === 'completed');
      expect(ends, name).toHaveLength(1);
    }
    expect(
      engine.sandbox.faults.state().some((fault) => fault.struck > 0),
      name,
    ).toBe(true);
  }
  engine.expectExactlyOnce(contents);
}

describe.each(profiles)('U8: in profile %s, twice, every kind of fault in', (profile) => {
  test.concurrent('the enrich request', () =>
    survives(profile, (fault) => [{ ...fault, match: enrich, times: 2 }]));

  test.concurrent('the PUT', () => survives(profile, (fault) => [{ ...fault, match: put, times: 2 }]));

  test.concurrent('the look after a PUT whose answer is lost', () =>
    survives(profile, (fault) => [
      { match: put, kind: 'reset-after', times: 2 },
      { ...fault, match: look, times: 2 },
    ]));

  test.concurrent('the DELETE of a slot whose address is refused (U7)', () =>
    survives(profile, (fault) => [
      { match: put, kind: 'expired', times: 2 },
      { ...fault, match: remove, times: 2 },
    ]));

  test.concurrent('the look at what is being enriched (U3)', () =>
    survives(profile, (fault) => [{ ...fault, match: look, times: 2 }]));
});

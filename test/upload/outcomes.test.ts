import { describe, expect, test } from 'vitest';
import type { Concerns } from '#core/service/answer.ts';
import { type OutcomeRow, outcomeOf, outcomeRows } from '#core/service/outcomes.ts';
import { explained } from '#shared/errors/explained.ts';
import type { SandboxOptions } from '../support/core-fixture.ts';
import {
  addUploads,
  createEngine,
  eventsOf,
  idle,
  states,
  until,
  uploadOf,
} from '../support/engine-fixture.ts';

type Fault = NonNullable<NonNullable<SandboxOptions>['faults']>[number];
const enrich: Fault['match'] = { method: 'POST', path: '^/contents/v1/documents$' };
const put: Fault['match'] = { method: 'PUT', origin: 'storage' };
const content = 'The dividend was raised again.';

/** A status that meets a row: the middle of its range, unless an earlier row takes that away. */
function statusOf(row: OutcomeRow): number {
  if (typeof row.status === 'number') return row.status;
  const [first, last] = row.status;
  if (row.code === 'REFUSED_AS_INVALID') return 418;
  if (first === 300 && last === 499) return 411;
  if (first === 400 && last === 422) return 422;
  return Math.min(first + 2, last);
}

type Case = readonly [
  status: number,
  code: OutcomeRow['code'],
  disposition: OutcomeRow['disposition'],
  concerns: Concerns,
];

/**
 * What each status means that stands in the table and that a fault can bring about: no words, no shape of its
 * own.
 */
function cases(kind: 'enrich' | 'put'): Case[] {
  const rows = outcomeRows.filter((row) => row.says === undefined && row.shape === undefined);
  const statuses = new Set(rows.map(statusOf).filter((status) => status >= 300));
  return [...statuses].map((status) => {
    const said = { shape: 'empty', code: '', sentence: '' } as unknown as Parameters<typeof outcomeOf>[2];
    const { code, disposition, concerns } = outcomeOf(status, kind, said);
    return [status, code, disposition, concerns] as const;
  });
}

describe('U6: what the service answers for good ends in attention, or goes on by itself', () => {
  test.concurrent.each(cases('enrich'))(
    'enrich %i %s (%s, %s)',
    async (status, code, disposition, concerns) => {
      const engine = await createEngine({
        sandbox: { faults: [{ match: enrich, kind: 'status', status, times: 2 }] },
        speed: 100,
      });
      const core = await engine.start();
      const [id = 0] = await addUploads(core, [engine.file('a.txt', content)]);
      if (code === 'KEY_REJECTED') {
        await expect(core.whenIdle()).rejects.toMatchObject({ code });
        expect(await uploadOf(core, id)).toMatchObject({ state: 'queued', attempts: 0 });
      }
      if (concerns !== 'request') {
        // Not this upload's trouble: it waits with all the others and goes on by itself.
        await until('it goes on', async () => (await states(core))[0] === 'completed');
        expect((await eventsOf(core, id)).map((event) => event.kind)).not.toContain('retried');
      } else if (disposition === 'fix-first' || disposition === 'never') {
        await idle(core);
        expect(await states(core)).toEqual([`attention ${code}`]);
        expect(explained(code).remedy).not.toBe('');
        // One button does it at once; the second refusal is final again, the third attempt gets through.
        await core.calls['uploads.retry']({ filter: {} });
        await idle(core);
        expect(await states(core)).toEqual([`attention ${code}`]);
        await core.calls['uploads.retry']({ filter: {} });
      }
      await idle(core);
      expect(await states(core)).toEqual(['completed']);
      engine.expectExactlyOnce([content]);
      expect(engine.requests({ method: 'PUT' })).toHaveLength(1);
    },
  );

  test.concurrent.each(cases('put'))('PUT %i %s (%s)', async (status, code, disposition) => {
    const engine = await createEngine({
      sandbox: { faults: [{ match: put, kind: 'status', status, times: 1 }] },
      speed: 100,
    });
    const core = await engine.start();
    await addUploads(core, [engine.file('a.txt', content)]);
    await idle(core);
    if (disposition === 'never') {
      expect(await states(core)).toEqual([`attention ${code}`]);
      expect(engine.emptySlots()).toEqual([]);
      await core.calls['uploads.retry']({ filter: {} });
      await idle(core);
    }
    expect(await states(core)).toEqual(['completed']);
    engine.expectExactlyOnce([content]);
    expect(engine.emptySlots()).toEqual([]);
  });

  test.concurrent.each([
    [put, 403, 'ADDRESS_USED_OR_EXPIRED'],
    [put, 411, 'STORAGE_REFUSED'],
  ] as const)(
    'U4: %j that answers %i for ever ends in attention after a bounded number of requests',
    async (match, status, code) => {
      const engine = await createEngine({
        sandbox: { faults: [{ match, kind: 'status', status }] },
        tuning: { slotAgeMs: 0 },
        speed: 1000,
      });
      const core = await engine.start();
      const [id = 0] = await addUploads(core, [engine.file('a.txt', content)]);
      await idle(core);
      expect(await states(core)).toEqual([`attention ${code}`]);
      expect(engine.requests().length).toBeLessThan(200);
      const waits = (await eventsOf(core, id)).filter((event) => event.kind === 'failed');
      expect(waits.length).toBeGreaterThanOrEqual(4);
      expect(engine.emptySlots()).toEqual([]);
      // A manual retry clears every wait and works at once when the cause is gone.
      engine.sandbox.faults.replace([]);
      await core.calls['uploads.retry']({ filter: {} });
      await idle(core);
      engine.expectExactlyOnce([content]);
    },
  );
});

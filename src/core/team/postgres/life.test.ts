import { expect, test } from 'vitest';
import { createTurnedClock } from '../../service/testing/turned-clock.ts';
import { createLife } from './life.ts';
import { statements } from './statements.ts';

const leaseMs = 15_000;

test('a lease that ended before its answer came is none: nothing is written before a join that holds', async () => {
  const clock = createTurnedClock();
  const asked: string[] = [];
  const standing = { oldest: 1, restored: false, paused: null, replay: null, token: 't' };
  const life = createLife({
    clock,
    connection: {
      async ask(text) {
        const [, name = ''] = /sluice_v1\.(\w+)/.exec(text) ?? [];
        asked.push(name);
        if (name === 'writes') return { writes: 0 };
        // The first answer comes when the database has given everything away.
        if (name === 'join_team' && asked.length === 2) await clock.turn(leaseMs);
        if (name === 'join_team') return { kind: 'joined', schema: 1, ...standing };
        return { kind: 'ours', epoch: 1, token: 't' };
      },
      close: async () => undefined,
    },
    agent: 'a',
    incarnation: 'i',
    name: 'ANNA',
    person: undefined,
    version: '0',
    leaseMs,
    patienceMs: 1_000,
    remembered: { writes: 0, token: '' },
    remember: () => undefined,
    onForgotten: () => undefined,
    onLapse: () => undefined,
    queue: () => 0,
    onPause: () => undefined,
    onRefusal: () => undefined,
    onReplay: () => undefined,
  });
  expect(await life.write(statements.claim, [])).toEqual({ kind: 'ours', epoch: 1 });
  expect(asked).toEqual(['writes', 'join_team', 'join_team', 'claim']);
  expect(life.heldUntil()).toBeGreaterThan(clock.monotonic());
});

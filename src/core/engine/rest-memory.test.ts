import { afterEach, expect, test } from 'vitest';
import { silentLogger } from '#core/ports/logger.ts';

import { type Database, openDatabase } from '../ledger/database.ts';
import { createTurnedClock } from '../service/testing/turned-clock.ts';
import { RestMemory } from './rest-memory.ts';

const minute = 60_000;
let database: Database | undefined;
afterEach(() => database?.close());

function resting() {
  const clock = createTurnedClock();
  const statements: string[] = [];
  database = openDatabase(':memory:', { onStatement: (sql) => statements.push(sql) });
  const now = { heap: 80e6, utilization: 0.01, collected: 0 };
  const memory = new RestMemory(clock, database, silentLogger, {
    heap: () => now.heap,
    utilization: () => now.utilization,
    collect: () => {
      now.collected += 1;
      now.heap = 30e6;
    },
  });
  memory.start();
  return {
    clock,
    now,
    memory,
    shrunk: () => statements.filter((sql) => sql === 'PRAGMA shrink_memory').length,
  };
}

test('memory is given back at rest, once, and again when there is more', async () => {
  const { clock, now, shrunk } = resting();
  await clock.turn(10 * minute);
  expect([now.collected, shrunk()]).toEqual([1, 1]);
  now.heap = 44e6;
  await clock.turn(minute);
  expect(now.collected).toBe(1);
  now.heap = 46e6;
  await clock.turn(minute);
  expect([now.collected, shrunk()]).toEqual([2, 2]);
});

test('nothing is given back while there is work, nor where there is little, nor after the end', async () => {
  const { clock, now, memory } = resting();
  now.utilization = 0.5;
  await clock.turn(3 * minute);
  now.utilization = 0;
  now.heap = 39e6;
  await clock.turn(3 * minute);
  now.heap = 80e6;
  memory.stop();
  await clock.turn(3 * minute);
  expect(now.collected).toBe(0);
});

test('this process can give memory back', async () => {
  const clock = createTurnedClock();
  database = openDatabase(':memory:');
  const warnings: unknown[] = [];
  const logger = { ...silentLogger, warn: (...said: unknown[]) => void warnings.push(said) };
  const memory = new RestMemory(clock, database, logger);
  memory.start();
  await clock.turn(minute);
  memory.stop();
  expect(warnings).toEqual([]);
});

import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createClock } from '#core/ports/clock.ts';
import { silentLogger } from '#core/ports/logger.ts';
import { createBudget } from './budget.ts';
import { createHttp } from './http.ts';
import { json, startLocalServer, startRawServer } from './testing/local-server.ts';
import { createTestNetwork } from './testing/test-network.ts';

const schema = z.looseObject({ id: z.string() });

function createSender(baseUrl: string) {
  const clock = createClock();
  const http = createHttp({
    profile: { baseUrl },
    getKey: async () => 'canary-key-5f3a',
    clock,
    budget: createBudget({ clock, requestsPerMinute: 100 }),
    logger: silentLogger,
    connections: createTestNetwork().connections(),
  });
  return (size: number) =>
    http.call(
      { kind: 'change', method: 'POST', path: '/a', schema, body: { text: 'x'.repeat(size) } },
      { priority: 'person' },
    );
}

/** got ends a request in a turn of its own after the last piece: as for a service that answers before that. */
async function withoutTurns(work: () => Promise<void>): Promise<void> {
  vi.useFakeTimers({ toFake: ['setImmediate'] });
  try {
    await work();
  } finally {
    vi.runAllTimers();
    vi.useRealTimers();
  }
}

test('a service that answers before a request is ended keeps its connection', async () => {
  const ports = new Set<number | undefined>();
  await using server = await startLocalServer((_seen, response, message) => {
    ports.add(message.socket.remotePort);
    json(response, 200, { id: 'x' });
  });
  const send = createSender(server.url);
  await send(10);
  await withoutTurns(async () => {
    for (const _ of [1, 2, 3]) expect(await send(10)).toMatchObject({ ok: true });
  });
  expect(await send(10)).toMatchObject({ ok: true });
  expect(ports.size).toBe(1);
});

test('a connection on which a service answers before it has the whole body is not used again', async () => {
  const ports: (number | undefined)[] = [];
  await using server = await startRawServer((message, response) => {
    ports.push(message.socket.remotePort);
    message.resume();
    json(response, 200, { id: 'x' });
  });
  const send = createSender(server.url);
  await send(10);
  // The second piece never goes out.
  await withoutTurns(async () => expect(await send(200_000)).toMatchObject({ ok: true }));
  expect(await send(10)).toMatchObject({ ok: true });
  expect(ports.slice(0, 2)).toEqual([ports[0], ports[0]]);
  expect(ports[2]).not.toBe(ports[0]);
});

import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { createTurnedClock } from '../../service/testing/turned-clock.ts';
import { createConnection } from './connection.ts';

test('a question that waits for its next try ends with the connection', async () => {
  let broken = 0;
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    // The first two are cut, so that the question waits; the next ones are never answered.
    if (broken < 2) socket.destroy();
    broken += 1;
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const secondFailure = Promise.withResolvers<void>();
  let failures = 0;
  const connection = createConnection({
    clock: createTurnedClock(),
    address: { host: '127.0.0.1', port, database: 'research', user: 'anna' },
    password: async () => 'secret',
    deadlineMs: 4_000,
    random: () => 0.5,
    onResult: () => {
      failures += 1;
      if (failures === 2) secondFailure.resolve();
    },
  });
  const asked = connection.ask('SELECT 1', [], 60_000).catch((error: unknown) => error);
  await secondFailure.promise;
  await connection.close();
  expect(await asked).toMatchObject({ kind: 'network', code: 'CLOSED' });
  server.close();
});

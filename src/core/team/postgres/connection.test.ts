import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { AppError } from '#shared/errors/app-error.ts';
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

test('the certificate is read with each connection: it may be gone, come back, or hang', async () => {
  let met = 0;
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    // It offers no TLS, which only a client with a certificate asks for.
    socket.once('data', () => {
      met += 1;
      socket.end('N');
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const clock = createTurnedClock();
  let read: () => Promise<string> = async () => {
    throw new AppError('FILE_UNREADABLE', { detail: '/etc/company.pem' });
  };
  const troubles: unknown[] = [];
  const connection = createConnection({
    clock,
    address: { host: '127.0.0.1', port, database: 'research', user: 'anna' },
    password: async () => 'secret',
    ca: () => read(),
    deadlineMs: 4_000,
    random: () => 0.5,
    onResult: (trouble) => troubles.push(trouble),
  });
  const ask = (patienceMs: number) =>
    connection.ask('SELECT 1', [], patienceMs).catch((error: unknown) => error);
  const unreadable = { kind: 'certificate', code: 'FILE_UNREADABLE' };
  expect(await ask(1_000)).toMatchObject(unreadable);
  expect([met, troubles]).toMatchObject([0, [unreadable]]);
  read = async () => 'of the company';
  expect(await ask(1_000)).toMatchObject({ kind: 'certificate', code: 'NO_TLS' });
  expect(met).toBe(1);
  const reading = Promise.withResolvers<void>();
  read = () => {
    reading.resolve();
    return new Promise(() => undefined);
  };
  await clock.turn(60_000);
  const late = ask(1_000);
  await reading.promise;
  await clock.turn(4_000);
  expect(await late).toMatchObject({ kind: 'network', code: 'DEADLINE' });
  const last = ask(60_000);
  await connection.close();
  expect(await last).toMatchObject({ kind: 'network', code: 'CLOSED' });
  server.close();
});

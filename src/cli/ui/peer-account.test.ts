import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { accountOf, established } from '#core/public/host.ts';
import { createPeers } from './peer-account.ts';

const head =
  '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n';
const local = { address: '127.1.2.3', port: 0x1f90 };
const peer = { address: '127.0.0.1', port: 0xc3a8 };
const row = (ends: string, state: string, uid: number) =>
  `   1: ${ends} ${state} 00000000:00000000 02:000A7B2C 00000000 ${String(uid).padStart(5)}        0 97418 2 0000000000000000 20 4 30 10 -1\n`;
const [here, there] = ['0302017F:1F90', '0100007F:C3A8'];

// As a machine with its lowest byte first has them; none of the tests runs on another.
test.each([
  ['of another account', row(`${there} ${here}`, '01', 1001), 1001],
  [
    'in a socket for IPv6',
    row(`0000000000000000FFFF0000${there} 0000000000000000FFFF0000${here}`, '01', 1002),
    1002,
  ],
  ['only as our own end', row(`${here} ${there}`, '01', 0), undefined],
  ['closed by its process, which leaves user 0', row(`${there} ${here}`, '05', 0), undefined],
  ['to another address', row(`${there} 0402017F:1F90`, '01', 1000), undefined],
  ['not at all', '', undefined],
])('a connection that is in the tables %s', (_, rows, account) => {
  expect(accountOf(head + row(`${here} 00000000:0000`, '0A', 0) + rows, peer, local, established)).toBe(
    account,
  );
});

/** A server with two connections to it, as it sees them. */
async function connections(count: number) {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket.on('error', () => undefined)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const clients = Array.from({ length: count }, () => connect(port, '127.0.0.1'));
  await Promise.all(clients.map((client) => once(client, 'connect')));
  await expect.poll(() => sockets).toHaveLength(count);
  onTestFinished(() => {
    for (const socket of [...sockets, ...clients]) socket.destroy();
    server.close();
  });
  // Without the connection by which the kernel is tried.
  return { sockets: sockets.slice(0, count), server: { address: '127.0.0.1', port } };
}

test.runIf(process.platform === 'linux')('a connection of our own is allowed', async () => {
  const { sockets, server } = await connections(2);
  const peers = await createPeers(server);
  expect(await Promise.all(sockets.map((socket) => peers.isAllowed(socket)))).toEqual([true, true]);
});

test.runIf(process.platform === 'linux')(
  'once the kernel told, a table that cannot be read refuses; one that never told refuses nobody',
  async () => {
    const { sockets, server } = await connections(1);
    const [socket] = sockets as [Socket];
    const failing = async () => Promise.reject(new Error('too many open files'));
    expect(await (await createPeers(server, failing)).isAllowed(socket)).toBe(true);
    let isFailing = false;
    const peers = await createPeers(server, () =>
      isFailing ? failing() : readFile('/proc/net/tcp', 'latin1'),
    );
    isFailing = true;
    expect(await peers.isAllowed(socket)).toBe(false);
  },
);

test.runIf(process.platform === 'linux')(
  'many connections at once are looked up in a few reads',
  async () => {
    const { sockets, server } = await connections(20);
    let reads = 0;
    const peers = await createPeers(server, () => {
      reads += 1;
      return readFile('/proc/net/tcp', 'latin1');
    });
    reads = 0;
    expect(await Promise.all(sockets.map((socket) => peers.isAllowed(socket)))).toEqual(
      sockets.map(() => true),
    );
    expect(reads).toBeLessThanOrEqual(3);
  },
);

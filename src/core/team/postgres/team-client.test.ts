import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { createTeamClient } from './team-client.ts';

/** Requests of PostgreSQL's protocol for a password: cleartext, and MD5 with a salt. */
const requests = { cleartext: [3], md5: [5, 0x01020304] };

test.each(['cleartext', 'md5'] as const)(
  'without TLS a server that asks for the password by %s gets none',
  async (how) => {
    const heard: Buffer[] = [];
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => {
        const words = requests[how];
        const message = Buffer.alloc(5 + 4 * words.length);
        message.write('R');
        message.writeInt32BE(4 + 4 * words.length, 1);
        for (const [index, word] of words.entries()) message.writeInt32BE(word, 5 + 4 * index);
        socket.write(message);
        socket.on('data', (bytes) => {
          heard.push(bytes);
          socket.destroy();
        });
      });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    const address = { host: '127.0.0.1', port, database: 'research', user: 'filesrv1' };
    const client = createTeamClient({ address, password: async () => 'secret' }, {});
    client.on('error', () => undefined);
    await expect(client.connect()).rejects.toMatchObject({ kind: 'login', code: 'NOT_SCRAM' });
    await client.end();
    await new Promise((done) => server.close(done));
    // At most a goodbye.
    expect(Buffer.concat(heard).toString('latin1')).not.toMatch(/^p/);
  },
);

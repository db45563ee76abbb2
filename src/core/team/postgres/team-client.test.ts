import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createTeamClient } from './team-client.ts';

/** PostgreSQL's protocol: a password in cleartext, by MD5 with a salt, and none at all. */
const requests = { cleartext: [3], md5: [5, 0x01020304], nothing: [0] };

/** SCRAM's first question (RFC 5802). */
const question = (nonce: string, iterations: string) =>
  `r=${nonce}0123456789,s=${Buffer.alloc(16).toString('base64')},${iterations}`;

const ready = Buffer.from('Z\0\0\0\u0005I');

/** A server that answers the start of each connection with these bytes, and each later message with `more`. */
async function answering(start: Buffer, more = Buffer.alloc(0)) {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write(start);
      socket.on('data', () => socket.write(more));
    });
  });
  onTestFinished(() => new Promise<void>((done) => server.close(() => done())));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return { host: '127.0.0.1', port, database: 'research', user: 'filesrv1' };
}

const loggedIn = Buffer.from('R\0\0\0\u0008\0\0\0\0');

test('a server that says that it is ready without a login is not believed', async () => {
  const client = createTeamClient({ address: await answering(ready), password: async () => 'secret' }, {});
  client.on('error', () => undefined);
  await expect(client.connect()).rejects.toMatchObject({ code: 'UNREADABLE' });
});

test('where the password cannot be read, no server is believed that asks for none', async () => {
  const address = await answering(Buffer.concat([loggedIn, ready]));
  vi.stubEnv('PGPASSFILE', '/nowhere');
  onTestFinished(() => void vi.unstubAllEnvs());
  const client = createTeamClient({ address, password: () => Promise.reject(new Error('locked')) }, {});
  client.on('error', () => undefined);
  const unreadable = { kind: 'login', code: 'PASSWORD_UNREADABLE' };
  await expect(client.connect()).rejects.toMatchObject(unreadable);
});

test.each([
  [17, '\\a'],
  [1009, '{{{{'],
  [1184, '9'.repeat(100)],
])('a value of a type that Sluice does not ask for remains text: %d', async (oid, text) => {
  const frame = (letter: string, ...parts: Buffer[]) => {
    const head = Buffer.alloc(5);
    head.write(letter);
    head.writeInt32BE(4 + Buffer.concat(parts).length, 1);
    return Buffer.concat([head, ...parts]);
  };
  const column = Buffer.alloc(18);
  column.writeUInt32BE(oid, 6);
  const [one, length] = [Buffer.from([0, 1]), Buffer.alloc(4)];
  length.writeInt32BE(text.length);
  const answer = Buffer.concat([
    frame('T', one, Buffer.from('a\0'), column),
    frame('D', one, length, Buffer.from(text)),
    frame('C', Buffer.from('SELECT 1\0')),
    ready,
  ]);
  vi.stubEnv('PGPASSFILE', '/nowhere');
  onTestFinished(() => void vi.unstubAllEnvs());
  const address = await answering(Buffer.concat([loggedIn, ready]), answer);
  const client = createTeamClient({ address }, {});
  client.on('error', () => undefined);
  await client.connect();
  expect((await client.query('SELECT 1')).rows).toEqual([{ a: text }]);
  await client.end();
});

// Any account of the machine can take the port while PostgreSQL restarts.
test.each(['cleartext', 'md5', 'nothing'] as const)(
  'without TLS a server that asks for the password by %s gets none, and is not believed',
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
        socket.write(how === 'nothing' ? Buffer.concat([message, ready]) : message);
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

test.each(['i=1', 'i=4095', 'i=4096,i=1'])(
  'without TLS a server that asks for a weak proof (%s) gets none',
  async (iterations) => {
    const proofs: string[] = [];
    const message = (kind: number, body: string) => {
      const head = Buffer.alloc(9);
      head.write('R');
      head.writeInt32BE(8 + body.length, 1);
      head.writeInt32BE(kind, 5);
      return Buffer.concat([head, Buffer.from(body)]);
    };
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => {
        socket.write(message(10, 'SCRAM-SHA-256\0\0'));
        socket.once('data', (first) => {
          socket.write(
            message(11, question(/r=([^,]+)$/.exec(first.toString('latin1'))?.[1] ?? '', iterations)),
          );
          socket.on('data', (bytes) => {
            proofs.push(bytes.toString('latin1'));
            socket.destroy();
          });
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
    expect(proofs.join('')).not.toContain('p=');
  },
);

test.each(['one message', 'many rows'])(
  'an answer without end (%s) ends the connection before it fills the memory',
  async (kind) => {
    const message = (type: string, body: Buffer, length = body.length) => {
      const head = Buffer.alloc(5);
      head.write(type);
      head.writeInt32BE(length + 4, 1);
      return Buffer.concat([head, body]);
    };
    const piece = Buffer.alloc(2 ** 20);
    // A row of no columns, as often as it goes in.
    const rows = Buffer.alloc(7 * 150_000, message('D', Buffer.alloc(2)));
    let sent = 0;
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => {
        socket.write(Buffer.concat([message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))]));
        socket.once('data', () => {
          if (kind === 'one message') socket.write(message('D', Buffer.alloc(0), 2 ** 30));
          const pour = () => {
            for (;;) {
              if (socket.destroyed) return;
              if (sent > 200 * 2 ** 20) return void socket.destroy();
              sent += piece.length;
              if (!socket.write(kind === 'one message' ? piece : rows)) break;
            }
            socket.once('drain', pour);
          };
          pour();
        });
      });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    const address = { host: '127.0.0.1', port, database: 'research', user: 'filesrv1' };
    const client = createTeamClient({ address }, { pipeline: true });
    client.on('error', () => undefined);
    await client.connect();
    await expect(client.query({ text: 'SELECT $1', values: [1] })).rejects.toMatchObject({
      code: 'TOO_LARGE',
    });
    expect(sent).toBeLessThan(100 * 2 ** 20);
    await new Promise((done) => server.close(done));
  },
);

import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { atTestEnd } from '../support/at-test-end.ts';
import {
  addUploads,
  createEngine,
  type EngineFixture,
  eventsOf,
  idle,
  states,
} from '../support/engine-fixture.ts';

/** Passes a request on to another origin; `spoil` may change what goes and what comes. */
function forward(
  target: () => string,
  spoil: { body?: (bytes: Buffer, request: IncomingMessage) => Buffer; answer?: (text: string) => string },
): Server {
  return createServer(async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const bytes = spoil.body?.(Buffer.concat(chunks), request) ?? Buffer.concat(chunks);
    const url = new URL(request.url ?? '/', target());
    const onward = httpRequest(
      url,
      { method: request.method, headers: { ...request.headers, host: url.host } },
      async (answer) => {
        const parts: Buffer[] = [];
        for await (const part of answer) parts.push(part as Buffer);
        const text = Buffer.concat(parts);
        const changed = spoil.answer ? Buffer.from(spoil.answer(text.toString('utf8'))) : text;
        response.writeHead(answer.statusCode ?? 502, { ...answer.headers, 'content-length': changed.length });
        response.end(changed);
      },
    );
    onward.end(bytes);
  });
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atTestEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** An engine whose storage lies behind a line that spoils bytes. */
async function behindBadLine(
  body: (bytes: Buffer, request: IncomingMessage) => Buffer,
): Promise<EngineFixture> {
  const engine = await createEngine({ speed: 100 });
  const storage = await listen(forward(() => engine.sandbox.storageUrl, { body }));
  const answer = (text: string) => text.replaceAll(engine.sandbox.storageUrl, storage);
  const api = await listen(forward(() => engine.sandbox.baseUrl, { answer }));
  await engine.settings.update((settings) => ({
    ...settings,
    profiles: settings.profiles.map((profile) => ({ ...profile, baseUrl: api, agentsUrl: api })),
  }));
  await engine.dependencies.secrets.allowKey('test', [api]);
  return engine;
}

test.concurrent.each([20, 1_500_000])(
  'U15: %i bytes that were changed on the way are discarded and sent again',
  async (size) => {
    let puts = 0;
    const engine = await behindBadLine((bytes, request) => {
      if (request.method !== 'PUT') return bytes;
      puts += 1;
      // The first shows that this storage names MD5s; the second and third are spoiled.
      if (puts === 2 || puts === 3) bytes[0] = 255 - (bytes[0] ?? 0);
      return bytes;
    });
    const core = await engine.start();
    await addUploads(core, [engine.file('first.txt', 'the first')]);
    await idle(core);
    const content = Buffer.alloc(size, 'second ');
    const [id = 0] = await addUploads(core, [engine.file('second.txt', content)]);
    await idle(core);
    expect(await states(core)).toEqual(['completed', 'completed']);
    engine.expectExactlyOnce(['the first', content]);
    expect(puts).toBe(4);
    const codes = (await eventsOf(core, id)).map((event) => event.detail?.code).filter(Boolean);
    expect(codes).toEqual(['NOT_INTACT', 'NOT_INTACT']);
  },
);

test.concurrent('U15: a line that spoils everything ends in attention, and nothing spoiled stays', async () => {
  let puts = 0;
  const engine = await behindBadLine((bytes, request) => {
    if (request.method === 'PUT' && ++puts > 1) bytes[0] = 255 - (bytes[0] ?? 0);
    return bytes;
  });
  const core = await engine.start();
  await addUploads(core, [engine.file('first.txt', 'the first')]);
  await idle(core);
  await addUploads(core, [engine.file('second.txt', 'the second')]);
  await idle(core);
  expect(await states(core)).toEqual(['completed', 'attention NOT_INTACT']);
  engine.expectExactlyOnce(['the first']);
});

test.concurrent('U15: what landed spoiled and is not deleted at once is not taken for the file by a later look', async () => {
  let puts = 0;
  const engine = await behindBadLine((bytes, request) => {
    if (request.method === 'PUT' && ++puts === 2) bytes[0] = 255 - (bytes[0] ?? 0);
    return bytes;
  });
  const core = await engine.start();
  await addUploads(core, [engine.file('first.txt', 'the first')]);
  await idle(core);
  engine.sandbox.faults.replace([{ match: { method: 'DELETE' }, kind: 'status', status: 503, times: 2 }]);
  await addUploads(core, [engine.file('second.txt', 'the second')]);
  await idle(core);
  expect(await states(core)).toEqual(['completed', 'completed']);
  engine.expectExactlyOnce(['the first', 'the second']);
});

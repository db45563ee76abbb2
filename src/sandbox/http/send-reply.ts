import { createReadStream } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Reply } from './reply.ts';

/**
 * Sends an answer; a file is streamed. Resolves when all is handed to the connection, or the caller has gone.
 */
export async function sendReply(response: ServerResponse, reply: Reply): Promise<void> {
  const { body } = reply;
  if (typeof body === 'string' || Buffer.isBuffer(body)) {
    response.writeHead(reply.status, { ...reply.headers, 'content-length': Buffer.byteLength(body) });
    response.end(body);
    return;
  }
  if ('events' in body) {
    response.writeHead(reply.status, reply.headers);
    await pipeline(Readable.from(body.events), response).catch(() => undefined);
    return;
  }
  response.writeHead(reply.status, { ...reply.headers, 'content-length': body.size });
  const source = 'parts' in body ? Readable.from(body.parts) : createReadStream(body.filePath);
  await pipeline(source, response).catch(() => undefined);
}

/** Promises the whole answer, sends half of it and tears the connection down. */
export async function sendHalf(response: ServerResponse, reply: Reply): Promise<void> {
  const { body } = reply;
  if (typeof body === 'object' && 'events' in body) {
    response.writeHead(reply.status, reply.headers);
    const { value } = await body.events.next();
    response.write(value ?? '', () => response.socket?.destroy());
    void body.events.return(undefined);
    return;
  }
  const whole = typeof body === 'string' || Buffer.isBuffer(body) ? Buffer.from(body) : Buffer.alloc(64);
  response.writeHead(reply.status, { ...reply.headers, 'content-length': Math.max(whole.length, 2) });
  await new Promise<void>((resolve) => {
    response.on('close', () => resolve());
    response.write(whole.subarray(0, Math.floor(whole.length / 2)), () => response.socket?.destroy());
    response.flushHeaders();
  });
}

import { createReadStream } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Reply } from './reply.ts';

/** Sends an answer; a file is streamed. Resolves when all is handed to the connection, or the caller has gone. */
export async function sendReply(response: ServerResponse, reply: Reply): Promise<void> {
  const { body } = reply;
  if (typeof body === 'string' || Buffer.isBuffer(body)) {
    response.writeHead(reply.status, { ...reply.headers, 'content-length': Buffer.byteLength(body) });
    response.end(body);
    return;
  }
  response.writeHead(reply.status, { ...reply.headers, 'content-length': body.size });
  await pipeline(createReadStream(body.filePath), response).catch(() => undefined);
}

/** Promises the whole answer, sends half of it and tears the connection down. */
export function sendHalf(response: ServerResponse, reply: Reply): Promise<void> {
  const whole =
    typeof reply.body === 'string' || Buffer.isBuffer(reply.body)
      ? Buffer.from(reply.body)
      : Buffer.alloc(64);
  response.writeHead(reply.status, { ...reply.headers, 'content-length': Math.max(whole.length, 2) });
  return new Promise((resolve) => {
    response.on('close', () => resolve());
    response.write(whole.subarray(0, Math.floor(whole.length / 2)), () => response.socket?.destroy());
    response.flushHeaders();
  });
}

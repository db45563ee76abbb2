import type { IncomingMessage } from 'node:http';

/** The request ended before its whole body had come. */
export class BodyCutShort extends Error {}

/**
 * Reads a whole request body into memory. Past `largest` bytes the rest is read and dropped and undefined is
 * returned, so that the connection can still carry the refusal.
 *
 * @throws BodyCutShort when the connection closes first
 */
export function readBody(request: IncomingMessage, largest: number): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let size = 0;
    request.on('data', (part: Buffer) => {
      size += part.length;
      if (size <= largest) parts.push(part);
      else parts.length = 0;
    });
    request.on('end', () => {
      if (size > largest) resolve(undefined);
      else resolve(parts.length === 1 ? parts[0] : Buffer.concat(parts));
    });
    request.on('close', () => {
      if (!request.complete) reject(new BodyCutShort('The request body was cut short.'));
    });
    request.on('error', () => reject(new BodyCutShort('The request body was cut short.')));
  });
}

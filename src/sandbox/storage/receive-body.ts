import { createHash } from 'node:crypto';
import { createWriteStream, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BodyCutShort, readBody } from '../http/read-body.ts';
import type { LandedObject } from '../store/document-row.ts';

/** Bodies up to this many bytes are taken in memory; longer ones stream to disk with flat memory. */
const smallBody = 256 * 1024;

/**
 * Takes a request body of known length to a file and fingerprints it.
 *
 * @param arriving where the bytes of a long body lie until they are whole
 * @param length the Content-Length
 * @param commit called when every byte is there, with what puts the file in its place; false when it is not
 *   wanted any more
 * @throws BodyCutShort when the connection closes first; nothing is left on disk then
 */
export async function receiveBody(
  request: IncomingMessage,
  length: number,
  paths: { arriving: string; final: string },
  commit: (object: LandedObject, place: () => void) => boolean,
): Promise<LandedObject | undefined> {
  const sha256 = createHash('sha256');
  const md5 = createHash('md5');
  if (length <= smallBody) {
    const body = await readBody(request, smallBody);
    if (body === undefined) throw new BodyCutShort('The body is longer than it said.');
    const object = {
      size: length,
      sha256: sha256.update(body).digest('hex'),
      md5: md5.update(body).digest('hex'),
    };
    return commit(object, () => writeFileSync(paths.final, body)) ? object : undefined;
  }
  let size = 0;
  const fingerprint = new Transform({
    transform(part: Buffer, _encoding, done) {
      size += part.length;
      sha256.update(part);
      md5.update(part);
      done(null, part);
    },
  });
  try {
    await pipeline(request, fingerprint, createWriteStream(paths.arriving, { highWaterMark: 1024 * 1024 }));
    if (size !== length) throw new BodyCutShort('The body was cut short.');
  } catch {
    rmSync(paths.arriving, { force: true });
    throw new BodyCutShort('The body was cut short.');
  }
  const object = { size, sha256: sha256.digest('hex'), md5: md5.digest('hex') };
  const wanted = commit(object, () => renameSync(paths.arriving, paths.final));
  if (!wanted) rmSync(paths.arriving, { force: true });
  return wanted ? object : undefined;
}

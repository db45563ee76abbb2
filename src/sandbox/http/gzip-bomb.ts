import { gzipSync } from 'node:zlib';
import type { Reply } from './reply.ts';

/**
 * What one member of the answer expands to, in bytes; a gzip file may hold any number of members (RFC 1952,
 * 2.2).
 */
const memberBytes = 16 * 1024 * 1024;

/**
 * An answer that is small on the wire and expands about a thousandfold to at least `expandsTo` bytes of valid
 * JSON, mostly blanks. One member is compressed once and sent again and again, so it costs the sandbox
 * nothing.
 */
export function gzipBomb(contentType: string, expandsTo: number): Reply {
  const head = gzipSync('{"results":[');
  const blanks = gzipSync(Buffer.alloc(memberBytes, ' '), { level: 9 });
  const tail = gzipSync(']}');
  const count = Math.ceil(expandsTo / memberBytes);
  async function* parts(): AsyncGenerator<Buffer> {
    yield head;
    for (let index = 0; index < count; index += 1) yield blanks;
    yield tail;
  }
  return {
    status: 200,
    headers: { 'content-type': contentType, 'content-encoding': 'gzip' },
    body: { parts: parts(), size: head.length + count * blanks.length + tail.length },
  };
}

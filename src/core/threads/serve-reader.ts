import { flushCompileCache } from 'node:module';
import { confine } from './confine.ts';
import { connectToParent } from './parent-line.ts';
import type { FromReader, ToReader } from './reader.ts';

/** Bytes of one message: long ones would hold up the process that gets them. */
const pieceSize = 2 ** 20;

/** The document of one question. */
export interface Document {
  /** Bytes. */
  readonly size: number;
  read(from: number, length: number): Promise<Uint8Array>;
  readAll(): Promise<Uint8Array>;
  /** Sends an output to the process that asked. */
  write(name: string, bytes: Uint8Array): void;
}

/**
 * Makes this process a reader (`reader.ts`): it loads what it needs, gives up all else, and answers. Does
 * nothing in a process that no other one started.
 */
export async function serveReader<Question>(
  load: () => Promise<(question: Question, document: Document) => unknown>,
): Promise<void> {
  const reads = new Map<number, (bytes: Uint8Array) => void>();
  let last = 0;
  let reply: ((question: Extract<ToReader, { kind: 'question' }>) => void) | undefined;
  const send: ((message: FromReader) => void) | undefined = connectToParent((message) => {
    const heard = message as ToReader;
    if (heard.kind === 'question') return reply?.(heard);
    reads.get(heard.of)?.(heard.bytes);
    reads.delete(heard.of);
  });
  if (!send) return;
  const answer = await load();
  flushCompileCache();
  confine();

  const documentOf = (id: number, size: number): Document => {
    const read = (from: number, length: number) =>
      new Promise<Uint8Array>((resolve) => {
        last += 1;
        reads.set(last, resolve);
        send({ id, kind: 'read', of: last, from, length });
      });
    return {
      size,
      read,
      async readAll() {
        const bytes = new Uint8Array(size);
        for (let from = 0; from < size; from += pieceSize) bytes.set(await read(from, pieceSize), from);
        return bytes;
      },
      write(name, bytes) {
        for (let from = 0; from < bytes.byteLength; from += pieceSize)
          send({ id, kind: 'write', name, piece: bytes.slice(from, from + pieceSize) });
      },
    };
  };
  reply = async ({ id, question, size }) => {
    try {
      send({ id, kind: 'value', value: await answer(question as Question, documentOf(id, size)) });
    } catch (error) {
      send({ id, kind: 'error', message: error instanceof Error ? error.message : String(error) });
    }
  };
  send({ kind: 'ready' });
}

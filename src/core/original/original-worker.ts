import { closeSync, fstatSync, openSync, readFileSync, readSync, renameSync, writeFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import type { OriginalKind } from '#shared/bridge/original.ts';
import { kindOf } from './kind-of.ts';
import { mostBytes, startBytes } from './original-size.ts';
import { pageOf } from './page/page-of.ts';
import { pdfWords } from './pdf-words.ts';
import { readTables } from './tables/read-tables.ts';
import { tablesOf } from './tables/tables-of.ts';
import { Unshown, type UnshownWhy } from './unshown/unshown.ts';

/** Asks the thread what an original is, and for a page of it. */
export interface OriginalQuestion {
  readonly id: number;
  /** Absolute, in the cache. */
  readonly path: string;
  /** What it was called when it was uploaded. */
  readonly name: string;
  /** Where the page is written; absolute, in the cache. Its tables stand beside it. */
  readonly page: string;
  /** The text of a PDF is wanted, and takes the place of the page. */
  readonly words?: boolean;
  /** Where either stands until all of it is written. */
  readonly part: string;
}

export type OriginalAnswer =
  | { readonly id: number; readonly kind: OriginalKind; readonly bytes: number }
  | { readonly id: number; readonly why: UnshownWhy | 'file' };

/** One after the other: a large one fills memory, and it is let go before the next. */
let line: Promise<void> = Promise.resolve();
parentPort?.on('message', (question: OriginalQuestion) => {
  line = line.then(async () => parentPort?.postMessage({ id: question.id, ...(await read(question)) }));
});

function write(content: string | Uint8Array, part: string, path: string): void {
  writeFileSync(part, content, { mode: 0o600 });
  renameSync(part, path);
}

type Told<T> = T extends unknown ? Omit<T, 'id'> : never;

async function read({ path, name, page, part, words }: OriginalQuestion): Promise<Told<OriginalAnswer>> {
  try {
    const file = openSync(path, 'r');
    try {
      const { size } = fstatSync(file);
      const start = new Uint8Array(startBytes);
      const kind = kindOf(name, start.subarray(0, readSync(file, start, 0, startBytes, 0)));
      if (kind === null) return { why: 'kind' };
      if (kind === 'pdf' && !words) return { kind, bytes: size };
      if (size > mostBytes) return { why: 'size' };
      if (kind === 'pdf') {
        const text = await pdfWords(new Uint8Array(readFileSync(path)));
        if (text === undefined) return { why: 'broken' };
        write(text, part, page);
        return { kind, bytes: size };
      }
      const shown = await pageOf(kind, readFileSync(path));
      const written = Buffer.from(shown);
      write(JSON.stringify(readTables(shown)), part, tablesOf(page));
      write(written, part, page);
      return { kind, bytes: written.byteLength };
    } finally {
      closeSync(file);
    }
  } catch (error) {
    return { why: error instanceof Unshown ? error.why : 'file' };
  }
}

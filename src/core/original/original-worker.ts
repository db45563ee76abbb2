import type { OriginalKind } from '#shared/bridge/original.ts';
import { type Document, serveReader } from '#core/threads/serve-reader.ts';
import { kindOf } from './kind-of.ts';
import { mostBytes, startBytes } from './original-size.ts';
import { decodeText } from './page/decode-text.ts';
import { isSubmission } from './page/is-submission.ts';
import { pageOf } from './page/page-of.ts';
import { readTables } from './tables/read-tables.ts';
import { Unshown, type UnshownWhy } from './unshown/unshown.ts';

/** Asks the reader of originals for a page, which it writes with its `tables`, or for its kind alone. */
export interface OriginalQuestion {
  readonly what: 'page' | 'kind';
  /** What the original was called when it was uploaded. */
  readonly name: string;
}

export type OriginalAnswer =
  /** `bytes` are those of the page, or of the PDF. */
  | { readonly kind: OriginalKind; readonly bytes: number; readonly mayHaveTables: boolean }
  | { readonly why: UnshownWhy | 'file' };

// Runs on import: the program of a reader.
await serveReader(async () => (question: OriginalQuestion, document) => {
  const failed = (error: unknown) => ({ why: error instanceof Unshown ? error.why : ('file' as const) });
  return read(question, document).catch(failed);
});

async function read({ what, name }: OriginalQuestion, document: Document): Promise<OriginalAnswer> {
  const { size } = document;
  const start = await document.read(0, startBytes);
  const kind = kindOf(name, start);
  if (kind === null) return { why: 'kind' };
  const mayHaveTables = kind !== 'pdf' && (kind !== 'text' || isSubmission(decodeText(start)));
  if (kind === 'pdf' || what === 'kind') return { kind, bytes: size, mayHaveTables };
  if (size > mostBytes) return { why: 'size' };
  const shown = await pageOf(kind, await document.readAll());
  const page = Buffer.from(shown);
  document.write('page', page);
  document.write('tables', Buffer.from(JSON.stringify(readTables(shown))));
  return { kind, bytes: page.byteLength, mayHaveTables };
}

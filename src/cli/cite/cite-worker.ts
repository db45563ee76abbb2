import { serveReader } from '#core/public/reader.ts';
import type { FileKind } from './read-cited-file.ts';
import { findCitations } from './find-citations.ts';
import { type RefusedWhy, TextRefused } from './limits.ts';
import { readDocx } from './read-docx.ts';
import { readMarkdown } from './read-markdown.ts';
import { type Paragraph, readPlain } from './prose.ts';

/** The citations are written as JSON under the name `citations`. */
export type CiteAnswer = { readonly isRead: true } | { readonly refused: RefusedWhy };

// Runs on import: the program of a reader.
await serveReader(async () => async (kind: FileKind, document): Promise<CiteAnswer> => {
  const bytes = await document.readAll();
  try {
    document.write('citations', Buffer.from(JSON.stringify(findCitations(paragraphsOf(kind, bytes)))));
    return { isRead: true };
  } catch (error) {
    if (error instanceof TextRefused) return { refused: error.why };
    // The stack of an expression or a call is full.
    if (error instanceof RangeError) return { refused: 'tooMany' };
    throw error;
  }
});

function paragraphsOf(kind: FileKind, bytes: Uint8Array): Paragraph[] {
  if (kind === 'docx') return readDocx(bytes);
  return kind === 'text' ? readPlain(decoded(bytes)) : readMarkdown(decoded(bytes));
}

/** UTF-8, or UTF-16 where the file begins with its mark, as the editor of Windows writes it. */
function decoded(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}

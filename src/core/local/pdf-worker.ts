import { getResolvedPDFJS } from 'unpdf';
import { type Document, serveReader } from '#core/threads/serve-reader.ts';
import { timeInPdf, validTime } from './pdf-date.ts';
import { pdfWords } from './pdf-words.ts';

/** What the reader of PDFs is asked: the date as ISO 8601 or null; whether it wrote `words`. */
export type PdfQuestion = 'date' | 'words';

/** Bytes read at a time. */
const piece = 64 * 1024;
/**
 * Bytes that are read for a date at most: the tables and two objects, and not the pages. A PDF without tables
 * would be read whole, to look for them.
 */
const most = 32 * 1024 * 1024;

// Runs on import: the program of a reader.
await serveReader(async () => {
  await getResolvedPDFJS();
  return (question: PdfQuestion, document) =>
    question === 'date' ? dateOf(document).catch(() => null) : wordsOf(document);
});

async function wordsOf(document: Document): Promise<boolean> {
  const words = await pdfWords(await document.readAll());
  if (words === undefined) return false;
  document.write('words', Buffer.from(words));
  return true;
}

async function dateOf({ size, read }: Document): Promise<string | null> {
  const { getDocument, PDFDataRangeTransport } = await getResolvedPDFJS();
  const refused = Promise.withResolvers<never>();
  let left = most;
  const readSome = (begin: number, end: number) => {
    left -= end - begin;
    return read(begin, end - begin);
  };
  class Pieces extends PDFDataRangeTransport {
    override requestDataRange(begin: number, end: number): void {
      if (left < end - begin) refused.reject(new Error('too much of it would have to be read'));
      else readSome(begin, end).then((bytes) => this.onDataRange(begin, bytes), refused.reject);
    }
  }
  const loading = getDocument({
    range: new Pieces(size, await readSome(0, Math.min(piece, size))),
    rangeChunkSize: piece,
    disableAutoFetch: true,
    disableStream: true,
    stopAtErrors: true,
    useSystemFonts: false,
    useWasm: false,
    verbosity: 0,
  });
  try {
    const found = loading.promise.then((pdf) => pdf.getMetadata());
    const { info, metadata } = await Promise.race([found, refused.promise]);
    const { CreationDate: told } = info as { CreationDate?: unknown };
    const written: unknown = metadata?.get('xmp:createdate');
    return (
      (typeof told === 'string' ? timeInPdf(told) : null) ??
      (typeof written === 'string' ? validTime(new Date(written.trim())) : null)
    );
  } finally {
    // Not awaited: it would wait for what was asked for and refused.
    loading.destroy().catch(() => undefined);
  }
}

import { readSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { getResolvedPDFJS } from 'unpdf';
import { timeInPdf, validTime } from './pdf-date.ts';

/** Asks the thread for the date of a PDF that is open. */
export interface PdfDateQuestion {
  readonly id: number;
  /** The number under which this process has it open, until the answer comes or the thread ends. */
  readonly descriptor: number;
  /** Bytes. */
  readonly size: number;
}

export interface PdfDateAnswer {
  readonly id: number;
  /** ISO 8601 in UTC. */
  readonly date: string | null;
}

/** Bytes read at a time. */
const piece = 64 * 1024;
/**
 * Bytes that are read of one at most: its tables and two objects, and not the pages. One that has no tables
 * would be read whole, to look for them.
 */
const most = 32 * 1024 * 1024;

// One that runs on import: a thread's program.
parentPort?.on('message', async ({ id, descriptor, size }: PdfDateQuestion) => {
  const date = await dateOf(descriptor, size).catch(() => null);
  parentPort?.postMessage({ id, date } satisfies PdfDateAnswer);
});

async function dateOf(descriptor: number, size: number): Promise<string | null> {
  const { getDocument, PDFDataRangeTransport } = await getResolvedPDFJS();
  const refused = Promise.withResolvers<never>();
  let left = most;
  const read = (begin: number, end: number): Uint8Array => {
    const bytes = new Uint8Array(end - begin);
    left -= bytes.length;
    return bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, begin));
  };
  class Pieces extends PDFDataRangeTransport {
    override requestDataRange(begin: number, end: number): void {
      if (left < end - begin) refused.reject(new Error('too much of it would have to be read'));
      // It expects an answer that comes later.
      else setImmediate(() => this.onDataRange(begin, read(begin, end)));
    }
  }
  const loading = getDocument({
    range: new Pieces(size, read(0, Math.min(piece, size))),
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

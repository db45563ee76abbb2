import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import { inTime } from './in-time.ts';
import { DocumentText, pageText } from './page-text.ts';
import { PdfFailure } from './pdf-failure.ts';

interface ReadOptions {
  readonly signal: AbortSignal;
  /** Pages, from 0, that took too long before. They have no text. */
  readonly slow: ReadonlySet<number>;
  /** Resolves when nothing is drawn: then a page that takes long is the one that is read. */
  readonly idle: () => Promise<void>;
  readonly onPage: (page: PDFPageProxy) => void;
  readonly onSlow: (page: number) => void;
}

/** Reads the text of all pages. A page that cannot be read has no text. */
export async function readText(
  document: PDFDocumentProxy,
  { signal, slow, idle, onPage, onSlow }: ReadOptions,
): Promise<DocumentText> {
  const texts: string[] = [];
  const read = async (number: number) => {
    const page = await document.getPage(number);
    onPage(page);
    return pageText(await page.getTextContent());
  };
  for (let page = 0; page < document.numPages; page++) {
    await idle();
    const text = slow.has(page) ? '' : await inTime(read(page + 1)).catch((error: unknown) => error);
    signal.throwIfAborted();
    if (text instanceof PdfFailure) onSlow(page);
    texts.push(typeof text === 'string' ? text : '');
  }
  return new DocumentText(texts);
}

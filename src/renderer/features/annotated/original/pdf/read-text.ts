import type { PDFPageProxy } from 'pdfjs-dist';
import { DocumentText, pageText } from './page-text.ts';
import type { PagedFile } from './paged-file.ts';
import { piecesOf } from './text-layer.ts';

/** Pages whose sizes are told together. */
const pagesAtOnce = 40;

export interface PageSize {
  readonly page: number;
  /** Height in widths. */
  readonly aspect: number;
}

interface ReadOptions {
  readonly pages: number;
  readonly signal: AbortSignal;
  readonly onSizes: (sizes: readonly PageSize[]) => void;
}

/** Reads the text of all pages, and their sizes on the way. A page that cannot be read has no text. */
export async function readText(
  file: Pick<PagedFile, 'ofPage'>,
  { pages, signal, onSizes }: ReadOptions,
): Promise<DocumentText> {
  const texts: string[] = [];
  let sizes: PageSize[] = [];
  for (let page = 0; page < pages; page++) {
    const read = await file.ofPage(page, readPage, true).catch(() => undefined);
    const { text = '', aspect } = read ?? {};
    signal.throwIfAborted();
    texts.push(text);
    if (aspect !== undefined) sizes.push({ page, aspect });
    if (sizes.length < pagesAtOnce && page < pages - 1) continue;
    onSizes(sizes);
    sizes = [];
  }
  return new DocumentText(texts);
}

async function readPage(proxy: PDFPageProxy) {
  const { width, height } = proxy.getViewport({ scale: 1 });
  const content = await proxy.getTextContent().catch(() => undefined);
  return { text: content ? pageText(piecesOf(content)).text : '', aspect: height / width };
}

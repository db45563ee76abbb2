import type { OriginalView } from '../original-view.ts';
import { fetchBytes } from './fetch-bytes.ts';
import { openPdf } from './open-pdf.ts';
import type { PageWords } from './page-view.ts';
import { PdfFailure } from './pdf-failure.ts';
import { PdfSheet, type SheetState } from './pdf-sheet.ts';
import { readText } from './read-text.ts';

/** Of more pages the rest is left out: nobody reads them, and browsers could not scroll that far. */
const mostPages = 10_000;

export interface PdfProgress {
  readonly received: number;
  /** Null while it is not known. */
  readonly total: number | null;
}

export interface StartOptions {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly scroller: HTMLElement;
  readonly signal: AbortSignal;
  readonly words: Omit<PageWords, 'goTo'>;
  readonly onProgress: (progress: PdfProgress) => void;
  /** The pages can be seen. */
  readonly onPages: (sheet: PdfSheet, counts: { readonly shown: number; readonly all: number }) => void;
  readonly onState: (state: SheetState) => void;
  readonly onChoose: (offset: number) => void;
  /** All of its text is known. */
  readonly onReady: (view: OriginalView, hasText: boolean) => void;
  readonly onFailed: (failure: PdfFailure) => void;
}

/** Shows a PDF in its scroller, and reads its text. All of it ends with the signal. */
export async function startPdf(options: StartOptions): Promise<void> {
  const { url, headers, scroller, signal, words, onProgress, onPages, onState, onChoose, onReady, onFailed } =
    options;
  // What was opened ends with the signal, and where it comes to nothing.
  const ends: (() => void)[] = [];
  const endAll = () => {
    for (const end of ends.splice(0).reverse()) end();
  };
  let isOver = false;
  const fail = (failure: PdfFailure) => {
    if (isOver) return;
    isOver = true;
    endAll();
    if (!signal.aborted) onFailed(failure);
  };
  signal.addEventListener('abort', endAll, { once: true });
  try {
    const bytes = await fetchBytes(url, {
      headers,
      signal,
      onProgress: (received, total) => onProgress({ received, total }),
    });
    const { document: file, broken, end } = await openPdf(bytes, signal);
    ends.push(end);
    void broken.then(fail);
    signal.throwIfAborted();
    const first = (await file.getPage(1)).getViewport({ scale: 1 });
    signal.throwIfAborted();
    const pages = Math.min(file.numPages, mostPages);
    const aspect = first.height / first.width;
    const sheet = new PdfSheet({ file, pages, aspect, scroller, words, onState, onChoose });
    ends.push(() => sheet.end());
    onPages(sheet, { shown: pages, all: file.numPages });
    await sheet.painted();
    const text = await readText(file, { pages, signal, onSizes: (sizes) => sheet.learn(sizes) });
    if (isOver) return;
    onReady(sheet.view(text), !text.isEmpty);
    sheet.answerEarly();
  } catch (error) {
    fail(error instanceof PdfFailure ? error : new PdfFailure('broken', { detail: String(error) }));
  }
}

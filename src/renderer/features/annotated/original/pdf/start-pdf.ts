import type { OriginalView } from '../original-view.ts';
import { fetchBytes } from './fetch-bytes.ts';
import { openPdf } from './open-pdf.ts';
import { PagedFile } from './paged-file.ts';
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
  /** A page, from 0, took too long. */
  readonly onGivenUp: (page: number) => void;
  readonly onChoose: (offset: number) => void;
  /** All of its text is known. */
  readonly onReady: (view: OriginalView, hasText: boolean) => void;
  readonly onFailed: (failure: PdfFailure) => void;
}

/** Shows a PDF in its scroller, and reads its text. All of it ends with the signal. */
export async function startPdf(options: StartOptions): Promise<void> {
  const { url, headers, scroller, signal, words } = options;
  const { onProgress, onPages, onState, onGivenUp, onChoose, onReady, onFailed } = options;
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
    // Its bytes stay with its worker; another worker needs them again.
    const open = async (tell: StartOptions['onProgress'] = () => undefined) => {
      const told = (received: number, total: number | null) => tell({ received, total });
      return openPdf(await fetchBytes(url, { headers, signal, onProgress: told }), signal);
    };
    const opened = await open(onProgress);
    const file = new PagedFile({ opened, open, onGivenUp, onBroken: fail });
    ends.push(() => file.end());
    signal.throwIfAborted();
    const { numPages } = opened.document;
    const aspect = await file.ofPage(0, async (first) => {
      const { height, width } = first.getViewport({ scale: 1 });
      return height / width;
    });
    signal.throwIfAborted();
    const pages = Math.min(numPages, mostPages);
    const sheet = new PdfSheet({ file, pages, aspect, scroller, words, onState, onChoose });
    ends.push(() => sheet.end());
    onPages(sheet, { shown: pages, all: numPages });
    await sheet.painted();
    const text = await readText(file, { pages, signal, onSizes: (sizes) => sheet.learn(sizes) });
    if (isOver) return;
    onReady(sheet.view(text), !text.isEmpty);
    sheet.answerEarly();
  } catch (error) {
    fail(error instanceof PdfFailure ? error : new PdfFailure('broken', { detail: String(error) }));
  }
}

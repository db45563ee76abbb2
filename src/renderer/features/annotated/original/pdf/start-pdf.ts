import type { OriginalView } from '../original-view.ts';
import { fetchBytes } from './fetch-bytes.ts';
import { inTime } from './in-time.ts';
import { openPdf } from './open-pdf.ts';
import { PdfFailure } from './pdf-failure.ts';
import { type PageWords, PdfSheet, type SheetState } from './pdf-sheet.ts';
import { makePlain } from './plain-page.ts';
import { readText } from './read-text.ts';

/** The rest of a longer document is left out: nobody reads it, and browsers could not scroll that far. */
const mostPages = 10_000;

export interface PdfProgress {
  readonly received: number;
  /** Null while it is not known. */
  readonly total: number | null;
}

export interface StartOptions {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly scroller: HTMLDivElement;
  readonly signal: AbortSignal;
  readonly words: PageWords;
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

/**
 * Shows a PDF in its scroller, and reads its text. All of it ends with the signal.
 *
 * A page that never ends blocks the worker, so the document is opened again without it.
 */
export async function startPdf(options: StartOptions): Promise<void> {
  const { signal, onFailed } = options;
  const slow = new Set<number>();
  try {
    let sheet: PdfSheet | undefined;
    while (!signal.aborted) sheet = await showPdf(options, slow, sheet);
  } catch (error) {
    if (signal.aborted) return;
    onFailed(error instanceof PdfFailure ? error : new PdfFailure('broken', { detail: String(error) }));
  }
}

/** Shows it until the signal, or until a page was given up. @throws PdfFailure, and what pdf.js throws */
async function showPdf(options: StartOptions, slow: Set<number>, before?: PdfSheet): Promise<PdfSheet> {
  const { url, headers, scroller, words, onProgress, onPages, onState, onGivenUp, onReady } = options;
  const ending = new AbortController();
  const signal = AbortSignal.any([options.signal, ending.signal]);
  const onSlow = (page: number) => {
    slow.add(page);
    onGivenUp(page);
    ending.abort();
  };
  try {
    const told = (received: number, total: number | null) => onProgress({ received, total });
    const { document, broken, end } = await openPdf(
      await fetchBytes(url, { headers, signal, onProgress: told }),
      signal,
    );
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
    const all = document.numPages;
    makePlain(document, Math.min(all, mostPages));
    // The viewer would not report that there is no first page.
    await inTime(document.getPage(1));
    signal.throwIfAborted();
    const { onChoose } = options;
    const sheet = new PdfSheet({ document, scroller, words, slow, signal, onState, onChoose, onSlow });
    await inTime(sheet.opened);
    if (before !== undefined) sheet.goTo(before.page);
    onPages(sheet, { shown: document.numPages, all });
    await sheet.painted();
    const reading = readText(document, {
      signal,
      slow,
      idle: () => sheet.idle(),
      onPage: (page) => sheet.learn(page),
      onSlow,
    }).then((text) => onReady(sheet.view(text), !text.isEmpty));
    reading.catch(() => undefined);
    const ended = new Promise((resolve) => signal.addEventListener('abort', resolve));
    const failure = await Promise.race([broken, ended]);
    if (failure instanceof PdfFailure) throw failure;
    return sheet;
  } finally {
    ending.abort();
  }
}

import type { PDFPageProxy } from 'pdfjs-dist';
import { inTime } from './in-time.ts';
import type { OpenPdf } from './open-pdf.ts';
import { PdfFailure } from './pdf-failure.ts';

interface PagedFileOptions {
  readonly opened: OpenPdf;
  /** Opens the same bytes again, in another worker. @throws PdfFailure */
  readonly open: () => Promise<OpenPdf>;
  /** A page took too long; nothing of it is asked for again. */
  readonly onGivenUp: (page: number) => void;
  /** Nothing more comes of any page. */
  readonly onBroken: (failure: PdfFailure) => void;
}

/**
 * A PDF that outlives its worker. A page that leads its reader in circles holds up all the others, and the
 * worker does not say which it is at: so one page at a time is asked for, and the one that takes too long is
 * given up together with its worker. The others come from a new one.
 */
export class PagedFile {
  readonly #options: PagedFileOptions;
  readonly #givenUp = new Set<number>();
  readonly #waiting: { readonly isAhead: boolean; readonly begin: () => void }[] = [];
  #opened: Promise<OpenPdf>;
  /** Those that were given up may break before they end; that is of no matter any more. */
  readonly #left = new WeakSet<OpenPdf>();
  #isBusy = false;
  #isOver = false;

  constructor(options: PagedFileOptions) {
    this.#options = options;
    this.#opened = this.#keep(options.opened);
  }

  /** For what belongs to no page. */
  get document(): Promise<OpenPdf['document']> {
    return this.#opened.then(({ document }) => document);
  }

  /**
   * Something of a page, from 0, when its turn has come; what is read ahead comes after what is seen. It must
   * not wait for another page.
   *
   * @throws PdfFailure `slow` of a page that was given up, and what the work throws
   */
  async ofPage<T>(page: number, work: (proxy: PDFPageProxy) => Promise<T>, isAhead = false): Promise<T> {
    await this.#turn(isAhead);
    try {
      if (this.#givenUp.has(page)) throw new PdfFailure('slow');
      const { document } = await this.#opened;
      return await inTime(this.#ask(document, page, work));
    } catch (error) {
      if (error instanceof PdfFailure && error.kind === 'slow') this.#giveUp(page);
      throw error;
    } finally {
      this.#isBusy = false;
      this.#waiting.shift()?.begin();
    }
  }

  /** Ends its worker, whatever that is doing. */
  end(): void {
    this.#isOver = true;
    void this.#opened.then(
      (opened) => opened.end(),
      () => undefined,
    );
  }

  async #ask<T>(document: OpenPdf['document'], page: number, work: (proxy: PDFPageProxy) => Promise<T>) {
    try {
      return await work(await document.getPage(page + 1));
    } catch (error) {
      // A page that nobody wants any more may still hold its reader: that answers before another's turn.
      await document.getPermissions().catch(() => undefined);
      throw error;
    }
  }

  #turn(isAhead: boolean): Promise<void> {
    return new Promise((resolve) => {
      const begin = () => {
        this.#isBusy = true;
        resolve();
      };
      if (!this.#isBusy) {
        begin();
        return;
      }
      const later = isAhead ? -1 : this.#waiting.findIndex((turn) => turn.isAhead);
      this.#waiting.splice(later < 0 ? this.#waiting.length : later, 0, { isAhead, begin });
    });
  }

  #giveUp(page: number): void {
    if (this.#isOver || this.#givenUp.has(page)) return;
    this.#givenUp.add(page);
    void this.#opened.then((opened) => {
      this.#left.add(opened);
      opened.end();
    });
    this.#opened = this.#options.open().then((opened) => this.#keep(opened));
    this.#opened.catch((error: unknown) => {
      const failure =
        error instanceof PdfFailure ? error : new PdfFailure('broken', { detail: String(error) });
      if (!this.#isOver) this.#options.onBroken(failure);
    });
    this.#options.onGivenUp(page);
  }

  async #keep(opened: OpenPdf): Promise<OpenPdf> {
    // It ended while this one was on its way.
    if (this.#isOver) opened.end();
    void opened.broken.then((failure) => {
      if (!this.#isOver && !this.#left.has(opened)) this.#options.onBroken(failure);
    });
    return opened;
  }
}

import type { PDFPageProxy } from 'pdfjs-dist';
import { lastWhere } from '#shared/last-where.ts';

type TextContent = Pick<Awaited<ReturnType<PDFPageProxy['getTextContent']>>, 'items'>;

/** The text of a page, one line after the other. `LayerText` counts in the same units. */
export function pageText({ items }: TextContent): string {
  return items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('');
}

/** The text of all pages. */
export class DocumentText {
  readonly text: string;
  /** Where each page begins. */
  readonly starts: readonly number[];

  constructor(pages: readonly string[]) {
    const starts: number[] = [];
    let length = 0;
    for (const page of pages) {
      starts.push(length);
      // The end of a page ends its last line.
      length += page.length + 1;
    }
    this.text = pages.join('\n');
    this.starts = starts;
  }

  /** From 0; -1 if there is no such unit. */
  pageAt(unit: number): number {
    if (unit < 0 || unit >= this.text.length) return -1;
    return lastWhere(this.starts.length, (page) => (this.starts[page] as number) <= unit);
  }

  get isEmpty(): boolean {
    return !/\S/.test(this.text);
  }
}

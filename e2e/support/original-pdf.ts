import { expect, type Page } from '@playwright/test';

/** What is marked on one page of a PDF. */
export interface MarkedLine {
  readonly page: number;
  readonly kind: string;
  readonly text: string;
  /** Its first line, in CSS pixels below the top of the pane, and the pane's height. */
  readonly top: number;
  readonly height: number;
}

/** What is marked on the pages. */
export function markedInPdf(page: Page): Promise<MarkedLine[]> {
  return page.evaluate(() => {
    const pane = document.querySelector('.pdfViewer')?.parentElement;
    if (!pane) return [];
    const { top, height } = pane.getBoundingClientRect();
    return ['sluice-exact', 'sluice-likely'].flatMap((kind) =>
      [...(CSS.highlights.get(kind) ?? [])].map((range) => {
        const [line] = (range as Range).getClientRects();
        const paper = range.startContainer.parentElement?.closest<HTMLElement>('[data-page-number]');
        const text = String(range);
        return { page: Number(paper?.dataset.pageNumber), kind, text, top: (line?.top ?? 0) - top, height };
      }),
    );
  });
}

/**
 * Waits until the first marked line stands in the middle third of the pages, or as near as their ends let it,
 * and answers all lines.
 */
export async function expectMarkedInPdf(page: Page): Promise<MarkedLine[]> {
  let marked: MarkedLine[] = [];
  await expect
    .poll(async () => {
      marked = await markedInPdf(page);
      const [first] = marked;
      if (first === undefined) return false;
      const { top, height } = first;
      const isAtEnd = top >= 0 && top <= height && (await isAtEndOfPages(page));
      return isAtEnd || (top >= height * 0.3 && top <= height * 0.7);
    })
    .toBe(true);
  return marked;
}

/** Nothing stands above what is seen, or nothing below it. */
function isAtEndOfPages(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const pane = document.querySelector('.pdfViewer')?.parentElement;
    const below = pane ? pane.scrollHeight - pane.clientHeight - pane.scrollTop : 0;
    return pane !== null && pane !== undefined && (pane.scrollTop === 0 || below < 1);
  });
}

/** Share of a page's picture that is darker than paper; null while it is not painted. */
export function inkOf(page: Page, number: number): Promise<number | null> {
  return page.evaluate((wanted) => {
    const canvas = document.querySelector<HTMLCanvasElement>(`[data-page-number="${wanted}"] canvas`);
    const picture = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data;
    if (!picture) return null;
    let dark = 0;
    for (let at = 0; at < picture.length; at += 4) if ((picture[at] as number) < 128) dark += 1;
    return dark / (picture.length / 4);
  }, number);
}

/** What can be selected on a page. */
export const textOnPage = (page: Page, number: number) =>
  page.locator(`[data-page-number="${number}"] .textLayer`).innerText();

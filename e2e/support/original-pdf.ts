import { expect, type Page } from '@playwright/test';

/** One marked line of a PDF. */
export interface MarkedLine {
  readonly page: number;
  readonly kind: string;
  /** What stands under it, by its place. */
  readonly text: string;
  /** CSS pixels below the top of the pane, and the pane's height. */
  readonly top: number;
  readonly height: number;
}

/** What is marked on the pages, as it lies over their text. */
export function markedInPdf(page: Page): Promise<MarkedLine[]> {
  return page.evaluate(() => {
    const pane = document.querySelector('[data-ground]')?.parentElement;
    if (!pane) return [];
    const { top, height } = pane.getBoundingClientRect();
    return [...pane.querySelectorAll<HTMLElement>('[data-mark]')].map((mark) => {
      const area = mark.getBoundingClientRect();
      const middle = (area.top + area.bottom) / 2;
      const from = document.caretPositionFromPoint(area.left + 0.3, middle);
      const to = document.caretPositionFromPoint(area.right - 0.3, middle);
      const range = document.createRange();
      if (from && to) {
        range.setStart(from.offsetNode, from.offset);
        range.setEnd(to.offsetNode, to.offset);
      }
      return {
        page: Number(mark.closest<HTMLElement>('[data-page]')?.dataset.page),
        kind: mark.dataset.mark ?? '',
        text: range.toString(),
        top: area.top - top,
        height,
      };
    });
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
    const pane = document.querySelector('[data-ground]')?.parentElement;
    const below = pane ? pane.scrollHeight - pane.clientHeight - pane.scrollTop : 0;
    return pane !== null && pane !== undefined && (pane.scrollTop === 0 || below < 1);
  });
}

/** Share of a page's picture that is darker than paper; null while it is not painted. */
export function inkOf(page: Page, number: number): Promise<number | null> {
  return page.evaluate((wanted) => {
    const canvas = document.querySelector<HTMLCanvasElement>(`[data-page="${wanted}"] canvas`);
    const picture = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data;
    if (!picture) return null;
    let dark = 0;
    for (let at = 0; at < picture.length; at += 4) if ((picture[at] as number) < 128) dark += 1;
    return dark / (picture.length / 4);
  }, number);
}

/** What can be selected on a page. */
export const textOnPage = (page: Page, number: number) =>
  page.locator(`[data-page="${number}"] [data-text-layer]`).innerText();

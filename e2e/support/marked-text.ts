import { expect, type Page } from '@playwright/test';

/** The texts that are drawn with these highlights. */
export function markedText(page: Page, ...names: readonly string[]): Promise<string[]> {
  return page.evaluate(
    (wanted) =>
      wanted
        .flatMap((name) => [...(CSS.highlights.get(name) ?? [])])
        .map(({ startContainer, startOffset, endContainer, endOffset }) => {
          const range = document.createRange();
          range.setStart(startContainer, startOffset);
          range.setEnd(endContainer, endOffset);
          return range.toString();
        }),
    names,
  );
}

/** Marks of entities of all looks, none over another. */
export const entityMarks = Array.from({ length: 8 }, (_, style) => `mark-${style}-0`);
/** The place that is shown. */
export const shownMarks = ['active', 'current'];

export async function expectMarks(page: Page): Promise<void> {
  await expect.poll(async () => (await markedText(page, ...entityMarks)).length).toBeGreaterThan(0);
}

/** Waits until the place that is shown stands in the middle of its pane. */
export async function expectShownPlace(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate((names) => {
        const [range] = names.flatMap((name) => [...(CSS.highlights.get(name) ?? [])]);
        const pane = document.querySelector('[data-pane=text] section')?.getBoundingClientRect();
        if (range === undefined || pane === undefined) return 'nothing is shown';
        const live = document.createRange();
        live.setStart(range.startContainer, range.startOffset);
        live.setEnd(range.endContainer, range.endOffset);
        const line = live.getClientRects()[0];
        return line !== undefined && line.top >= pane.top && line.bottom <= pane.bottom
          ? 'in sight'
          : 'out of sight';
      }, shownMarks),
    )
    .toBe('in sight');
}

/** CSS pixels from the top of the pane to the first line of what is shown. */
export function topOfShown(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      // Two frames: in the first the pane has its new width, in the second all that follows from it.
      new Promise<number>((resolve) => {
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            const [range] = ['active', 'current'].flatMap((name) => [...(CSS.highlights.get(name) ?? [])]);
            const pane = document.querySelector('[data-pane=text] section');
            const line = document.createRange();
            line.setStart(range?.startContainer as Node, range?.startOffset ?? 0);
            line.setEnd(range?.endContainer as Node, range?.endOffset ?? 0);
            const { top } = line.getClientRects()[0] as DOMRect;
            resolve(top - (pane?.getBoundingClientRect().top ?? 0));
          }),
        );
      }),
  );
}

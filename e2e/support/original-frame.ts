import { expect, type Page } from '@playwright/test';

/** Names of what is marked in an original: the place, and one that only may be. */
const originalMarks = ['sluice-exact', 'sluice-likely'];

/** What is marked in the original, and the highlight it is drawn with. */
export function markedInOriginal(page: Page): Promise<{ name: string; text: string }[]> {
  return page.evaluate((names) => {
    const view = document.querySelector('iframe')?.contentWindow as (Window & typeof globalThis) | null;
    if (!view) return [];
    return names.flatMap((name) =>
      [...(view.CSS.highlights.get(name) ?? [])].map((range) => ({ name, text: String(range) })),
    );
  }, originalMarks);
}

/** Where the first line of what is marked stands: a share of the frame's height; null for nowhere. */
function placeInOriginal(page: Page): Promise<number | null> {
  return page.evaluate((names) => {
    const frame = document.querySelector('iframe');
    const view = frame?.contentWindow as (Window & typeof globalThis) | null;
    const [range] = names.flatMap((name) => [...(view?.CSS.highlights.get(name) ?? [])]) as Range[];
    const line = range?.getClientRects()[0];
    return line === undefined || !frame ? null : line.top / frame.clientHeight;
  }, originalMarks);
}

/** Waits until the place that is marked stands in the middle third of the original. */
export async function expectMarkedInOriginal(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      const share = await placeInOriginal(page);
      return share !== null && share >= 0.3 && share <= 0.7;
    })
    .toBe(true);
}

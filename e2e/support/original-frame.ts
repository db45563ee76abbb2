import { expect, type Page } from '@playwright/test';

/** Names of what is marked in an original: the place, and one that only may be. */
const marks = ['sluice-exact', 'sluice-likely'];

/** What is marked in the original, and the highlight it is drawn with. */
export function markedInOriginal(page: Page): Promise<{ name: string; text: string }[]> {
  return page.evaluate((names) => {
    const view = document.querySelector('iframe')?.contentWindow as (Window & typeof globalThis) | null;
    if (!view) return [];
    return names.flatMap((name) =>
      [...(view.CSS.highlights.get(name) ?? [])].map((range) => ({ name, text: String(range) })),
    );
  }, marks);
}

/** Where the first line of what is marked stands: CSS pixels below the top of its pane; NaN for nowhere. */
export function topOfMark(page: Page): Promise<number> {
  return page.evaluate((names) => {
    const view = document.querySelector('iframe')?.contentWindow as (Window & typeof globalThis) | null;
    const [range] = names.flatMap((name) => [...(view?.CSS.highlights.get(name) ?? [])]) as Range[];
    return range?.getClientRects()[0]?.top ?? Number.NaN;
  }, marks);
}

/** Waits until the place that is marked stands in the middle third of the original. */
export async function expectMarkedInOriginal(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      const top = await topOfMark(page);
      const height = await page.locator('iframe').evaluate(({ clientHeight }) => clientHeight);
      return top / height >= 0.32 && top / height <= 0.67 ? 'in the middle' : `at ${top} of ${height}`;
    })
    .toBe('in the middle');
}

/** Clicks on words in the lower part of the original; answers some of them. */
export async function clickInOriginal(page: Page): Promise<string> {
  const found = await page.evaluate(() => {
    const frame = document.querySelector('iframe');
    const view = frame?.contentDocument;
    if (!frame || !view) return null;
    const box = frame.getBoundingClientRect();
    for (let top = frame.clientHeight * 0.8; top > 40; top -= 8) {
      const caret = view.caretPositionFromPoint(box.width / 2, top);
      const node = caret?.offsetNode;
      const text = node?.nodeType === 3 ? (node as Text).data.trim() : '';
      const range = view.createRange();
      if (!node || text.length < 12) continue;
      range.selectNodeContents(node);
      const line = range.getClientRects()[0];
      if (line === undefined || line.top < 0 || line.bottom > frame.clientHeight) continue;
      return { left: box.left + line.left + 4, top: box.top + line.top + line.height / 2, text };
    }
    return null;
  });
  if (found === null) throw new Error('there are no words in sight');
  await page.mouse.click(found.left, found.top);
  return found.text.slice(0, 8);
}

import type { Page } from '@playwright/test';
import { test, expect } from '../support/agent.ts';
import { filing } from '../support/filing.ts';
import { expectMarks, expectShownPlace, topOfShown } from '../support/marked-text.ts';
import { quietOf } from '../support/quiet.ts';

const textOf = (page: Page) => page.getByRole('region', { name: 'Text of the document' });
const topOf = (page: Page) => textOf(page).evaluate(({ scrollTop }) => scrollTop);
/**
 * Where the character that is read stands. How far the pane is scrolled, and where its block begins, is
 * another matter: tables that take the columns of their original meanwhile have another height, above it and
 * around it.
 */
async function placeRead(page: Page) {
  const read = await textOf(page).evaluate((pane) => {
    const { left, top, width, height } = pane.getBoundingClientRect();
    const point = [left + width * 0.4, top + height * 0.34] as const;
    const block = document.elementFromPoint(...point)?.closest<HTMLElement>('[data-block]');
    const text = block?.querySelector('[data-text]');
    const caret = document.caretPositionFromPoint(...point);
    const before = document.createRange();
    if (text) before.setStart(text, 0);
    // Beside its text a block has its first character.
    if (caret && text?.contains(caret.offsetNode)) before.setEnd(caret.offsetNode, caret.offset);
    return { block: block?.dataset.block ?? '', at: before.toString().length };
  });
  return { ...read, top: await topOfCharacter(page, read) };
}

/** Where a character of a block stands now. */
const topOfCharacter = (page: Page, wanted: { readonly block: string; readonly at: number }) =>
  textOf(page).evaluate((pane, { block, at }) => {
    const text = pane.querySelector(`[data-block="${block}"] [data-text]`);
    if (!text) return Number.NaN;
    const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
    // Beside the end of a line the caret stands after its last character.
    let left = Math.max(0, Math.min(at, (text.textContent ?? '').length - 1));
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const { length } = node as Text;
      if (left < length) {
        const range = document.createRange();
        range.setStart(node, left);
        range.setEnd(node, left + 1);
        return range.getBoundingClientRect().top - pane.getBoundingClientRect().top;
      }
      left -= length;
    }
    return Number.NaN;
  }, wanted);

async function scrollTo(page: Page, share: number, quiet: () => Promise<void>): ReturnType<typeof placeRead> {
  await textOf(page).evaluate(
    (element, wanted) =>
      new Promise((resolve) => {
        element.addEventListener('scrollend', resolve, { once: true });
        element.scrollTop = Math.round((element.scrollHeight - element.clientHeight) * wanted);
      }),
    share,
  );
  // What is scrolled to comes into the page a moment later.
  await expect.poll(async () => (await placeRead(page)).top).not.toBeNaN();
  // Tables that take the columns of their original move what is read by some lines.
  await quiet();
  return placeRead(page);
}

test('R9: each jump in a document is a step that back leads out of, to the pixel', async ({
  connected: sluice,
}) => {
  const { page } = sluice;
  await page.setViewportSize({ width: 1280, height: 500 });
  const quiet = quietOf(page);
  await sluice.openDocument(filing);
  await expectMarks(page);
  const text = textOf(page);
  const find = page.getByRole('textbox', { name: 'Find in the text' });
  const analytics = page.getByRole('region', { name: 'Analytics', exact: true });
  const stands = (wanted: Awaited<ReturnType<typeof placeRead>>) =>
    expect.poll(async () => Math.abs((await topOfCharacter(page, wanted)) - wanted.top)).toBeLessThan(2);

  const first = await scrollTo(page, 0.5, quiet);
  expect(await topOf(page)).toBeGreaterThan(0);
  await analytics.getByRole('tab', { name: /Events/ }).click();
  const events = analytics.getByRole('row');
  await events.nth(2).click();
  await expectShownPlace(page);
  await expect(text).toHaveAttribute('data-shown', /\d/);
  const second = await scrollTo(page, 0.9, quiet);
  // On the way from mark to mark and hit to hit there is one step.
  await text.focus();
  for (const key of ['n', 'n', 'p']) {
    const before = page.url();
    await page.keyboard.press(key);
    await expect.poll(() => page.url()).not.toBe(before);
  }
  await expectShownPlace(page);
  await page.goBack();
  await expect(page).toHaveURL(/event=/);
  await stands(second);
  await page.goBack();
  await expect(page).not.toHaveURL(/\?/);
  await stands(first);
  await page.goForward();
  await stands(second);
  await page.goForward();
  await expectShownPlace(page);

  // Another page, and back: what was looked for, where it stood and the keyboard.
  await find.fill('the');
  await expect(page.getByText(/^1 of /)).toBeVisible();
  await find.press('Enter');
  await expect(page.getByText(/^2 of /)).toBeVisible();
  await expectShownPlace(page);
  const hit = await topOfShown(page);
  const read = await placeRead(page);
  await page.getByRole('navigation').getByRole('link', { name: 'Search' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Search' })).toBeVisible();
  await page.goBack();
  await expect(find).toHaveValue('the');
  await expect(page.getByText(/^2 of /)).toBeVisible();
  await stands(read);
  expect(Math.abs((await topOfShown(page)) - hit)).toBeLessThanOrEqual(1);
  await expect(find).toBeFocused();
});

import type { Page } from '@playwright/test';
import { test, expect } from '../support/agent.ts';
import { filing } from '../support/filing.ts';
import { expectMarks, expectShownPlace, topOfShown } from '../support/marked-text.ts';

const textOf = (page: Page) => page.getByRole('region', { name: 'Text of the document' });
const topOf = (page: Page) => textOf(page).evaluate(({ scrollTop }) => scrollTop);
/**
 * Where what is read stands. How far the pane is scrolled is another matter: tables that take the columns of
 * their original meanwhile have another height, also above.
 */
const placeRead = (page: Page) =>
  textOf(page).evaluate((pane) => {
    const { left, top, width, height } = pane.getBoundingClientRect();
    const block = document
      .elementFromPoint(left + width * 0.4, top + height * 0.34)
      ?.closest<HTMLElement>('[data-block]');
    return { block: block?.dataset.block ?? '', top: (block?.getBoundingClientRect().top ?? 0) - top };
  });
async function scrollTo(page: Page, share: number): ReturnType<typeof placeRead> {
  await textOf(page).evaluate(
    (element, wanted) =>
      new Promise((resolve) => {
        element.addEventListener('scrollend', resolve, { once: true });
        element.scrollTop = Math.round((element.scrollHeight - element.clientHeight) * wanted);
      }),
    share,
  );
  return placeRead(page);
}

test('R9: each jump in a document is a step that back leads out of, to the pixel', async ({
  connected: sluice,
}) => {
  const { page } = sluice;
  await page.setViewportSize({ width: 1280, height: 500 });
  await sluice.openDocument(filing);
  await expectMarks(page);
  const text = textOf(page);
  const find = page.getByRole('textbox', { name: 'Find in the text' });
  const analytics = page.getByRole('region', { name: 'Analytics', exact: true });
  const stands = ({ block, top }: Awaited<ReturnType<typeof placeRead>>) =>
    expect
      .poll(() =>
        textOf(page).evaluate(
          (pane, wanted) => {
            const found = pane.querySelector(`[data-block="${wanted.block}"]`)?.getBoundingClientRect();
            return Math.abs((found?.top ?? Number.NaN) - pane.getBoundingClientRect().top - wanted.top);
          },
          { block, top },
        ),
      )
      .toBeLessThan(2);

  const first = await scrollTo(page, 0.5);
  expect(await topOf(page)).toBeGreaterThan(0);
  await analytics.getByRole('tab', { name: /Events/ }).click();
  const events = analytics.getByRole('row');
  await events.nth(2).click();
  await expectShownPlace(page);
  await expect(text).toHaveAttribute('data-shown', /\d/);
  const second = await scrollTo(page, 0.9);
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

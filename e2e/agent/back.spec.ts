import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { expect, test } from '../support/agent.ts';
import { projectRoot } from '../support/project-root.ts';

/** More rows than a small window shows. */
const notes = 30;

const topOf = (scroller: Locator) => scroller.evaluate(({ scrollTop }) => scrollTop);
const hasFocus = (element: Locator) =>
  element.evaluate((one) => one === document.activeElement || document.activeElement?.outerHTML);

test('R9: back gives the place in a list, what was selected and the keyboard back, on every page', async ({
  connected: sluice,
  place,
}) => {
  const { page } = sluice;
  await page.setViewportSize({ width: 900, height: 520 });
  const research = place.folder('Research');
  cpSync(join(projectRoot, 'resources/samples/broker-research'), research, { recursive: true });
  for (let index = 10; index < 10 + notes; index++)
    place.file(`Research/note-${index}.txt`, `Orrin Semiconductor reported, says note ${index}.`);
  const { profile } = await sluice.value('agent.status', {});
  const folder = { profileId: profile?.id ?? '', path: research, label: 'Research', settleSeconds: 0.1 };
  const { id: folderId } = await sluice.value('folders.add', { folder });
  await sluice.expectUploads('completed', notes + 7);

  /** Down in a grid by keyboard, into a row and back. */
  async function throughGrid(route: string, { down = 14, selects = false, into = /./ } = {}): Promise<void> {
    await test.step(`the rows of ${route}`, async () => {
      await sluice.open(route);
      const grid = page.locator('[role=grid], [role=treegrid]');
      await expect(grid.getByRole('row').nth(1)).toBeVisible();
      await grid.focus();
      for (let index = 0; index < down; index++) await page.keyboard.press('ArrowDown');
      await expect(grid).toHaveAttribute('aria-activedescendant', /./);
      if (selects) await page.keyboard.press('Space');
      const row = page.locator(`[id="${await grid.getAttribute('aria-activedescendant')}"]`);
      await expect(row).toBeInViewport();
      const words = (await row.getByRole('gridcell').first().textContent()) ?? '';
      const top = await topOf(grid);
      expect(top).toBeGreaterThan(0);
      await page.keyboard.press('Enter');
      await expect(page).not.toHaveURL(new RegExp(`${route}$`));
      await expect(page.locator('h1, [role=dialog]').filter({ hasText: into }).first()).toBeVisible();
      await page.goBack();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect.poll(() => topOf(grid)).toBe(top);
      await expect.poll(() => hasFocus(grid)).toBe(true);
      const again = page.locator(`[id="${await grid.getAttribute('aria-activedescendant')}"]`);
      await expect(again.getByRole('gridcell').first()).toHaveText(words);
      if (selects) await expect(page.getByText('1 selected')).toBeVisible();
    });
  }
  await throughGrid('#/uploads', { selects: true });
  await throughGrid('#/documents', { selects: true });

  const main = page.getByRole('main');

  /** Down on a page, into the last link of those and back. */
  async function throughPage(route: string, links: Locator, scroller = main): Promise<void> {
    await test.step(`the links of ${route}`, async () => {
      await sluice.open(route);
      await expect(links.first()).toBeVisible();
      for (const frame of [scroller, main]) await frame.evaluate((one) => one.scrollTo({ top: 1_000_000 }));
      const link = links.last();
      await expect(link).toBeInViewport();
      const href = await link.getAttribute('href');
      const top = await topOf(scroller);
      expect(top).toBeGreaterThan(0);
      // In one step: the page may draw its links anew at any time.
      await links
        .and(page.locator(`[href=${JSON.stringify(href)}]`))
        .last()
        .press('Enter');
      await expect(page).toHaveURL((url) => url.hash === href);
      await expect(page.locator('h1, [role=dialog]').last()).toBeVisible();
      await expect.poll(() => topOf(main)).toBe(0);
      await page.goBack();
      await expect.poll(() => topOf(scroller)).toBe(top);
      // By its address: other links may lead there too.
      const focused = () => page.evaluate(() => document.activeElement?.getAttribute('href'));
      await expect.poll(focused).toBe(href);
    });
  }
  await throughPage(`#/folders/${folderId}/files?place=seen`, main.getByRole('link', { name: 'Upload' }));
  const contents = page.getByRole('group', { name: 'What is in it' });
  await throughPage(`#/folders/${folderId}`, contents.getByRole('link'), contents);
  // It was drawn while files were under way, and would draw what is new in the middle of this.
  await page.reload();
  await throughPage('#/home', main.locator('ul a[href*="open="]'));

  await test.step('an entity across documents', async () => {
    await sluice.open(`#/across?documents=${encodeURIComponent('{}')}`);
    const grid = page.getByRole('treegrid');
    await expect(grid.getByRole('row').nth(1)).toBeVisible();
    await expect(page.getByRole('progressbar')).toHaveCount(0);
    await grid.focus();
    // An entity below the window, and its first document: how many it has does not matter.
    for (let index = 0; index < 20; index++) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(grid.getByRole('row', { level: 2 }).first()).toBeVisible();
    await page.keyboard.press('ArrowDown');
    // A person presses no key before the page shows what the last one did.
    const active = () => grid.evaluate((one) => one.getAttribute('aria-activedescendant'));
    await expect
      .poll(async () => page.locator(`[id="${await active()}"]`).getAttribute('aria-level'))
      .toBe('2');
    const top = await topOf(grid);
    expect(top).toBeGreaterThan(0);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/annotated/);
    await page.goBack();
    await expect.poll(() => topOf(grid)).toBe(top);
    await expect.poll(() => hasFocus(grid)).toBe(true);
  });

  // Last: what they bring changes the pages above.
  for (let index = 10; index < 22; index++) {
    const label = `Mail ${index}`;
    const allowedEmails = [`desk-${index}@vela-research.example`];
    await sluice.value('connectors.create', { type: 'email', label, description: label, allowedEmails });
  }
  await throughGrid('#/connectors', { down: 10 });
});

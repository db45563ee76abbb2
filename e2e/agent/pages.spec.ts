import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { expect } from '../support/agent.ts';
import { faultsOfGeometry } from '../support/geometry.ts';
import { type PageToCheck, pages } from '../support/pages.ts';
import type { Populated } from '../support/populated.ts';
import { populatedTest as test } from '../support/populated-test.ts';
import { isPainted, paint } from '../support/screenshots.ts';
import { askEvery } from '../support/sluice-pages.ts';
import { usualWindow, windows } from '../support/windows.ts';
import { journey } from '../support/journey.ts';

/** axe looks at each language and each theme once: a theme changes colours only, a language words only. */
const rounds = [
  { language: 'en', theme: 'light', other: 'dark' },
  { language: 'de', theme: 'dark', other: 'light' },
] as const;

/** A page that asks for nothing, on the way from one to another; for itself another one. */
const between = (name: string) => (name === 'annotated-file' ? '#/help' : '#/annotated');

/** As a person who comes back from another window, where they chose the language. */
async function showLanguage({ sluice, page }: Populated, language: 'en' | 'de'): Promise<void> {
  await sluice.value('settings.update', { preferences: { language } });
  await expect
    .poll(
      async () => {
        await page.evaluate(() => dispatchEvent(new Event('visibilitychange')));
        return page.locator('html').getAttribute('lang');
      },
      { intervals: askEvery },
    )
    .toBe(language);
}

/**
 * Opens a page out of another one, as a person does: a new document for each was a third of what these tests
 * cost. What lies over all pages, however, would stay.
 */
async function openAnew(populated: Populated, { name, open }: PageToCheck): Promise<void> {
  const { sluice, page } = populated;
  await sluice.value('settings.update', { preferences: { language: 'en', theme: 'auto' } });
  if ((await page.getByRole('dialog').count()) > 0) {
    await sluice.leave();
    return open(populated);
  }
  await page.mouse.move(-1, -1);
  await sluice.open(between(name));
  await showLanguage(populated, 'en');
  await markPage(page);
  await open(populated);
  await expect(page.locator('h1[data-before]')).toHaveCount(0);
}

/** So that it is seen when its heading is no longer there. */
async function markPage(page: Page): Promise<void> {
  await page.evaluate(() => document.querySelector('h1')?.setAttribute('data-before', ''));
}

/** What is cut or overlaps stays so; what is still being laid out does not. */
async function expectNothingCut(page: Page, where: string): Promise<void> {
  await expect
    .soft(async () => expect(await faultsOfGeometry(page), where).toEqual([]))
    .toPass({ timeout: 5_000 });
}

// Workers share the pages; each has an agent of its own.
test.describe.configure({ mode: 'parallel' });

for (const one of pages) {
  const { name } = one;
  test(
    `${name}: nothing for axe to find, nothing overlaps or is cut in a narrow window`,
    journey,
    async ({ populated }) => {
      const { page, quiet } = populated;
      await openAnew(populated, one);
      await page.setViewportSize(windows[0]);
      await quiet();
      await expectAccessible(page);
      await expectNothingCut(page, name);
    },
  );

  test(`${name}: nothing for axe to find in either theme, nothing overlaps or is cut at any width`, async ({
    populated,
  }) => {
    const { page, quiet } = populated;
    const show = async (theme: 'light' | 'dark') => {
      await page.emulateMedia({ colorScheme: theme });
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme);
    };
    await page.emulateMedia({ colorScheme: 'light' });
    await openAnew(populated, one);
    for (const { language, theme, other } of rounds) {
      await page.setViewportSize(usualWindow);
      await showLanguage(populated, language);
      await quiet();
      if (isPainted) {
        await show(other);
        await paint(page, name, other, language);
      }
      await show(theme);
      await paint(page, name, theme, language);
      await test.step(`axe: ${language}, ${theme}`, () => expectAccessible(page));
      for (const { name: size, ...viewport } of windows) {
        await test.step(`${language}, ${size}`, async () => {
          await page.setViewportSize(viewport);
          await expectNothingCut(page, `${name}, ${language}, ${size}`);
        });
      }
    }
  });
}

import { expectAccessible } from '../support/accessibility.ts';
import { expect } from '../support/agent.ts';
import { faultsOfGeometry } from '../support/geometry.ts';
import { pages } from '../support/pages.ts';
import { populatedTest as test } from '../support/populated-test.ts';
import { isPainted, paint } from '../support/screenshots.ts';
import { askEvery } from '../support/sluice-pages.ts';
import { usualWindow, windows } from '../support/windows.ts';

/** axe looks at each language and each theme once: a theme changes colours only, a language words only. */
const rounds = [
  { language: 'en', theme: 'light', other: 'dark' },
  { language: 'de', theme: 'dark', other: 'light' },
] as const;

// Workers share the pages; each has an agent of its own.
test.describe.configure({ mode: 'parallel' });

for (const { name, open } of pages) {
  test(`${name}: nothing for axe to find in either theme, nothing overlaps or is cut at any width`, async ({
    populated,
  }) => {
    const { sluice, page, quiet } = populated;
    const show = async (theme: 'light' | 'dark') => {
      await page.emulateMedia({ colorScheme: theme });
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme);
    };
    await page.emulateMedia({ colorScheme: 'light' });
    await sluice.value('settings.update', { preferences: { language: 'en', theme: 'auto' } });
    await sluice.leave();
    await open(populated);
    for (const { language, theme, other } of rounds) {
      await page.setViewportSize(usualWindow);
      await sluice.value('settings.update', { preferences: { language } });
      await expect
        .poll(
          async () => {
            // As a person who comes back from another window, where they chose the language.
            await page.evaluate(() => dispatchEvent(new Event('visibilitychange')));
            return page.locator('html').getAttribute('lang');
          },
          { intervals: askEvery },
        )
        .toBe(language);
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
          await expect
            .soft(async () =>
              expect(await faultsOfGeometry(page), `${name}, ${language}, ${size}`).toEqual([]),
            )
            .toPass({ timeout: 5_000 });
        });
      }
    }
  });
}

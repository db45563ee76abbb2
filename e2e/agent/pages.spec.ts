import { expectAccessible, expectColoursAccessible } from '../support/accessibility.ts';
import { expect } from '../support/agent.ts';
import { faultsOfGeometry } from '../support/geometry.ts';
import { pages } from '../support/pages.ts';
import { populatedTest as test } from '../support/populated-test.ts';
import { paint } from '../support/screenshots.ts';
import { usualWindow, windows } from '../support/windows.ts';

const languages = ['en', 'de'] as const;
const themes = [
  { theme: 'light', ask: expectAccessible },
  { theme: 'dark', ask: expectColoursAccessible },
] as const;

// Workers share the pages; each has an agent of its own.
test.describe.configure({ mode: 'parallel' });

for (const { name, open } of pages) {
  test(`${name}: nothing for axe to find in either theme, nothing overlaps or is cut at any width`, async ({
    populated,
  }) => {
    const { sluice, page, quiet } = populated;
    for (const language of languages) {
      await page.setViewportSize(usualWindow);
      await sluice.value('settings.update', { preferences: { language, theme: 'auto' } });
      await page.emulateMedia({ colorScheme: 'light' });
      await sluice.leave();
      await open(populated);
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await quiet();
      for (const { theme, ask } of themes) {
        await page.emulateMedia({ colorScheme: theme });
        await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme);
        await paint(page, name, theme, language);
        await test.step(`axe: ${language}, ${theme}`, () => ask(page));
      }
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

import { expectAccessible } from '../support/accessibility.ts';
import { expect } from '../support/agent.ts';
import { pages } from '../support/pages.ts';
import { populatedTest as test } from '../support/populated-test.ts';
import { paint } from '../support/screenshots.ts';

const languages = ['en', 'de'] as const;
const themes = ['light', 'dark'] as const;

// Workers share the pages; each has an agent of its own.
test.describe.configure({ mode: 'parallel' });

for (const { name, open } of pages) {
  test(`${name}: nothing for axe to find, in both themes and both languages`, async ({ populated }) => {
    const { sluice, page, quiet } = populated;
    for (const language of languages) {
      for (const theme of themes) {
        await sluice.value('settings.update', { preferences: { language, theme } });
        // From the start, so that nothing of the page before is left.
        await page.goto('about:blank');
        await open(populated);
        await expect(page.locator('html')).toHaveAttribute('lang', language);
        await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme);
        await quiet();
        await paint(page, name, theme, language);
        await test.step(`axe: ${language}, ${theme}`, () => expectAccessible(page));
      }
    }
  });
}

import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { test as base, expect } from '../support/agent.ts';
import { AgentProcess } from '../support/agent-process.ts';
import { pages } from '../support/pages.ts';
import { makePlace } from '../support/place.ts';
import { type Populated, populate } from '../support/populated.ts';
import { Sandbox } from '../support/sandbox.ts';
import { paint } from '../support/screenshots.ts';

const languages = ['en', 'de'] as const;
const themes = ['light', 'dark'] as const;

/** Settling down takes a while and changes nothing here, so one agent serves all pages. */
const test = base.extend<Record<never, never>, { populated: Populated }>({
  populated: [
    async ({ browser }, use) => {
      const place = makePlace();
      const [sandbox, agent] = [new Sandbox(place.home), new AgentProcess(place)];
      await Promise.all([sandbox.start(), agent.start()]);
      const context = await browser.newContext({
        viewport: { width: 1280, height: 800 },
        locale: 'en-GB',
        timezoneId: 'UTC',
        reducedMotion: 'reduce',
      });
      await use(await populate(await context.newPage(), { place, sandbox, agent }));
      await context.close();
      await Promise.all([sandbox.stop(), agent.stop()]);
      place.remove();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

/** The notes in the corner go by themselves, and are checked where they belong. */
const settled = async (page: Page, language: string, theme: string) => {
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme);
  await expect(page.locator('output:has(.mantine-Loader-root)')).toHaveCount(0);
};

for (const { name, open } of pages) {
  test(`${name}: nothing for axe to find, in both themes and both languages`, async ({ populated }) => {
    const { sluice, page } = populated;
    for (const language of languages) {
      for (const theme of themes) {
        await sluice.value('settings.update', { preferences: { language, theme } });
        // From the start, so that nothing of the page before is left.
        await page.goto('about:blank');
        await open(populated);
        await settled(page, language, theme);
        await paint(page, language === 'en' ? `${name}-${theme}` : `${name}-${theme}-${language}`);
        await test.step(`axe: ${language}, ${theme}`, () => expectAccessible(page));
      }
    }
  });
}

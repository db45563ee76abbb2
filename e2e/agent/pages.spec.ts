import { expectAccessible } from '../support/accessibility.ts';
import { test as base, expect } from '../support/agent.ts';
import { AgentProcess } from '../support/agent-process.ts';
import { pages } from '../support/pages.ts';
import { makePlace } from '../support/place.ts';
import { type Populated, populate } from '../support/populated.ts';
import { quietOf } from '../support/quiet.ts';
import { Sandbox } from '../support/sandbox.ts';
import { paint } from '../support/screenshots.ts';

const languages = ['en', 'de'] as const;
const themes = ['light', 'dark'] as const;

/** Settling down takes a while and changes nothing here, so one agent serves all pages. */
const test = base.extend<Record<never, never>, { populated: Populated & { quiet: () => Promise<void> } }>({
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
      const page = await context.newPage();
      const quiet = quietOf(page);
      await use({ ...(await populate(page, { place, sandbox, agent })), quiet });
      await context.close();
      await Promise.all([sandbox.stop(), agent.stop()]);
      place.remove();
    },
    { scope: 'worker', timeout: 400_000 },
  ],
});

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

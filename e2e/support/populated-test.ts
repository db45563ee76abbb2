import { test as base } from './agent.ts';
import { RunningAgent } from './running-agent.ts';
import { withoutIdleMoments } from './idle-moments.ts';
import { makePlace } from './place.ts';
import { type Populated, populate } from './populated.ts';
import { quietOf } from './quiet.ts';
import { Sandbox } from './sandbox.ts';
import { usualWindow, windowOptions } from './windows.ts';

type PopulatedPage = Populated & { quiet: () => Promise<void> };

/**
 * Settling down takes a while and changes nothing here, so one agent serves all pages. What a test
 * may have left, however, is put back before the next one: its language, theme and window.
 */
export const populatedTest = base.extend<{ populated: PopulatedPage }, { sharedPage: PopulatedPage }>({
  populated: async ({ sharedPage }, use) => {
    await sharedPage.page.setViewportSize(usualWindow);
    await sharedPage.sluice.value('settings.update', {
      preferences: { language: 'en', theme: 'light' },
    });
    await use(sharedPage);
  },
  sharedPage: [
    async ({ browser }, use) => {
      const place = makePlace();
      const [sandbox, agent] = [new Sandbox(place.home), new RunningAgent(place, { ownProcess: false })];
      await Promise.all([sandbox.start(), agent.start()]);
      const context = await browser.newContext({
        ...windowOptions,
        reducedMotion: 'reduce',
      });
      await withoutIdleMoments(context);
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

import { test as base } from '@playwright/test';
import { RunningAgent } from './running-agent.ts';
import { connectAgent } from './connect-profile.ts';
import { withoutIdleMoments } from './idle-moments.ts';
import { makePlace, type Place } from './place.ts';
import { Sandbox } from './sandbox.ts';
import { SharedWindow } from './shared-window.ts';
import { SluicePages } from './sluice-pages.ts';
import { windowOptions } from './windows.ts';

export { expect } from '@playwright/test';

export interface Fixtures {
  /** Whether the test has a window that was never used: for tests of windows, tabs, and what they keep. */
  readonly ownWindow: boolean;
  /** Whether pages fetch the code of all other pages when they have nothing to do; in a window of its own. */
  readonly idleMoments: boolean;
  /** Whether the agent has a process of its own: for tests of its start, its end and what it takes. */
  readonly ownProcess: boolean;
  /** A home folder of this test's own. */
  readonly place: Place;
  /** A content service of its own, running. */
  readonly sandbox: Sandbox;
  /** `sluice ui` over a data folder of its own, running; nobody has signed in. */
  readonly agent: RunningAgent;
  /** The pages after signing in, with nothing set up: Welcome. */
  readonly sluice: SluicePages;
  /** The pages with a profile for the sandbox: Home. */
  readonly connected: SluicePages;
}

/** Tests of the pages in a browser. What a test does not ask for is not started. */
export const test = base.extend<Fixtures, { readonly sharedWindow: SharedWindow }>({
  idleMoments: [false, { option: true }],
  ownProcess: [false, { option: true }],
  ownWindow: [false, { option: true }],
  sharedWindow: [
    async ({ browser }, use) => {
      const window = new SharedWindow(browser);
      await use(window);
      await window.close();
    },
    { scope: 'worker' },
  ],
  context: async ({ browser, idleMoments, ownWindow, sharedWindow }, use) => {
    if (!ownWindow && !idleMoments) {
      const page = await sharedWindow.take();
      await use(page.context());
      return sharedWindow.giveBack();
    }
    const context = await browser.newContext(windowOptions);
    if (!idleMoments) await withoutIdleMoments(context);
    await use(context);
    await context.close();
  },
  page: async ({ context }, use) => {
    const [page] = context.pages();
    await use(page ?? (await context.newPage()));
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's names, and there are none
  place: async ({}, use) => {
    const place = makePlace();
    await use(place);
    place.remove();
  },
  sandbox: async ({ place }, use) => {
    const sandbox = new Sandbox(place.home);
    await sandbox.start();
    await use(sandbox);
    await sandbox.stop();
  },
  agent: async ({ place, ownProcess }, use) => {
    const agent = new RunningAgent(place, { ownProcess });
    await agent.start();
    await use(agent);
    await agent.dispose();
  },
  sluice: async ({ agent, page }, use) => {
    const sluice = new SluicePages(page, agent);
    await sluice.enter();
    await use(sluice);
  },
  connected: async ({ agent, sandbox, page }, use) => {
    await connectAgent(agent, sandbox);
    const sluice = new SluicePages(page, agent);
    await sluice.enter();
    await use(sluice);
  },
});

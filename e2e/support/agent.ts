import { test as base } from '@playwright/test';
import { AgentProcess } from './agent-process.ts';
import { connectAgent } from './connect-profile.ts';
import { withoutIdleMoments } from './idle-moments.ts';
import { makePlace, type Place } from './place.ts';
import { Sandbox } from './sandbox.ts';
import { SluicePages } from './sluice-pages.ts';

export { expect } from '@playwright/test';

export interface Fixtures {
  /** Whether pages fetch the code of all other pages when they have nothing to do. */
  readonly idleMoments: boolean;
  /** A home folder of this test's own. */
  readonly place: Place;
  /** A content service of its own, running. */
  readonly sandbox: Sandbox;
  /** `sluice ui` over a data folder of its own, running; nobody has signed in. */
  readonly agent: AgentProcess;
  /** The pages after signing in, with nothing set up: Welcome. */
  readonly sluice: SluicePages;
  /** The pages with a profile for the sandbox: Home. */
  readonly connected: SluicePages;
}

/** Tests of the pages in a browser. What a test does not ask for is not started. */
export const test = base.extend<Fixtures>({
  idleMoments: [false, { option: true }],
  context: async ({ context, idleMoments }, use) => {
    if (!idleMoments) await withoutIdleMoments(context);
    await use(context);
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
  agent: async ({ place }, use) => {
    const agent = new AgentProcess(place);
    await agent.start();
    await use(agent);
    await agent.stop();
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

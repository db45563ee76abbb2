import type { BrowserContext } from '@playwright/test';

/**
 * Lets no page have an idle moment that it would wait for without a limit, as on a machine that is busy all
 * the time. In theirs, pages fetch and compile the code of all other pages: four tenths of a second of
 * processor time for each time that one is opened.
 */
export async function withoutIdleMoments(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const idle = window.requestIdleCallback.bind(window);
    window.requestIdleCallback = (callback, options) =>
      options?.timeout === undefined ? 0 : idle(callback, options);
  });
}

import type { Page, Request } from '@playwright/test';

/**
 * Milliseconds without a call under way after which a page has what it shows: longer than any delay of
 * typing.
 */
const quietFor = 450;

/** Tells when a page has all it asked for. Started before the page asks. */
export function quietOf(page: Page): () => Promise<void> {
  const underWay = new Set<Request>();
  let since = performance.now();
  const isCall = (request: Request) => request.url().includes('/call/');
  const over = (request: Request) => {
    if (underWay.delete(request)) since = performance.now();
  };
  page.on('request', (request) => {
    if (!isCall(request)) return;
    underWay.add(request);
    since = performance.now();
  });
  page.on('requestfinished', over);
  page.on('requestfailed', over);
  return async () => {
    since = performance.now();
    while (underWay.size > 0 || performance.now() - since < quietFor) {
      await page.waitForTimeout(50);
      // On a busy machine the page may not have come to asking yet. A page that paints nothing may never be
      // called idle.
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 500 })));
    }
  };
}

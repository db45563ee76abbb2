import type { Browser, BrowserContext, Page } from '@playwright/test';
import { withoutIdleMoments } from './idle-moments.ts';
import { usualWindow, windowOptions } from './windows.ts';

/** What specs listen to. */
const events = ['console', 'dialog', 'pageerror', 'request', 'requestfailed', 'requestfinished', 'response'];

/**
 * The window that tests of a worker use one after the other. Each finds it as a new one is; what stays is
 * the browser's: a process, and what it compiled of the pages, more than half of what opening them costs. A
 * window that a test left elsewhere, or with others beside it, is closed, and the next test gets another.
 */
export class SharedWindow {
  readonly #browser: Browser;
  #page: Page | undefined;
  /** Where it was since it was taken. */
  readonly #origins = new Set<string>();

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  async take(): Promise<Page> {
    this.#origins.clear();
    if (this.#page !== undefined) return this.#page;
    const context = await this.#browser.newContext(windowOptions);
    await withoutIdleMoments(context);
    const page = await context.newPage();
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame()) this.#origins.add(new URL(frame.url()).origin);
    });
    this.#page = page;
    return page;
  }

  async giveBack(): Promise<void> {
    const page = this.#page;
    if (page === undefined) return;
    const context = page.context();
    const [origin] = this.#origins;
    const isAtHome = !page.isClosed() && this.#origins.size === 1 && new URL(page.url()).origin === origin;
    if (!isAtHome || origin === 'null' || context.pages().length > 1) return this.close();
    for (const event of events) {
      page.removeAllListeners(event);
      context.removeAllListeners(event);
    }
    await Promise.all([page.unrouteAll(), context.unrouteAll(), clear(context), restore(page)]);
    // Told to by the page itself, the browser keeps its process.
    await page.evaluate(() => {
      sessionStorage.clear();
      localStorage.clear();
      location.replace('about:blank');
    });
    await page.waitForURL('about:blank');
  }

  async close(): Promise<void> {
    await this.#page?.context().close();
    this.#page = undefined;
  }
}

async function clear(context: BrowserContext): Promise<void> {
  await context.clearPermissions();
  await context.clearCookies();
}

async function restore(page: Page): Promise<void> {
  await page.setViewportSize(usualWindow);
  await page.emulateMedia({ colorScheme: 'light' });
  // Over nothing, as the pointer of a new window is.
  await page.mouse.move(-1, -1);
}

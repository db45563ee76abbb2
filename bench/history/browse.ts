/// <reference lib="dom" />
import type { Browser, Page } from '@playwright/test';
import { launchBrowser } from '../support/browser.ts';
import { longestTask, type Task } from '../support/longest-task.ts';

export interface Browsed {
  /** From the click on "Documents" to the first rows painted, ms. */
  readonly firstRows: number;
  /**
   * From the last letter to the first rows that match painted, ms; the pause before a search begins is in it.
   */
  readonly search: number;
  /** The longest task of the page's main thread while it scrolled through everything. */
  readonly longestTask: Task;
  readonly floor: {
    /** From a click to another page of the same app painted, which asks for nothing. */
    readonly page: number;
    /** The longest task while a bare list of as many plain rows in a page of its own scrolled as far. */
    readonly longestTask: Task;
  };
}

/** Screens the list is scrolled by. */
const screens = 60;

/** Opens the pages in a real browser and measures what a person waits for. All times are the page's own. */
export async function browse(address: string, word: string, count: number): Promise<Browsed> {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(address);
    await page.getByRole('navigation').waitFor();
    // Once, so that code and caches are warm, as they are for who works with it.
    await goTo(page, '#/documents', '[role=row][id]');
    await goTo(page, '#/tags', 'h1');
    const floorPage = await goTo(page, '#/settings', 'h1');
    const firstRows = await goTo(page, '#/documents', '[role=row][id]');
    const longestTask = await scroll(browser, page, '[role=grid]');
    const search = await searchFor(page, word);
    const bare = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await bare.setContent(
      `<div id="list" style="height:700px;overflow:auto"><div style="height:${count * 34}px;position:relative"></div></div>`,
    );
    const floorTask = await scroll(browser, bare, '#list');
    return { firstRows, search, longestTask, floor: { page: floorPage, longestTask: floorTask } };
  } finally {
    await browser.close();
  }
}

/** From the change of the address until what is waited for was painted, ms. */
function goTo(page: Page, hash: string, selector: string): Promise<number> {
  return page.evaluate(
    async ([to, wanted]) => {
      const heading = document.querySelector('h1')?.textContent;
      const begun = performance.now();
      location.hash = to;
      const isThere = () =>
        document.querySelector(wanted) !== null && document.querySelector('h1')?.textContent !== heading;
      while (!isThere()) await new Promise((resolve) => requestAnimationFrame(resolve));
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
      return performance.now() - begun;
    },
    [hash, selector] as const,
  );
}

/** The longest task of the page's main thread while an element is scrolled by screens and jumped through. */
function scroll(browser: Browser, page: Page, selector: string): Promise<Task> {
  const during = () =>
    page.evaluate(
      async ([wanted, steps]) => {
        const list = document.querySelector(wanted) as HTMLElement;
        const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
        for (let step = 0; step < steps; step += 1) {
          list.scrollBy(0, list.clientHeight * 0.9);
          await frame();
        }
        for (let jump = 0; jump <= 20; jump += 1) {
          list.scrollTo(0, (list.scrollHeight * jump) / 20);
          await frame();
          await frame();
        }
      },
      [selector, screens] as const,
    );
  return longestTask(browser, page, { fewest: screens, during });
}

/** From the last letter until rows that match, and only those, were painted, ms. */
async function searchFor(page: Page, word: string): Promise<number> {
  const field = page.getByRole('searchbox');
  await field.pressSequentially(word.slice(0, -1), { delay: 5 });
  await page.waitForTimeout(1_000);
  await page.evaluate((wanted) => {
    const input = document.querySelector('input[type=search]') as HTMLInputElement;
    const state = window as unknown as { searched?: Promise<number> };
    state.searched = new Promise((resolve) => {
      input.addEventListener(
        'input',
        async () => {
          const begun = performance.now();
          const matches = () => {
            const rows = [...document.querySelectorAll('[role=row][id]')];
            return rows.length > 0 && rows.every((row) => row.textContent?.includes(wanted));
          };
          while (!location.hash.endsWith(`search=${wanted}`) || !matches())
            await new Promise((next) => requestAnimationFrame(next));
          await new Promise((next) => requestAnimationFrame(() => setTimeout(next, 0)));
          resolve(performance.now() - begun);
        },
        { once: true },
      );
    });
  }, word);
  await field.pressSequentially(word.slice(-1));
  return page.evaluate(() => (window as unknown as { searched: Promise<number> }).searched);
}

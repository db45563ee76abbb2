/// <reference lib="dom" />

import type { Browser, Page } from '@playwright/test';
import { longestTask, type Task } from '../support/longest-task.ts';

/** Milliseconds, as the page itself measured them. */
export interface FirstView {
  /** From the last byte in the worker to text and tree on the screen. */
  readonly afterBytes: number;
  /** From opening the address to the same. */
  readonly afterOpening: number;
}

/** Told by the page's own clock: when the bytes were there, and when text and tree were painted. */
export async function measureFirstView(page: Page, address: string): Promise<FirstView> {
  await page.addInitScript(() => {
    const marks: Record<string, number> = {};
    Object.assign(globalThis, { benchMarks: marks });
    // The worker reports every part it has read; the last report says that all bytes are there.
    const RealWorker = globalThis.Worker;
    globalThis.Worker = class extends RealWorker {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        this.addEventListener('message', ({ data }) => {
          const { kind, progress } = data as { kind: string; progress?: { received: number; total: number } };
          if (kind === 'progress' && progress && progress.received === progress.total) {
            marks.bytes = performance.now();
          }
        });
      }
    };
    const look = () => {
      const isThere =
        document.querySelector('[data-pane=text] [data-block] p, [data-pane=text] [data-block] h2') !==
          null && document.querySelectorAll('[role=treeitem]').length > 2;
      if (isThere && marks.view === undefined) requestAnimationFrame(() => (marks.view = performance.now()));
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.goto(address);
  await page.waitForFunction(
    () => (globalThis as { benchMarks?: { view?: number } }).benchMarks?.view,
    null,
    {
      timeout: 120_000,
    },
  );
  const { bytes = Number.POSITIVE_INFINITY, view } = await page.evaluate(
    () => (globalThis as unknown as { benchMarks: { bytes?: number; view: number } }).benchMarks,
  );
  // A small document can be painted before its last byte is reported, or without that report.
  return { afterBytes: Math.max(0, view - bytes), afterOpening: view };
}

/**
 * Milliseconds from the last key of a search to the number of everything it found, without the pause after
 * typing.
 */
export async function measureSearch(page: Page, text: string): Promise<number> {
  const input = page.locator('[data-pane=tree] search input');
  await input.fill('');
  await page.waitForFunction(
    () => document.querySelector('[data-pane=tree] search output')?.textContent === '',
  );
  await page.evaluate(() => {
    const outcome = document.querySelector('[data-pane=tree] search output');
    const found: { at?: number } = {};
    Object.assign(globalThis, { benchFound: found });
    if (outcome === null) return;
    // Told again while the search goes on; the last change counts.
    new MutationObserver(() => {
      if (/\d/.test(outcome.textContent ?? '')) found.at = performance.now();
    }).observe(outcome, { childList: true, characterData: true, subtree: true });
  });
  const begun = await page.evaluate(() => performance.now());
  await input.fill(text);
  let last = 0;
  for (;;) {
    await page.waitForTimeout(400);
    const at = await page.evaluate(
      () => (globalThis as { benchFound?: { at?: number } }).benchFound?.at ?? 0,
    );
    if (at > 0 && at === last) return at - begun - typingPause;
    last = at;
  }
}

/** The page waits so long for another key; see `tree-search-bar.tsx`. */
const typingPause = 150;

/** Scrolls a pane through its whole length: the longest task of the main thread meanwhile. */
export function measureScroll(
  browser: Browser,
  page: Page,
  pane: 'text' | 'tree',
  steps: number,
): Promise<Task> {
  const selector = pane === 'text' ? '[data-pane=text] section' : '[role=tree]';
  const during = () =>
    page.evaluate(
      async ([wanted, count]) => {
        const element = document.querySelector(wanted);
        if (element === null) throw new Error(`There is no ${wanted}.`);
        for (let step = 0; step < count; step++) {
          // Mostly a wheel's way, now and then a jump of the scroll bar.
          if (step % 40 === 39) element.scrollTop = (element.scrollHeight * ((step * 7) % count)) / count;
          else element.scrollTop += 400;
          await new Promise((resolve) => requestAnimationFrame(resolve));
        }
        await new Promise((resolve) => setTimeout(resolve, 300));
      },
      [selector, steps] as const,
    );
  return longestTask(browser, page, { fewest: steps, during });
}

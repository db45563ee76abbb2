import { expect, type Page } from '@playwright/test';
import axe, { type RunOnly, type RunOptions } from 'axe-core';

declare global {
  interface Window {
    readonly axe: typeof axe;
  }
}

/** WCAG 2.2 AA, and what axe knows to be good practice (X11). */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The rules among them that a theme can break: it changes colours and nothing else. */
const rulesOfColour = ['color-contrast', 'link-in-text-block'];

/** Asks axe about the page as it stands; a violation fails with the rule and the elements. */
export async function expectAccessible(page: Page): Promise<void> {
  const passed = await askAxe(page, { type: 'tag', values: tags });
  // A page that is not there passes everything.
  expect(passed.length).toBeGreaterThan(10);
}

/** The same for a page that was asked about in another theme. */
export async function expectColoursAccessible(page: Page): Promise<void> {
  const passed = await askAxe(page, { type: 'rule', values: rulesOfColour });
  expect(passed).toContain('color-contrast');
}

/**
 * Answers the rules that found something to look at, and nothing wrong with it. Playwright's own runner of
 * axe brings it along anew for each question, twice, and carries every element that passed over to this
 * process: that took more than half of the time.
 */
async function askAxe(page: Page, runOnly: RunOnly): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const { found, passed } = await page.evaluate(
    async (options) => {
      // A change of theme goes over colours that nobody sees for long. What ends may begin another one: a
      // colour that is handed down.
      const underWay = () =>
        document
          .getAnimations()
          .filter(
            ({ effect, playState }) =>
              playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime),
          );
      for (let some = underWay(); some.length > 0; some = underWay()) for (const one of some) one.finish();
      const { violations, passes } = await window.axe.run(document, options);
      return {
        found: violations.map(({ id, help, nodes }) => ({
          rule: `${id}: ${help}`,
          elements: nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`),
        })),
        passed: passes.map(({ id }) => id),
      };
    },
    { runOnly, resultTypes: ['violations'] } satisfies RunOptions,
  );
  expect(found).toEqual([]);
  return passed;
}

import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** WCAG 2.2 AA, and what axe knows to be good practice (X11). */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The rules among them that a theme can break: it changes colours and nothing else. */
const rulesOfColour = ['color-contrast', 'link-in-text-block'];

/**
 * Asks axe about the page as it stands; a violation fails with the rule and the elements. Legacy mode only
 * leaves out frames of other origins, which our pages have none of, and opens no second page for each
 * question.
 */
export async function expectAccessible(page: Page): Promise<void> {
  const passed = await askAxe(new AxeBuilder({ page }).withTags(tags));
  // A page that is not there passes everything.
  expect(passed.length).toBeGreaterThan(10);
}

/** The same for a page that was asked about in another theme. */
export async function expectColoursAccessible(page: Page): Promise<void> {
  const passed = await askAxe(new AxeBuilder({ page }).withRules(rulesOfColour));
  expect(passed).toContain('color-contrast');
}

/** Answers the rules that found something to look at, and nothing wrong with it. */
async function askAxe(axe: AxeBuilder): Promise<readonly string[]> {
  const { violations, passes } = await axe.setLegacyMode().analyze();
  const found = violations.map(({ id, help, nodes }) => ({
    rule: `${id}: ${help}`,
    elements: nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`),
  }));
  expect(found).toEqual([]);
  return passes.map(({ id }) => id);
}

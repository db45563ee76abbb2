import { expect } from 'vitest';
import { inEnglish } from '#shared/sentences/english.ts';
import { until } from '../support/until.ts';
import type { PageElement, Pages } from './open-pages.ts';

const { say } = inEnglish;

/** A number that leads somewhere. */
interface Linked {
  readonly href: string;
  readonly count: number;
}

/** Digits that count nothing there is a list of, by where they stand. */
const noCounts = [
  // Names of files and folders, and what the last sync of a connector brought.
  '[title]',
  'time',
  // What stands in the sentences of a finding is of the places that decide it.
  '[role=alert]',
  // Bytes of a file under way.
  ':has(> [role=progressbar]) ~ span',
];

/** Figures that are no counts: how fast, and for how long. */
const notCounted = [say('home.rate'), say('home.left')];

/** Sentences whose number is the sum of the links below it. */
const sums = ['home.attentionNow', 'home.attentionToo', 'home.heldNow', 'home.settlingNow'] as const;

/**
 * Each number of Home leads to a list of so many rows, and none leads nowhere (X6).
 *
 * @param notices findings that need a person, and are counted with what is listed
 */
export async function expectNumbersOfHome(pages: Pages, notices = 0): Promise<void> {
  expect(loose(pages, notices), 'numbers of Home that lead nowhere').toEqual([]);
  const numbers = numbersOf(pages);
  for (const { href, count } of numbers) await expectRows(pages, href, count);
}

/** Every link of the page whose words begin with a number. */
export function numbersOf({ document }: Pages): Linked[] {
  return [...document.querySelectorAll('main a[href]')].flatMap((link) => {
    const count = countIn(link.getAttribute('aria-label') ?? link.textContent);
    const href = link.getAttribute('href') ?? '';
    // What is left of a subscription is no list.
    if (count === undefined || href.startsWith('#/explorer/')) return [];
    return [{ href, count }];
  });
}

function countIn(words: string): number | undefined {
  const [, digits] = /^([\d,]+)( |$)/.exec(words) ?? [];
  return digits === undefined ? undefined : Number(digits.replaceAll(',', ''));
}

/** What holds a number, 0 aside, and is neither a link to its list nor the sum of such links. */
function loose(pages: Pages, notices: number): string[] {
  const linked = numbersOf(pages);
  const summed = (part: RegExp) =>
    linked.filter(({ href }) => part.test(href)).reduce((sum, { count }) => sum + count, 0);
  const allowed = new Set(
    sums.map((key) =>
      say(key, {
        count: key.startsWith('home.attention') ? notices + summedOf(pages) : summed(/place=waiting/),
      }),
    ),
  );
  return [...pages.document.querySelectorAll('main *')]
    .map((element) => ({ element, words: ownText(element) }))
    .filter(({ words }) => /[1-9]/.test(words))
    .filter(({ element, words }) => !isKnown(element, words) && !allowed.has(words))
    .map(({ words }) => words);
}

/** The causes that need a person: each number stands first in its group, which has one button. */
function summedOf({ document }: Pages): number {
  return [...document.querySelectorAll('main a[aria-label]')]
    .map((link) => countIn(link.getAttribute('aria-label') ?? '') ?? 0)
    .reduce((sum, count) => sum + count, 0);
}

function isKnown(element: PageElement, words: string): boolean {
  if (element.closest('a[href]')) return true;
  if (noCounts.some((selector) => element.closest(selector))) return true;
  const term = element.closest('dd')?.parentElement.textContent ?? '';
  if (notCounted.some((label) => term.startsWith(label))) return true;
  // The button tries again what is counted beside it.
  const button = element.closest('button');
  if (button) return /^\D+ ([\d,]+)$/.test(words);
  // Requests of the last minute are no rows of any list.
  return element.closest('section')?.textContent.startsWith(say('home.budget')) === true;
}

function ownText({ childNodes }: PageElement): string {
  return [...childNodes]
    .filter(({ nodeType }) => nodeType === 3)
    .map(({ textContent }) => textContent)
    .join('');
}

/** How long a list may take until it shows what led to it, before Home is asked again; ms. */
const patience = 10_000;

/** The list behind a link has so many rows, or Home says another number by now, of which the same is true. */
async function expectRows(pages: Pages, href: string, count: number): Promise<void> {
  const { document } = pages;
  const rows = () => {
    const [grid] = document.querySelectorAll('main [role=grid]');
    if (grid) return Number(grid.getAttribute('aria-rowcount')) - 1;
    return [...document.querySelectorAll('main tbody tr')].length;
  };
  // From a page without rows, so that those of the list before do not stand for these.
  pages.goTo('#/explorer');
  await until('no list is shown', () => rows() === 0);
  pages.goTo(href);
  await until(`${href} lists ${count}`, () => rows() === count, patience).catch(async (error: unknown) => {
    const shown = rows();
    pages.goTo('#/home');
    await until('Home counts again', () => numbersOf(pages).length > 0);
    const now = numbersOf(pages).find((one) => one.href === href)?.count;
    if (now === count) throw new Error(`${href} lists ${shown}, and ${count} led there`, { cause: error });
    if (now !== undefined) await expectRows(pages, href, now);
  });
}

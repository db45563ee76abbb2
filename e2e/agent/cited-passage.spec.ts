import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { exitCodes } from '#shared/errors/catalog-entry.ts';
import { expect, test } from '../support/agent.ts';
import { lines, pdfOf } from '../support/make-pdf.ts';
import { expectShownPlace, markedText, shownMarks } from '../support/marked-text.ts';
import { expectMarkedInPdf } from '../support/original-pdf.ts';
import type { Place } from '../support/place.ts';
import { builtProgram } from '../support/program.ts';

/** Longer than what a search leads back by, and over two lines of its page. */
const claim = [
  'Halden Payments raised the volume of its cards by 14 percent in the fourth quarter,',
  'which was more than anybody who follows the company had expected.',
] as const;
/** So long a sentence that the next passage of a search begins behind it. */
const before = Array.from(
  { length: 18 },
  (_, line) => `the weather in valley ${line} was as it always is, and so`,
);

/** Six pages; what is looked for stands in the middle of the fourth. */
const letter = pdfOf(
  Array.from({ length: 6 }, (_, index) => {
    const around = [`On page ${index + 1}`, ...before, 'it stayed.'];
    return { content: lines([...around, ...(index === 3 ? claim : []), ...around]) };
  }),
);

interface Checked {
  readonly citations: readonly {
    readonly outcome: string;
    readonly quote: string;
    readonly found: string;
    readonly inOriginal: boolean | null;
  }[];
  readonly counts: Readonly<Record<string, number>>;
}

/** `sluice cite check FILE --json` beside the agent that runs. */
function citeCheck(place: Place, path: string): Promise<{ code: number; found: Checked }> {
  const args = [builtProgram('sluice'), 'cite', 'check', path, '--json', '--data-dir', place.dataDirectory];
  const env = { PATH: process.env.PATH, HOME: place.home, TZ: 'UTC' };
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { env }, (error, stdout, stderr) => {
      const code = error === null ? 0 : error.code;
      if (typeof code !== 'number' || stdout === '') return reject(new Error(stderr, { cause: error }));
      resolve({ code, found: (JSON.parse(stdout) as { data: Checked }).data });
    });
  });
}

const withoutSpace = (text: string) => text.replaceAll(/\s+/g, '');

test('a sentence is searched for, seen in the PDF it is from, cited, and its citation checked', async ({
  connected: sluice,
  place,
}) => {
  const { page } = sluice;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.setViewportSize({ width: 1_600, height: 900 });
  await sluice.value('uploads.add', {
    paths: [place.file('owners-letter.pdf', letter)],
    options: { published: '2025-03-14' },
  });
  await sluice.expectUploads('completed', 1);

  // Search → passage.
  await sluice.open('#/search');
  await page.getByRole('searchbox', { name: 'Search for' }).fill('volume of its cards');
  await page.keyboard.press('Enter');
  const result = page.getByRole('article');
  await expect(result).toHaveCount(1);
  const opens = page.getByRole('link', { name: /^Open in the text/ });
  const passages = result.getByRole('listitem').filter({ has: opens });
  await passages
    .filter({ hasText: 'Halden Payments' })
    .getByRole('link', { name: /^Open in the text/ })
    .click();
  await expectShownPlace(page);
  const inText = (await markedText(page, ...shownMarks)).join('');
  expect(withoutSpace(claim.join(''))).toContain(withoutSpace(inText));
  expect(inText).toMatch(/^Halden .{90}/u);

  // → the same in the original, on its page and in the middle third.
  await sluice.button('Original').click();
  await expect(page.getByText('This is the place.')).toBeVisible();
  const marked = await expectMarkedInPdf(page);
  expect(withoutSpace(marked.map(({ text }) => text).join(''))).toBe(withoutSpace(inText));
  expect(new Set(marked.map(({ page: number }) => number))).toEqual(new Set([4]));
  const [{ top, height } = { top: 0, height: 1 }] = marked;
  expect(top / height).toBeGreaterThan(0.32);
  expect(top / height).toBeLessThan(0.67);

  // → its citation.
  await page.getByRole('region', { name: 'Text of the document' }).focus();
  await page.keyboard.press('c');
  await expect(page.getByText('Copied with its source')).toBeVisible();
  const citation = await page.evaluate(() => navigator.clipboard.readText());
  const sentence = claim.join(' ');
  const [link = ''] = /sluice:\S+$/u.exec(citation) ?? [];
  expect(citation).toBe(`“${sentence}” — owners-letter, 2025-03-14, p. 4, ${link}`);
  expect(link).toContain('page=4');

  // → a memo, and whether it still says what the document says.
  const memo = place.file('memo.md', `# Cards\n\nOwners were told: ${citation}\n`);
  expect(await citeCheck(place, memo)).toMatchObject({
    code: 0,
    found: {
      citations: [{ outcome: 'same', quote: sentence, inOriginal: true }],
      counts: { same: 1, changed: 0 },
    },
  });
  writeFileSync(memo, readFileSync(memo, 'utf8').replace('14 percent', '41 percent'));
  expect(await citeCheck(place, memo)).toMatchObject({
    code: exitCodes.differs,
    found: {
      citations: [{ outcome: 'changed', found: expect.stringContaining('by 14 percent') }],
      counts: { same: 0, changed: 1 },
    },
  });
});

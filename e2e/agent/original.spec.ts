import { rmSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { originalPolicy } from '#shared/page/original-policy.ts';
import { expect, test } from '../support/agent.ts';
import { filing, ownFiling } from '../support/filing.ts';
import { expectShownPlace, markedText, shownMarks } from '../support/marked-text.ts';
import {
  clickInOriginal,
  expectMarkedInOriginal,
  markedInOriginal,
  topOfMark,
} from '../support/original-frame.ts';
import type { SluicePages } from '../support/sluice-pages.ts';
import { troubleOf } from '../support/trouble.ts';
import { journey } from '../support/journey.ts';

/** Opens a file as an annotated document with its original beside the text; its content id. */
async function openWithOriginal(sluice: SluicePages, path: string): Promise<string> {
  // Room for three panes: what was found is where places are chosen.
  await sluice.page.setViewportSize({ width: 1600, height: 800 });
  const contentId = await sluice.openDocument(path);
  await sluice.button('Original').click();
  await expect(sluice.page.getByText(/sentences? found in it/)).toBeVisible();
  return contentId;
}

const region = (page: Page) => page.getByRole('region', { name: 'Original', exact: true });

test('text and original lead to each other', journey, async ({ connected: sluice }) => {
  const { page } = sluice;
  const trouble = troubleOf(page);
  await openWithOriginal(sluice, filing);
  const analytics = page.getByRole('region', { name: 'Analytics', exact: true });
  await expect(page.getByText(/^\d[\d,]* of [\d,]+ sentences found in it/)).toBeVisible();

  // Text → original.
  await analytics.getByRole('tab', { name: /Entities/ }).click();
  await analytics.getByRole('row').nth(2).click();
  await expectShownPlace(page);
  await expectMarkedInOriginal(page);
  await expect(page.getByText('This is the place.')).toBeVisible();
  const [shown] = await markedText(page, ...shownMarks);
  expect(await markedInOriginal(page)).toEqual([{ name: 'sluice-exact', text: shown }]);

  // Original → text and tree.
  await page.keyboard.press('t');
  await expect(page.getByRole('tree')).toBeVisible();
  const chosen = await clickInOriginal(page);
  await expect.poll(() => page.url()).toMatch(/path=.*from=\d+&to=\d+/);
  await expectMarkedInOriginal(page);
  const [inText] = await markedText(page, ...shownMarks);
  const [inOriginal] = await markedInOriginal(page);
  const plain = (text?: string) => (text ?? '').replace(/[\s|]+/gu, '');
  expect(plain(inOriginal?.text)).toBe(plain(inText));
  expect(plain(inText)).toContain(plain(chosen));
  await expect(page.getByRole('tree').locator('[aria-selected=true]')).toBeInViewport();
  expect(trouble).toEqual([]);
});

test('a place stays where it is when window, zoom and panes change its width', async ({
  connected: sluice,
  place,
}) => {
  const { page } = sluice;
  const paragraphs = Array.from(
    { length: 300 },
    (
      _,
      index,
    ) => `<p>Paragraph ${index} says that Oracle raised its dividend by ${index} percent in that year, which \
was more than those who follow the company had thought, and less than some of them had hoped for.</p>`,
  );
  const contentId = await openWithOriginal(sluice, place.file('long.html', paragraphs.join('')));
  await sluice.open(`#/documents/${contentId}/annotated?path=$.content.body[150].text`);
  await expectMarkedInOriginal(page);
  expect((await markedInOriginal(page))[0]?.text).toMatch(/^Paragraph 150 /);
  const before = await topOfMark(page);
  const steady = async (change: () => Promise<unknown>) => {
    await change();
    await expect.poll(async () => Math.abs((await topOfMark(page)) - before)).toBeLessThanOrEqual(1);
  };
  await steady(() => page.keyboard.press('t'));
  await steady(() => page.setViewportSize({ width: 1920, height: 800 }));
  await steady(() => page.setViewportSize({ width: 1000, height: 800 }));
  // One at a time there, so there is nothing between them to be moved.
  await steady(() => page.keyboard.press('t'));
  await steady(() => page.setViewportSize({ width: 1600, height: 800 }));
  const separator = page.getByRole('separator').first();
  await steady(() => separator.press('ArrowRight'));
  const zoomed = { width: 1024, height: 720, deviceScaleFactor: 1.25, mobile: false };
  const session = await page.context().newCDPSession(page);
  await steady(() => session.send('Emulation.setDeviceMetricsOverride', zoomed));
  await session.send('Emulation.clearDeviceMetricsOverride');
  await session.detach();
});

test('a line that is wider than the pane shows its beginning', async ({ connected: sluice, place }) => {
  const { page } = sluice;
  const words = 'Oracle raised its dividend by nine percent in that year, as those who follow it had hoped. ';
  const html = `<p>Before.</p><p style="width: 2400px">${words.repeat(3)}</p>`;
  const contentId = await openWithOriginal(sluice, place.file('wide.html', html));
  await sluice.open(`#/documents/${contentId}/annotated?path=$.content.body[1].text`);
  await expect(page.getByText('This is the place.')).toBeVisible();
  const left = () =>
    page.evaluate(() => {
      const view = document.querySelector('iframe')?.contentWindow as (Window & typeof globalThis) | null;
      const [range] = [...(view?.CSS.highlights.get('sluice-exact') ?? [])] as Range[];
      return range?.getClientRects()[0]?.left;
    });
  expect(await left()).toBeCloseTo(24, 0);
});

test('keys of the page work in the original, and its links lead nowhere unasked', async ({
  connected: sluice,
  place,
}) => {
  const { page } = sluice;
  const html =
    '<p>Oracle raised its dividend.</p><p><a href="https://example.com/a">Terms</a> and ' +
    '<a href="#end">the end</a></p>' +
    '<p>Filler.</p>'.repeat(200) +
    '<p id="end">Oracle ended the year well.</p>';
  await openWithOriginal(sluice, place.file('note.html', html));
  const frame = page.frameLocator('iframe');
  await frame.locator('body').focus();
  await page.keyboard.press('n');
  await expectShownPlace(page);
  await expect(page.getByText('This is the place.')).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByRole('textbox', { name: /Find/ })).toBeFocused();
  await frame.locator('body').focus();
  await frame.locator('p').first().selectText();
  await page.keyboard.press('Escape');
  expect(await frame.locator('body').evaluate(() => String(document.getSelection()))).toBe('');
  await expect(region(page)).toBeVisible();
  await page.keyboard.press('t');
  await expect(page.getByRole('tree')).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');

  await frame.getByText('the end').click();
  await expect(frame.getByText('Oracle ended the year well.')).toBeInViewport();
  await frame.locator('body').evaluate((body) => body.scrollTo(0, 0));
  await frame.getByText('Terms').click();
  await expect(page.getByText('https://example.com/a')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  expect(
    await page.evaluate(() => document.querySelector('iframe')?.contentWindow?.location.pathname),
  ).toMatch(/\/original-page\/[^/]+$/);
  await frame.locator('body').focus();
  await page.keyboard.press('o');
  await expect(region(page)).toBeHidden();

  // One pane at a time: find is in the text, which comes to the front.
  await page.setViewportSize({ width: 700, height: 800 });
  await page.keyboard.press('2');
  await expect(page.getByText(/sentences? found in it|This is the place/)).toBeVisible();
  await frame.locator('body').focus();
  await page.keyboard.press('/');
  await expect(page.getByRole('textbox', { name: /Find/ })).toBeFocused();
  await expect(page.getByRole('textbox', { name: /Find/ })).toBeInViewport();
});

test('a document whose original the service does not keep says so, and asks again when it is told to', async ({
  connected: sluice,
  sandbox,
  place,
}) => {
  const { page } = sluice;
  const path = place.file('note.html', '<p>Oracle raised its dividend.</p>');
  await sluice.value('uploads.add', { paths: [path], options: {} });
  await sluice.expectUploads('completed', 1);
  const { rows } = await sluice.value('uploads.list', {});
  rmSync(path);
  await sandbox.faults([{ match: { path: '/original' }, kind: 'status', status: 404 }]);
  await sluice.open(`#/documents/${rows[0]?.contentId ?? ''}/annotated`);
  await sluice.button('Original').click();
  const pane = region(page);
  await expect(
    pane.getByText('The service does not give out what this document was made from.'),
  ).toBeVisible();
  await expect(page.getByText('Oracle raised its dividend.')).toBeVisible();
  await sandbox.faults([]);
  await pane.getByRole('button', { name: 'Try again' }).click();
  await expect(pane.getByText(/1 sentence found in it/)).toBeVisible();
});

test('a page of an original has its own policy, once, and bytes need the session', async ({
  connected: sluice,
}) => {
  const { page } = sluice;
  const contentId = await openWithOriginal(sluice, ownFiling);
  const { address, kind } = await sluice.value('host.openOriginal', { contentId });
  expect(kind).toBe('html');
  const ask = (path: string, headers: Record<string, string> = {}) =>
    page.evaluate(
      async ([to, sent]) => {
        const answer = await fetch(to, { headers: sent });
        const names = [
          'content-security-policy',
          'x-frame-options',
          'x-content-type-options',
          'cache-control',
        ];
        return { status: answer.status, headers: names.map((name) => answer.headers.get(name)) };
      },
      [path, headers] as const,
    );
  expect(await ask(address)).toEqual({ status: 200, headers: [originalPolicy, null, 'nosniff', 'no-store'] });
  expect((await ask(address)).status).toBe(404);
  expect((await ask(`original/${contentId}`)).status).toBe(401);
  const session = await page.evaluate(() => sessionStorage.getItem('sluice-session') ?? '');
  // It is no PDF: as it is, nobody gets it.
  expect((await ask(`original/${contentId}`, { 'x-sluice-session': session })).status).toBe(404);
});

test('what has no original says so, and a file of this machine has no such pane', async ({
  connected: sluice,
}) => {
  const { page } = sluice;
  await sluice.open('#/annotated');
  await page.getByTestId('annotated-file').setInputFiles({
    name: 'a.json',
    mimeType: 'application/json',
    buffer: Buffer.from('{"content":{"body":[{"text":"Hello"}]},"analytics":{"entities":[]}}'),
  });
  await expect(page.getByRole('region', { name: 'Text of the document' })).toBeVisible();
  await expect(sluice.button('Original')).toHaveCount(0);
  await page.keyboard.press('o');
  await expect(region(page)).toHaveCount(0);
});

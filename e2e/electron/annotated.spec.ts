import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, projectRoot, test } from '../support/app.ts';
import { lines, PdfMaker, pdfOf } from '../support/make-pdf.ts';
import { expectMarks } from '../support/marked-text.ts';
import { inkOf, textOnPage } from '../support/original-pdf.ts';

test('an annotated document is read from the app’s own address, and no other file is', async ({
  launch,
  place,
}) => {
  const { value, page } = await launch();
  await value<{ profileId: string }>('host.startSandbox');
  // The page asked before there was a profile.
  await page.reload();
  const sample = readFileSync(
    join(projectRoot, 'resources/samples/broker-research/halden-freight-downgrade.html'),
    'utf8',
  );
  await value('uploads.add', { paths: [place.file('note.html', sample)], options: {} });
  type Rows = { rows: { state: string; contentId: string }[] };
  const uploads = () => value<Rows>('uploads.list', {}).then(({ rows }) => rows);
  await expect.poll(uploads).toMatchObject([{ state: 'completed' }]);
  const contentId = (await uploads())[0]?.contentId ?? '';
  await page.evaluate((id) => {
    location.hash = `#/documents/${id}/annotated`;
  }, contentId);
  const text = page.getByRole('region', { name: 'Text of the document' });
  await expect(text).toBeVisible();
  await expectMarks(page);
  await page.keyboard.press('t');
  await expect(page.getByRole('tree').getByRole('treeitem').first()).toBeVisible();
  const ask = (path: string) =>
    page.evaluate(
      (to) =>
        fetch(to).then(
          ({ status, headers }) => [status, headers.get('content-type'), headers.get('cache-control')],
          () => ['refused'],
        ),
      path,
    );
  expect(await ask(`/annotated/${contentId}`)).toEqual([200, 'application/json; charset=utf-8', 'no-store']);
  expect((await ask(`/annotated/${contentId.toLowerCase()}`))[0]).toBe(404);
  expect((await ask('/annotated/%2e%2e/settings.json'))[0]).not.toBe(200);
  expect((await ask(`/annotated/${'0'.repeat(32)}`))[0]).toBe(404);
});

test('a PDF is drawn from the app’s own address, with fonts that the file does not bring', async ({
  launch,
  place,
}) => {
  const { value, page } = await launch();
  await value<{ profileId: string }>('host.startSandbox');
  // The page asked before there was a profile.
  await page.reload();
  const maker = new PdfMaker();
  const symbol = maker.add('<< /Type /Font /Subtype /Type1 /BaseFont /Symbol >>');
  const content = `${lines(['Nvidia raised its outlook.'])} BT /F2 60 Tf 72 600 Td (abc) Tj ET`;
  const pdf = pdfOf([{ content }], { fonts: `/F2 ${symbol} 0 R` }, maker);
  await value('uploads.add', { paths: [place.file('note.pdf', pdf)], options: {} });
  type Rows = { rows: { state: string; contentId: string }[] };
  const uploads = () => value<Rows>('uploads.list', {}).then(({ rows }) => rows);
  await expect.poll(uploads).toMatchObject([{ state: 'completed' }]);
  const contentId = (await uploads())[0]?.contentId ?? '';
  const trouble: string[] = [];
  page.on('console', (message) => message.type() === 'error' && trouble.push(message.text()));
  await page.evaluate((id) => {
    location.hash = `#/documents/${id}/annotated`;
  }, contentId);
  await page.getByRole('button', { name: 'Original', exact: true }).click();
  await expect.poll(() => inkOf(page, 1)).toBeGreaterThan(0.0005);
  await expect.poll(() => textOnPage(page, 1)).toContain('αβχ');
  expect(trouble).toEqual([]);
});

test('the menu opens the page for a JSON file', async ({ launch }) => {
  const { app, value, page } = await launch();
  await value<{ profileId: string }>('host.startSandbox');
  // The page asked before there was a profile.
  await page.reload();
  await app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('open-annotated')?.click());
  await expect(page.getByRole('button', { name: 'Choose a file…' })).toBeVisible();
  await page.getByTestId('annotated-file').setInputFiles({
    name: 'prices.json',
    mimeType: 'application/json',
    buffer: Buffer.from('[{"price": 1}]'),
  });
  await expect(page.getByText('not an annotated document')).toBeVisible();
});

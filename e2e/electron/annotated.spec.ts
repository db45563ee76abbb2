import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, projectRoot, test } from '../support/app.ts';
import { openDocument, startService } from '../support/app-document.ts';
import { lines, PdfMaker, pdfOf } from '../support/make-pdf.ts';
import { expectMarks } from '../support/marked-text.ts';
import { inkOf, textOnPage } from '../support/original-pdf.ts';
import { troubleOf } from '../support/trouble.ts';

test('an annotated document is read from the app’s own address, and no other file is', async ({
  launch,
  place,
}) => {
  const app = await launch();
  const { page } = app;
  const sample = readFileSync(
    join(projectRoot, 'resources/samples/broker-research/halden-freight-downgrade.html'),
    'utf8',
  );
  const contentId = await openDocument(app, place.file('note.html', sample));
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
  const app = await launch();
  const { page } = app;
  const maker = new PdfMaker();
  const symbol = maker.add('<< /Type /Font /Subtype /Type1 /BaseFont /Symbol >>');
  const content = `${lines(['Nvidia raised its outlook.'])} BT /F2 60 Tf 72 600 Td (abc) Tj ET`;
  const pdf = pdfOf([{ content }], { fonts: `/F2 ${symbol} 0 R` }, maker);
  const trouble = troubleOf(page);
  await openDocument(app, place.file('note.pdf', pdf));
  await page.getByRole('button', { name: 'Original', exact: true }).click();
  await expect.poll(() => inkOf(page, 1)).toBeGreaterThan(0.0005);
  await expect.poll(() => textOnPage(page, 1)).toContain('αβχ');
  expect(trouble).toEqual([]);
});

test('the menu opens the page for a JSON file', async ({ launch }) => {
  const launched = await launch();
  await startService(launched);
  const { app, page } = launched;
  await app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('open-annotated')?.click());
  await expect(page.getByRole('button', { name: 'Choose a file…' })).toBeVisible();
  await page.getByTestId('annotated-file').setInputFiles({
    name: 'prices.json',
    mimeType: 'application/json',
    buffer: Buffer.from('[{"price": 1}]'),
  });
  await expect(page.getByText('not an annotated document')).toBeVisible();
});

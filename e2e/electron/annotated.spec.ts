import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { originalPolicy } from '#shared/page/original-policy.ts';
import { expect, projectRoot, test } from '../support/app.ts';
import { openDocument } from '../support/app-document.ts';
import { lines, PdfMaker, pdfOf } from '../support/make-pdf.ts';
import { expectMarks } from '../support/marked-text.ts';
import { markedInOriginal } from '../support/original-frame.ts';
import { inkOf, textOnPage } from '../support/original-pdf.ts';
import { troubleOf } from '../support/trouble.ts';

// As a window is where nobody read a document before.
test.beforeEach(({ serving: { page } }) =>
  page.evaluate(() => {
    localStorage.clear();
    location.hash = '#/home';
  }),
);

test('an annotated document is read from the app’s own address, and no other file is', async ({
  serving,
}) => {
  const { page, place } = serving;
  const sample = readFileSync(
    join(projectRoot, 'resources/samples/broker-research/halden-freight-downgrade.html'),
    'utf8',
  );
  const contentId = await openDocument(serving, place.file('note.html', sample));
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

test('an original stands in a frame of the app’s own address, is marked there, and leads nowhere', async ({
  serving,
}) => {
  const { value, page, place } = serving;
  const sample = readFileSync(
    join(projectRoot, 'resources/samples/broker-research/halden-freight-downgrade.html'),
    'utf8',
  );
  const hostile = '<script>top.ran = 1</script><img src=x onerror="top.ran = 1">';
  await page.setViewportSize({ width: 1400, height: 800 }).catch(() => undefined);
  const contentId = await openDocument(serving, place.file('hostile.html', `${sample}${hostile}`));
  await page.evaluate((id) => {
    location.hash = `#/documents/${id}/annotated?path=$.content.body[3].text`;
  }, contentId);
  await expectMarks(page);
  await page.keyboard.press('o');
  await expect(page.getByText('This is the place.')).toBeVisible();
  expect((await markedInOriginal(page)).map(({ name }) => name)).toEqual(['sluice-exact']);

  // The address of a page works once; bytes that are no PDF's are given to nobody.
  const { address } = await value<{ address: string }>('host.openOriginal', { contentId });
  const ask = (path: string) =>
    page.evaluate(
      (to) =>
        fetch(to).then(({ status, headers }) => [status, headers.get('content-security-policy')] as const),
      path,
    );
  expect(await ask(address)).toEqual([200, originalPolicy]);
  expect((await ask(address))[0]).toBe(404);
  expect((await ask(`/original/${contentId}`))[0]).toBe(404);

  // Nothing ran, and a frame that is told to leave stays.
  const left = await page.evaluate(async () => {
    const frame = document.querySelector('iframe') as HTMLIFrameElement;
    const before = frame.contentWindow?.location.href;
    const link = frame.contentDocument?.createElement('a') as HTMLAnchorElement;
    link.href = 'https://example.com/away';
    frame.contentDocument?.body.append(link);
    link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    await new Promise((resolve) => requestAnimationFrame(resolve));
    return { isThere: frame.contentWindow?.location.href === before, hasRun: 'ran' in globalThis };
  });
  expect(left).toEqual({ isThere: true, hasRun: false });
});

test('a PDF is drawn from the app’s own address, with fonts that the file does not bring', async ({
  serving,
}) => {
  const { page, place } = serving;
  const maker = new PdfMaker();
  const symbol = maker.add('<< /Type /Font /Subtype /Type1 /BaseFont /Symbol >>');
  const content = `${lines(['Nvidia raised its outlook.'])} BT /F2 60 Tf 72 600 Td (abc) Tj ET`;
  const pdf = pdfOf([{ content }], { fonts: `/F2 ${symbol} 0 R` }, maker);
  const trouble = troubleOf(page);
  await openDocument(serving, place.file('note.pdf', pdf));
  await page.getByRole('button', { name: 'Original', exact: true }).click();
  await expect.poll(() => inkOf(page, 1)).toBeGreaterThan(0.0005);
  await expect.poll(() => textOnPage(page, 1)).toContain('αβχ');
  expect(trouble).toEqual([]);
});

test('the menu opens the page for a JSON file', async ({ serving }) => {
  const { app, page } = serving;
  await app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('open-annotated')?.click());
  await expect(page.getByRole('button', { name: 'Choose a file…' })).toBeVisible();
  await page.getByTestId('annotated-file').setInputFiles({
    name: 'prices.json',
    mimeType: 'application/json',
    buffer: Buffer.from('[{"price": 1}]'),
  });
  await expect(page.getByText('not an annotated document')).toBeVisible();
});

import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { test as base, expect } from '../support/agent.ts';
import {
  pdfInCircles,
  pdfOfOddSizes,
  pdfOfPages,
  pdfThatTries,
  pdfWithoutEnd,
  pdfWithoutPages,
  pdfWithPassword,
} from '../support/hostile-pdfs.ts';
import { lines, PdfMaker, pdfOf } from '../support/make-pdf.ts';
import { expectShownPlace, markedText, shownMarks } from '../support/marked-text.ts';
import { expectMarkedInPdf, inkOf, markedInPdf, textOnPage } from '../support/original-pdf.ts';
import { projectRoot } from '../support/project-root.ts';
import { troubleOf } from '../support/trouble.ts';

const realFiling = join(projectRoot, '../shared/corpus/form-c.pdf');

/** Eight pages, on each of which a company is named once. */
const report = pdfOf(
  ['Nvidia', 'Apple', 'Oracle', 'Siemens', 'Nestle', 'Toyota', 'Unilever', 'Novartis'].map(
    (company, index) => ({
      content: lines([
        `Quarterly letter, page ${index + 1}`,
        ...Array.from({ length: 20 }, () => ''),
        `${company} Inc. raised its outlook for the year after a quarter`,
        'in which its revenue had grown by a tenth.',
        'Nothing else on this page is worth a word.',
      ]),
    }),
  ),
);

const withoutSpace = (text: string) => text.replaceAll(/\s+/g, '');

/** Wide enough for the text, its original and what was found, side by side. */
const wide = { width: 1_600, height: 900 };

const toggleOriginal = (page: Page) => page.getByRole('button', { name: 'Original', exact: true });

const test = base.extend<{
  /** Shows other bytes as the original of the document that is open. */
  readonly showOriginal: (bytes: Buffer) => Promise<void>;
}>({
  showOriginal: async ({ connected: sluice, place }, use) => {
    const { page } = sluice;
    await sluice.openDocument(place.file('report.pdf', report));
    await use(async (bytes) => {
      const toggle = toggleOriginal(page);
      if ((await toggle.getAttribute('aria-pressed')) === 'true') await toggle.click();
      await page.unrouteAll({ behavior: 'wait' });
      await page.route('**/original/*', (route) =>
        route.fulfill({ body: bytes, contentType: 'application/octet-stream' }),
      );
      await toggle.click();
    });
  },
});

for (const [name, file] of [['of our own', null], ...(existsSync(realFiling) ? [['real', realFiling]] : [])])
  test(`a PDF and its text lead to each other (${name})`, async ({ connected: sluice, place }) => {
    const { page } = sluice;
    const trouble = troubleOf(page);
    await page.setViewportSize(wide);
    await sluice.openDocument(file ?? place.file('report.pdf', report));
    await toggleOriginal(page).click();
    await expect(page.getByText(/sentences? found in it/)).toBeVisible();
    const analytics = page.getByRole('region', { name: 'Analytics', exact: true });
    await analytics.getByRole('tab', { name: /Entities/ }).click();
    const pages = new Set<number>();
    for (const row of [1, 2, 3]) {
      const chosen = analytics.getByRole('row').nth(row);
      await chosen.click();
      await expect(chosen).toHaveAttribute('aria-selected', 'true');
      await expectShownPlace(page);
      await expect(page.getByText('This is the place.')).toBeVisible();
      // Until the page has it, the place before is marked there.
      await expect
        .poll(async () => {
          const [shown = ''] = await markedText(page, ...shownMarks);
          const marked = await expectMarkedInPdf(page);
          return withoutSpace(marked.map(({ text }) => text).join('')) === withoutSpace(shown);
        })
        .toBe(true);
      const marked = await expectMarkedInPdf(page);
      expect(new Set(marked.map(({ kind }) => kind))).toEqual(new Set(['sluice-exact']));
      const number = marked[0]?.page ?? 0;
      expect(await inkOf(page, number)).toBeGreaterThan(0.0005);
      pages.add(number);
    }
    if (file === null) expect(pages.size).toBe(3);
    await expectAccessible(page);

    // And from a line of a page to the text.
    const line = page.locator('.textLayer span', { hasText: /\w{4,} \w{4,}/ });
    const seen = line.filter({ visible: true }).first();
    await seen.click({ position: { x: 12, y: 5 } });
    await expect(page.getByText('This is the place.')).toBeVisible();
    await expectShownPlace(page);
    expect(trouble).toEqual([]);
  });

test('what is shown stays where it is when pane and pages change their size', async ({
  connected: sluice,
  place,
}) => {
  const { page } = sluice;
  await page.setViewportSize(wide);
  await sluice.openDocument(place.file('report.pdf', report));
  await toggleOriginal(page).click();
  await expect(page.getByText(/sentences? found in it/)).toBeVisible();
  const analytics = page.getByRole('region', { name: 'Analytics', exact: true });
  await analytics.getByRole('tab', { name: /Entities/ }).click();
  await analytics.getByRole('row', { name: /Siemens/ }).click();
  const [first] = await expectMarkedInPdf(page);
  expect(first?.page).toBe(4);
  const pages = page.getByRole('document', { name: /^Pages of the original/ });
  const width = () => pages.evaluate((element) => element.clientWidth);
  const paperWidth = () =>
    page.locator('[data-page-number="4"]').evaluate((element) => element.getBoundingClientRect().width);
  const stands = async () => Math.abs(((await markedInPdf(page))[0]?.top ?? 0) - (first?.top ?? 0));

  const before = await width();
  await page.getByRole('button', { name: 'Analytics', exact: true }).click();
  await expect.poll(width).toBeGreaterThan(before + 50);
  await expect.poll(stands).toBeLessThanOrEqual(1);
  await page.setViewportSize({ width: 1_100, height: 700 });
  await expect.poll(width).toBeLessThan(before);
  await expect.poll(stands).toBeLessThanOrEqual(1);
  // In a pane too low for that in its middle third.
  const middle = async () => {
    const [line] = await markedInPdf(page);
    return line === undefined ? 1 : Math.abs(line.top / line.height - 0.5);
  };
  await page.setViewportSize({ width: 1_100, height: 380 });
  await expect.poll(middle).toBeLessThan(1 / 6);
  await page.setViewportSize({ width: 1_100, height: 700 });
  await pages.focus();
  const stood = (await markedInPdf(page))[0]?.top ?? 0;
  const moved = async () => Math.abs(((await markedInPdf(page))[0]?.top ?? 0) - stood);
  for (const key of ['+', '+', '-', '0']) {
    const paper = await paperWidth();
    await page.keyboard.press(key);
    await expect.poll(paperWidth).not.toBe(paper);
    expect(await moved(), key).toBeLessThanOrEqual(2);
  }

  // Pages are turned by keys, by buttons and by their number.
  const number = page.getByRole('textbox', { name: 'Page' });
  await expect(number).toHaveValue('4');
  await page.keyboard.press('ArrowRight');
  await expect(number).toHaveValue('5');
  await page.getByRole('button', { name: /^Previous page/ }).click();
  await expect(number).toHaveValue('4');
  await number.fill('8');
  await number.press('Enter');
  await expect.poll(() => inkOf(page, 8)).toBeGreaterThan(0);
  await expect(page.getByText('of 8', { exact: true })).toBeVisible();
});

test('scans, Asian writing and fonts that are not in the file are painted', async ({
  connected: { page },
  showOriginal,
}) => {
  const trouble = troubleOf(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const scan = readFileSync(join(projectRoot, 'e2e/support/samples/scan.jp2'));
  const scans = new PdfMaker();
  const image = scans.add(
    '<< /Type /XObject /Subtype /Image /Width 160 /Height 120 /ColorSpace /DeviceGray ' +
      '/BitsPerComponent 8 /Filter /JPXDecode >>',
    scan,
  );
  const resources = `/XObject << /Im ${image} 0 R >>`;
  await showOriginal(pdfOf([{ content: 'q 480 0 0 360 50 400 cm /Im Do Q' }], { resources }, scans));
  await expect.poll(() => inkOf(page, 1)).toBeGreaterThan(0.02);
  await expect(page.getByText(/^Without text: its pages are pictures/)).toBeVisible();
  expect(asked.some((path) => path.endsWith('/decoders/openjpeg_nowasm_fallback.js'))).toBe(true);

  const maker = new PdfMaker();
  const song = maker.add(
    '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /DW 1000 ' +
      '/CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> ' +
      '/FontDescriptor << /Type /FontDescriptor /FontName /STSong-Light /Flags 6 /ItalicAngle 0 ' +
      '/FontBBox [0 -200 1000 900] /Ascent 880 /Descent -120 /CapHeight 880 /StemV 80 >> >>',
  );
  const asian = maker.add(
    `<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H ` +
      `/DescendantFonts [${song} 0 R] >>`,
  );
  const symbol = maker.add('<< /Type /Font /Subtype /Type1 /BaseFont /Symbol >>');
  const content =
    'BT /F2 60 Tf 72 700 Td <4E2D6587516C53F8> Tj ET BT /F3 60 Tf 72 600 Td (abc) Tj ET ' +
    'BT /F1 60 Tf 72 500 Td (Helvetica) Tj ET';
  await showOriginal(pdfOf([{ content }], { fonts: `/F2 ${asian} 0 R /F3 ${symbol} 0 R` }, maker));
  await expect.poll(() => textOnPage(page, 1).catch(() => '')).toContain('中文公司');
  expect(await textOnPage(page, 1)).toContain('Helvetica');
  expect(await textOnPage(page, 1)).toContain('αβχ');
  await expect.poll(() => inkOf(page, 1)).toBeGreaterThan(0.005);
  const fetched = (name: string) => asked.some((path) => path.endsWith(name));
  expect([fetched('/cmaps/UniGB-UCS2-H.bcmap'), fetched('/standard_fonts/FoxitSymbol.pfb')]).toEqual([
    true,
    true,
  ]);
  expect(trouble).toEqual([]);
});

test('a hostile PDF runs nothing, fetches nothing, and leads nowhere without asking', async ({
  connected: { page },
  showOriginal,
}) => {
  const trouble = troubleOf(page);
  const asked: string[] = [];
  const listener = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end();
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  try {
    await showOriginal(pdfThatTries(address));
    await expect.poll(() => inkOf(page, 1)).toBeGreaterThan(0);
    await expect(page.getByText(/sentences? found in it/)).toBeVisible();
    const links = page.locator('.annotationLayer a');
    await expect(links).toHaveCount(2);
    await links.nth(1).click();
    await expect(page.getByRole('textbox', { name: 'Page' })).toHaveValue('2');
    await page.getByRole('button', { name: /^Previous page/ }).click();
    await links.nth(0).click();
    // An address without TLS leads nowhere.
    await expect(page.getByText('Sluice opens only https addresses')).toBeVisible();
    expect(await page.evaluate(() => 'ran' in globalThis)).toBe(false);
    expect(asked).toEqual([]);
    expect(trouble).toEqual([]);
  } finally {
    listener.close();
  }
});

test('pages of any size and any number are shown', async ({ connected: { page }, showOriginal }) => {
  const trouble = troubleOf(page);
  await showOriginal(pdfOfOddSizes());
  await expect(page.getByText('of 4', { exact: true })).toBeVisible();
  const number = page.getByRole('textbox', { name: 'Page' });
  await number.fill('4');
  await number.press('Enter');
  await expect.poll(() => inkOf(page, 4)).toBeGreaterThan(0.0002);
  const sizes = await page
    .locator('.pdfViewer canvas')
    .evaluateAll((all) =>
      all.map((one) => (one as HTMLCanvasElement).width * (one as HTMLCanvasElement).height),
    );
  expect(Math.max(...sizes)).toBeLessThan(17_000_000);

  await showOriginal(pdfOfPages(3_000));
  await expect(page.getByText('of 3,000', { exact: true })).toBeVisible();
  await number.fill('2900');
  await number.press('Enter');
  await expect.poll(() => inkOf(page, 2_900)).toBeGreaterThan(0.0002);
  await expect(number).toHaveValue('2900');
  expect(await page.locator('.pdfViewer canvas').count()).toBeLessThan(30);
  expect(trouble).toEqual([]);
});

test('what cannot be shown is told in words', async ({ connected: { page }, showOriginal }) => {
  const told: readonly (readonly [Buffer, RegExp])[] = [
    [Buffer.from('This is no PDF at all.'), /^This PDF is broken, or is no PDF/],
    [pdfInCircles(), /^This PDF is broken, or is no PDF.*circular/],
    [Buffer.alloc(0), /^This PDF is empty/],
    [pdfWithoutPages(), /^This PDF is empty/],
    [pdfWithPassword(), /^This PDF is protected by a password/],
  ];
  for (const [bytes, words] of told) {
    await showOriginal(bytes);
    await expect(page.getByText(words)).toBeVisible();
  }
  // And what breaks when it is open already.
  await showOriginal(report);
  await expect(page.getByText(/sentences? found in it/)).toBeVisible();
  const worker = page.workers().find((one) => one.url().includes('pdf-worker'));
  await worker?.evaluate(() => {
    setTimeout(() => {
      throw new Error('out of breath');
    }, 0);
  });
  await expect(page.getByText(/^This PDF is broken.*out of breath/)).toBeVisible();
  await expect.poll(() => page.workers().filter((one) => one.url().includes('pdf-worker')).length).toBe(0);
});

test.describe('with a clock of its own', () => {
  // The clock would stay in the window, and is code that the sandboxed pages of later tests block.
  test.use({ ownWindow: true });

  test('a page without end is given up alone, and the others are drawn at once', async ({
    connected: { page },
    showOriginal,
  }) => {
    await page.clock.install();
    await showOriginal(pdfWithoutEnd(4, 2));
    await expect.poll(() => inkOf(page, 1)).toBeGreaterThan(0);
    const second = page.locator('[data-page-number="2"]');
    await page.getByRole('textbox', { name: 'Page' }).fill('2');
    await page.getByRole('textbox', { name: 'Page' }).press('Enter');
    await expect(second).toBeVisible();
    // Whatever its reader is at: what a page may take is over.
    await page.clock.fastForward(31_000);
    await expect(second).toContainText('This page takes too long');
    for (const number of [3, 4]) {
      await page.getByRole('textbox', { name: 'Page' }).fill(String(number));
      await page.getByRole('textbox', { name: 'Page' }).press('Enter');
      await expect.poll(() => inkOf(page, number)).toBeGreaterThan(0);
    }
    await expect.poll(() => textOnPage(page, 4).catch(() => '')).toContain('Page 4 is as good as any.');
    await expect(page.getByText('Page 2 was given up: it takes too long.')).toBeVisible();
    await expect.poll(() => page.workers().filter((one) => one.url().includes('pdf-worker')).length).toBe(1);
  });
});

import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expectAccessible, expectColoursAccessible } from '../support/accessibility.ts';
import { test as base, expect } from '../support/agent.ts';
import { filing } from '../support/filing.ts';
import { expectMarks, expectShownPlace, markedText, topOfShown } from '../support/marked-text.ts';
import { projectRoot } from '../support/project-root.ts';
import { Sandbox } from '../support/sandbox.ts';
import type { SluicePages } from '../support/sluice-pages.ts';
import { troubleOf } from '../support/trouble.ts';
import { journeyOf } from '../support/journey.ts';

async function openFile(sluice: SluicePages, path: string): Promise<void> {
  await sluice.open('#/annotated');
  await sluice.page.getByTestId('annotated-file').setInputFiles(path);
}

for (const behaviour of ['spec', 'field'] as const) {
  const test = base.extend({
    sandbox: async ({ place }, use) => {
      const sandbox = new Sandbox(place.home, ['--profile', behaviour]);
      await sandbox.start();
      await use(sandbox);
      await sandbox.stop();
    },
  });

  test(
    `a filing is browsed: entity, text and tree lead to each other (${behaviour})`,
    journeyOf(behaviour),
    async ({ connected: sluice }) => {
      const { page } = sluice;
      const trouble = troubleOf(page);
      await sluice.openDocument(filing);
      const analytics = page.getByRole('region', { name: 'Analytics', exact: true });
      const text = page.getByRole('region', { name: 'Text of the document' });
      const tree = page.getByRole('tree');
      await expectMarks(page);
      await page.keyboard.press('t');

      // Entity → text and tree.
      await analytics.getByRole('tab', { name: /Entities/ }).click();
      const row = analytics.getByRole('row').nth(2);
      const name = (await row.getByRole('gridcell').first().textContent()) ?? '';
      await row.click();
      await expect(row).toHaveAttribute('aria-selected', 'true');
      await expectShownPlace(page);
      await expect(page.getByText(/^Mark 1 of \d+$/)).toBeVisible();
      const line = tree.locator('[aria-selected=true]');
      await expect(line).toBeInViewport();
      await expect(
        page.locator('code').filter({ hasText: /^\$\.analytics\.entities\[\d+\]$/ }),
      ).toBeVisible();
      const address = page.url();
      expect(address).toContain('?entity=');

      // Text → tree and table, by keyboard.
      await text.focus();
      await page.keyboard.press('n');
      await expect(page.getByText(/^Mark [12] of \d+$/)).toBeVisible();
      await expect(page.locator('code').filter({ hasText: /^\$\.(content\.body|analytics)/ })).toBeVisible();

      // Tree → text.
      await page.getByRole('textbox', { name: 'Search keys and values' }).fill('sentiment');
      await expect(page.getByText(/^1 of [\d,]+$/)).toBeVisible();
      await page.keyboard.press('Escape');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/\?path=.*sentiment/);

      // The address leads back.
      await page.goto(address);
      await page.reload();
      await expectShownPlace(page);
      await expect(analytics.getByRole('row', { selected: true })).toContainText(name);
      expect(trouble).toEqual([]);
    },
  );

  test(`its files are exported (${behaviour})`, async ({ connected: sluice }) => {
    const { page } = sluice;
    const contentId = await sluice.openDocument(filing);
    const save = async (item: string) => {
      await sluice.button('Export').click();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: item }).click(),
      ]);
      return readFile(await download.path(), 'utf8');
    };
    const json = await save('JSON as it came');
    const served = await page.evaluate(async (id) => {
      const headers = { 'x-sluice-session': sessionStorage.getItem('sluice-session') ?? '' };
      return (await fetch(`annotated/${id}`, { headers })).text();
    }, contentId);
    expect(json).toBe(served);
    const { analytics } = JSON.parse(json) as { analytics: { entities: { entity_name: string }[] } };
    const csv = await save('Entities as CSV');
    expect(csv.split('\r\n').length).toBeGreaterThan(analytics.entities.length);
    for (const { entity_name } of analytics.entities.slice(0, 5)) expect(csv).toContain(entity_name);
    expect(await save('Text with marks as HTML')).toContain('<mark data-style=');
    expect(await save('Events as CSV')).toContain('"type","topic"');
  });
}

base('another width, zoom or pane leaves the sentence where it is', async ({ connected: sluice }) => {
  const { page } = sluice;
  await page.setViewportSize({ width: 1440, height: 900 });
  const contentId = await sluice.openDocument(filing);
  await sluice.open(`#/documents/${contentId}/annotated?event=2`);
  const text = page.getByRole('region', { name: 'Text of the document' });
  await expect(text).toHaveAttribute('data-shown', /\d/);
  const before = await topOfShown(page);
  const stays = async (what: string) =>
    expect(Math.abs((await topOfShown(page)) - before), what).toBeLessThanOrEqual(1);
  for (const pane of ['Analytics', 'JSON', 'JSON']) {
    await page.getByRole('toolbar', { name: 'Panes shown' }).getByRole('button', { name: pane }).click();
    await stays(`${pane} opened or closed`);
  }
  for (const width of [1000, 2560, 1200]) {
    await page.setViewportSize({ width, height: 900 });
    await stays(`${width} pixels wide`);
  }
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '22px'));
  await stays('larger letters');
});

base('what is said of a mark takes one line, also in a narrow window', async ({ connected: sluice }) => {
  const { page } = sluice;
  await page.setViewportSize({ width: 1440, height: 900 });
  await sluice.openDocument(filing);
  const analytics = page.getByRole('region', { name: 'Analytics', exact: true });
  await analytics.getByRole('tab', { name: /Entities/ }).click();
  await analytics.getByRole('row').nth(2).click();
  await page.setViewportSize({ width: 320, height: 900 });
  const line = page.getByRole('status').filter({ hasText: /Mark \d+ of \d+/ });
  await expect(line).toBeVisible();
  // 1.75 rem. What does not fit is scrolled to, sideways.
  expect((await line.boundingBox())?.height).toBe(28);
  const { inner, outer } = await line.evaluate((element) => ({
    inner: element.scrollWidth,
    outer: element.clientWidth,
  }));
  expect(inner).toBeGreaterThan(outer);
  expect(await line.evaluate((element) => element.scrollHeight)).toBeLessThanOrEqual(28);
  await line.getByRole('link').focus();
  await expect(line.getByRole('link')).toBeInViewport({ ratio: 1 });
});

base(
  'a much lower window shows the sentence in its middle, and a high one where it was',
  async ({ connected: sluice }) => {
    const { page } = sluice;
    await page.setViewportSize({ width: 1440, height: 1200 });
    const contentId = await sluice.openDocument(filing);
    await sluice.open(`#/documents/${contentId}/annotated?event=2`);
    const text = page.getByRole('region', { name: 'Text of the document' });
    await expect(text).toHaveAttribute('data-shown', /\d/);
    const before = await topOfShown(page);
    const height = () => text.evaluate((element) => element.clientHeight);
    const resize = async (to: number) => {
      const old = await height();
      await page.setViewportSize({ width: 1440, height: to });
      await expect.poll(height).not.toBe(old);
    };
    const share = async () => (await topOfShown(page)) / (await height());
    for (const low of [480, 400]) {
      await resize(low);
      expect(await height()).toBeLessThan(before);
      await expect.poll(async () => Math.abs((await share()) - 0.5), `${low} high`).toBeLessThan(1 / 6);
      await resize(1_000);
      await expect
        .poll(async () => Math.abs((await topOfShown(page)) - before), `after ${low}`)
        .toBeLessThan(1);
    }
  },
);

base(
  'the line of the tree that was jumped to stays in its middle in a lower window, until a hand moves it',
  async ({ connected: sluice, place: folder }) => {
    const { page } = sluice;
    await page.setViewportSize({ width: 1440, height: 1200 });
    const paragraphs = Array.from({ length: 120 }, (_, index) => `Paragraph ${index} of many.`);
    const contentId = await sluice.openDocument(folder.file('long.txt', paragraphs.join('\n\n')));
    await sluice.open(`#/documents/${contentId}/annotated?path=%24.content.body%5B60%5D`);
    await page.getByRole('toolbar', { name: 'Panes shown' }).getByRole('button', { name: 'JSON' }).click();
    const tree = page.getByRole('tree');
    const line = tree.locator('[aria-selected=true]');
    await expect(line).toBeInViewport();
    /** From 0 at the top of the tree to 1. */
    const place = () =>
      tree.evaluate((element) => {
        const { top, height } = element.getBoundingClientRect();
        const line = element.querySelector('[aria-selected=true]')?.getBoundingClientRect();
        return line === undefined ? Number.NaN : (line.top - top) / height;
      });
    await expect.poll(async () => Math.abs((await place()) - 0.5)).toBeLessThan(1 / 6);
    for (const height of [560, 900]) {
      await page.setViewportSize({ width: 1440, height });
      await expect.poll(async () => Math.abs((await place()) - 0.5)).toBeLessThan(1 / 6);
    }
    await tree.hover();
    await page.mouse.wheel(0, 150);
    await expect.poll(async () => Math.abs((await place()) - 0.5)).toBeGreaterThan(0.1);
    const before = await tree.evaluate((element) => element.scrollTop);
    await page.setViewportSize({ width: 1440, height: 1000 });
    await expect.poll(() => tree.evaluate((element) => element.clientHeight)).toBeGreaterThan(600);
    expect(await tree.evaluate((element) => element.scrollTop)).toBe(before);
  },
);

base(
  'a sentence that the end of the text kept low is in the middle of a lower pane',
  async ({ connected: sluice, place: folder }) => {
    const { page } = sluice;
    await page.setViewportSize({ width: 1440, height: 1200 });
    const paragraphs = Array.from({ length: 60 }, (_, index) => `Paragraph ${index} of many.`);
    const contentId = await sluice.openDocument(folder.file('long.txt', paragraphs.join('\n\n')));
    await sluice.open(`#/documents/${contentId}/annotated?path=%24.content.body%5B54%5D.text`);
    const text = page.getByRole('region', { name: 'Text of the document' });
    await expect(text).toHaveAttribute('data-shown', /\d/);
    const height = () => text.evaluate((element) => element.clientHeight);
    expect(await topOfShown(page)).toBeGreaterThan(((await height()) * 2) / 3);
    await page.setViewportSize({ width: 1440, height: 560 });
    await expect.poll(async () => (await topOfShown(page)) / (await height())).toBeLessThan(2 / 3);
    expect((await topOfShown(page)) / (await height())).toBeGreaterThan(1 / 4);
  },
);

base(
  'in a narrow window one pane is in sight, the others a key away, and the sentence stays',
  async ({ connected: sluice }) => {
    const { page } = sluice;
    // Before it is opened: panes that were in sight stay in the page.
    await page.setViewportSize({ width: 640, height: 800 });
    const contentId = await sluice.openDocument(filing);
    const text = page.getByRole('region', { name: 'Text of the document' });
    const panes = page.locator('[data-pane]').filter({ visible: true });
    const tabs = page.getByRole('tablist', { name: 'Panes shown' });
    for (const viewport of [
      { width: 640, height: 800 },
      { width: 640, height: 400 },
      { width: 900, height: 600 },
    ]) {
      await page.setViewportSize(viewport);
      await sluice.open(`#/documents/${contentId}/annotated?event=2`);
      await expect(text).toHaveAttribute('data-shown', /\d/);
      await expect(panes).toHaveCount(1);
      // Those that nobody has opened are not behind it either.
      if (viewport.height === 800) await expect(page.locator('[data-pane]')).toHaveCount(1);
      const before = await topOfShown(page);
      await tabs.getByRole('tab', { name: 'Analytics' }).click();
      await expect(text).toBeHidden();
      await page.keyboard.press('ArrowRight');
      await expect(page.getByRole('tree')).toBeVisible();
      await expect(tabs.getByRole('tab', { name: 'JSON' })).toBeFocused();
      await page.keyboard.press('1');
      await expect(text).toBeFocused();
      expect(Math.abs((await topOfShown(page)) - before)).toBeLessThanOrEqual(1);
      // From the list of events to the sentence, by keyboard.
      await page.keyboard.press('3');
      await expect(page.getByRole('grid', { name: 'Events' })).toBeFocused();
      await page.keyboard.press('Home');
      await page.keyboard.press('Enter');
      await expect(text).toBeFocused();
      await expectShownPlace(page);
      await page.keyboard.press('F6');
      await page.keyboard.press('F6');
      await expect(page.getByRole('grid', { name: 'Events' })).toBeFocused();
      // What is read next is shown where one read last.
      await page.keyboard.press('1');
      await expect(text).toBeFocused();
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect(panes).toHaveCount(2);
  },
);

base('a hostile file renders safely, and the page stays quick', async ({ connected: sluice, place }) => {
  const { page } = sluice;
  const trouble = troubleOf(page);
  const script = '<script>alert(1)</script><img src=x onerror=alert(2)>';
  const long = 'x'.repeat(10 * 1024 * 1024);
  const depth = 10_000;
  const hostile = JSON.stringify({
    document: script,
    content: {
      title: { text: script },
      body: [
        {
          text: script,
          kind: script,
          entities: [{ entity_name: script, start: 0, end: 8 }],
          sentences: 'no',
        },
        { text: long, kind: 7, entities: { a: 1 }, sentences: [null, 3, { start: 'a' }] },
        null,
        'text',
        { text: { text: [] } },
      ],
    },
    analytics: {
      entities: [{ entity_name: script, entity_type: script }, 3, null],
      events: [{ roles: 'x' }, []],
    },
    deep: 0,
  }).replace('"deep":0', `"deep":${'[{"a":'.repeat(depth)}1${'}]'.repeat(depth)}`);
  await openFile(sluice, place.file('hostile.json', hostile));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(script);
  const text = page.getByRole('region', { name: 'Text of the document' });
  await expect(text.getByText('alert(1)').first()).toBeVisible();
  await expect(page.getByRole('button', { name: /Show more \(6,000 of 10,485,760/ })).toBeVisible();
  expect(await page.locator('main script, main img').count()).toBe(0);

  const tree = page.getByRole('tree');
  await page.keyboard.press('t');
  // Keys are for a line, so it must be there.
  await expect(tree.locator('[data-cursor]')).toBeVisible();
  await tree.focus();
  await page.keyboard.press('e');
  // The worker opens the lines meanwhile; what is pressed before they are there goes to the end of what was.
  await expect(async () => {
    await tree.focus();
    await page.keyboard.press('End');
    await expect(tree.locator('[data-cursor]')).toHaveText(/a: 1$/, { timeout: 2_000 });
  }).toPass();
  await page.getByRole('textbox', { name: 'Search keys and values' }).fill('alert(2)');
  await expect(page.getByText(/^1 of \d+$/)).toBeVisible();
  await page.getByRole('textbox', { name: 'Find in the text' }).fill('xxx');
  await expect(page.getByText(/of 1,000,000|of more than 1,000,000|of 3,\d{3},\d{3}/).first()).toBeVisible();
  expect(trouble).toEqual([]);
});

base(
  'of a text of 30,000 blocks only what is near stands in the page, and every place is found',
  async ({ connected: sluice, place }) => {
    const { page } = sluice;
    const body = Array.from({ length: 30_000 }, (_, block) => ({
      text: `${'Words of a long text. '.repeat(1 + (block % 7))}Block ${block} ends.`,
      kind: 'TEXT',
    }));
    await openFile(sluice, place.file('long.json', JSON.stringify({ content: { body } })));
    const text = page.getByRole('region', { name: 'Text of the document' });
    await expect(text.getByText('Block 3 ends.')).toBeVisible();
    const sections = text.locator('[data-section]');
    expect(await sections.count()).toBeLessThan(200);
    const find = page.getByRole('textbox', { name: 'Find in the text' });
    // Back and forth through the whole length: more stretches than stay.
    for (const share of [29, 2, 24, 7, 20, 12, 28, 1, 16]) {
      const wanted = `Block ${share * 1000 + 7} ends.`;
      await find.fill(wanted);
      await expect.poll(() => markedText(page, 'current')).toEqual([wanted]);
      await expectShownPlace(page);
    }
    // A pull at the scroll bar leads into places that were not in the page.
    await text.evaluate((element) => element.scrollTo({ top: element.scrollHeight * 0.6 }));
    await expect
      .poll(() =>
        text.evaluate((element) => {
          const { left, top, height } = element.getBoundingClientRect();
          return document
            .elementFromPoint(left + 200, top + height / 2)
            ?.closest('[data-block]')
            ?.textContent?.slice(-6);
        }),
      )
      .toBe(' ends.');
    expect(await sections.count()).toBeLessThan(900);
  },
);

base('what is no JSON is explained, and other JSON opens as a tree', async ({ connected: sluice, place }) => {
  const { page } = sluice;
  await openFile(sluice, place.file('broken.json', '{"a": 1,\n "b": [1, 2'));
  await expect(page.getByText('line 2, column 12')).toBeVisible();
  await openFile(sluice, place.file('prices.json', '[{"price": 12345678901234567890}]'));
  await expect(page.getByText('not an annotated document')).toBeVisible();
  await page.getByRole('tree').focus();
  await page.keyboard.press('e');
  await expect(page.getByRole('treeitem', { name: /price/ })).toContainText('12345678901234567890');
});

base('a dropped file is read in the page and not uploaded', async ({ connected: sluice }) => {
  const { page } = sluice;
  await sluice.open('#/annotated');
  await page.evaluate(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['{"dropped": true}'], 'dropped.json', { type: 'application/json' }));
    const options = { dataTransfer: transfer, bubbles: true, cancelable: true };
    for (const name of ['dragenter', 'dragover', 'drop'])
      document.querySelector('main')?.dispatchEvent(new DragEvent(name, options));
  });
  await expect(page.getByRole('treeitem', { name: /dropped/ })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

base('the browser is accessible, light and dark, also when it is narrow', async ({ connected: sluice }) => {
  const { page } = sluice;
  await sluice.openDocument(filing);
  const analytics = page.getByRole('region', { name: 'Analytics', exact: true });
  await expectMarks(page);
  await expectAccessible(page);
  await analytics.getByRole('tab', { name: /Entities/ }).click();
  await analytics.getByRole('row').nth(1).click();
  await expect(page.getByText(/^Mark 1 of \d+$/)).toBeVisible();
  await page.emulateMedia({ colorScheme: 'light' });
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectColoursAccessible(page);
  await page.setViewportSize({ width: 800, height: 700 });
  await expectShownPlace(page);
  await expectAccessible(page);
  await sluice.open('#/annotated');
  await expectAccessible(page);
});

base('annotated documents are served to our own page only', async ({ connected: sluice, agent, browser }) => {
  const contentId = await sluice.openDocument(filing);
  const session = await sluice.page.evaluate(() => sessionStorage.getItem('sluice-session') ?? '');
  const own = { headers: { 'x-sluice-session': session } };
  const ask = (path: string) =>
    sluice.page.evaluate(([to, options]) => fetch(to, options).then(({ status }) => status), [
      path,
      own,
    ] as const);
  expect(await ask(`annotated/${contentId}`)).toBe(200);
  expect(await ask(`annotated/${contentId.toLowerCase()}`)).toBe(404);
  expect(await ask('annotated/..%2f..%2fsettings.json')).toBe(404);
  const headers = await sluice.page.evaluate(
    async ([id, options]) => Object.fromEntries((await fetch(`annotated/${id}`, options)).headers),
    [contentId, own] as const,
  );
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  });
  const stranger = await browser.newContext();
  const answer = await stranger.request.get(`${agent.home}annotated/${contentId}`);
  expect(answer.status()).toBe(401);
  await stranger.close();
});

base('the benchmark of annotated documents ends and prints a line a result', async () => {
  const args = [
    join(projectRoot, 'bench/index.ts'),
    'annotated',
    '--megabytes',
    '3',
    '--rounds',
    '1',
    '--json',
  ];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const results = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { name: string; value: number });
  expect(results.map(({ name }) => name)).toEqual([
    'annotated-first-view',
    'annotated-search',
    'annotated-scroll-text',
    'annotated-scroll-tree',
  ]);
  for (const { value } of results) expect(value).toBeGreaterThanOrEqual(0);
});

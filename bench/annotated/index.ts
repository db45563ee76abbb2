/// <reference lib="dom" />

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Benchmark } from '../support/benchmark.ts';
import { launchBrowser } from '../support/browser.ts';
import type { Task } from '../support/longest-task.ts';
import { resultOf } from '../support/result.ts';
import { measureFirstView, measureScroll, measureSearch } from './measure.ts';
import { startPageServer } from './page-server.ts';
import { writeDocument } from './write-document.ts';

const pages = fileURLToPath(new URL('../../out/renderer/', import.meta.url));
const fullMegabytes = 100;
/** A word of the text, and a key. */
const searches = ['guidance', 'entity_name'];

/**
 * An annotated document of 100 MB in the built pages, in a real browser. Floor: `JSON.parse` of the same
 * bytes, decoded already, in the same browser.
 */
export const annotated: Benchmark = {
  name: 'annotated',
  about: 'an annotated document of 100 MB in the built pages: first view, search, scrolling',
  async run({ size, directory, report, say }) {
    if (!existsSync(join(pages, 'agent.html'))) {
      throw new Error('the pages are not built: run `npm run build` first');
    }
    const path = join(directory, 'annotated.json');
    const written = await writeDocument(path, (size.megabytes ?? fullMegabytes) * 1e6);
    const more = { megabytes: Math.round(written.bytes / 1e5) / 10, blocks: written.blocks };
    const server = await startPageServer(pages, [path]);
    const browser = await launchBrowser();
    const views: number[] = [];
    const openings: number[] = [];
    const floors: number[] = [];
    const found: number[] = [];
    const tasks: Record<'text' | 'tree', Task[]> = { text: [], tree: [] };
    try {
      for (let round = 1; round <= (size.rounds ?? 3); round++) {
        say(`round ${round}`);
        floors.push(await parseInBrowser());
        const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
        // The page server asks for no session, but the pages do.
        await page.addInitScript(() => {
          sessionStorage.setItem('sluice-session', 'bench');
          localStorage.setItem('sluice-annotated-panes', JSON.stringify({ hidden: [] }));
        });
        const { afterBytes, afterOpening } = await measureFirstView(page, server.addressOf(0));
        views.push(afterBytes);
        openings.push(afterOpening);
        // While marks are still counted: a person does not wait for that either.
        tasks.text.push(await measureScroll(browser, page, 'text', 240));
        for (const text of searches) found.push(await measureSearch(page, text));
        await page.locator('[role=tree]').focus();
        await page.keyboard.press('e');
        await page.waitForFunction(() => (document.querySelector('[role=tree]')?.scrollHeight ?? 0) > 10_000);
        tasks.tree.push(await measureScroll(browser, page, 'tree', 240));
        await page.close();
      }
    } finally {
      await browser.close();
      await server.stop();
    }
    report(
      resultOf({
        name: 'annotated-first-view',
        values: views,
        floors,
        unit: 'ms',
        goal: { below: 1000, ratioAtMost: 0.8 },
        more: { ...more, fromOpening: openings.map(Math.round), floorIs: 'JSON.parse of the same text' },
      }),
    );
    report(
      resultOf({
        name: 'annotated-search',
        values: found,
        floors,
        unit: 'ms',
        goal: { below: 300, ratioAtMost: 0.5 },
        more: { searches: searches },
      }),
    );
    for (const pane of ['text', 'tree'] as const) {
      report(
        resultOf({
          name: `annotated-scroll-${pane}`,
          values: tasks[pane].map(({ processor }) => processor),
          unit: 'ms of processor (longest task)',
          goal: { below: 50 },
          more: { wall: tasks[pane].map(({ wall }) => Math.round(wall)) },
        }),
      );
    }

    async function parseInBrowser(): Promise<number> {
      const page = await browser.newPage();
      await page.goto(`${server.address}/agent.html`);
      const milliseconds = await page.evaluate(async (from) => {
        const text = await (await fetch(from)).text();
        const begun = performance.now();
        JSON.parse(text);
        return performance.now() - begun;
      }, server.jsonOf(0));
      await page.close();
      return milliseconds;
    }
  },
};

/// <reference lib="dom" />

import { type Browser, expect, type Page } from '@playwright/test';
import { chooseJump } from './choose-jump.ts';
import { type Seen, watchJump } from './in-page.ts';
import type { Jump, JumpDocument } from './jump.ts';

export interface JumpRun {
  readonly browser: Browser;
  /** Of a page server that has the documents under their numbers. */
  readonly addressOf: (document: JumpDocument) => string;
  readonly documents: readonly JumpDocument[];
  readonly widths: readonly number[];
  /** Jumps a document and width: into pages that are opened for it, and in one that is open. */
  readonly cold: number;
  readonly warm: number;
  readonly random: (below: number) => number;
  readonly onJump: (jump: Jump, seen: Seen, where: string) => void;
}

/**
 * Milliseconds after which a jump counts as missed. It bounds a failure on a busy machine; how long jumps
 * take is in the report.
 */
const within = 30_000;
/** Every so many jumps the place is watched for a second. */
const watchedEvery = 20;
const height = 900;
/** Words that every long text holds, some as a part of others. */
const searched = ['company', 'the', 'share', 'arm', 'income', 'note'];

/** Jumps about in documents, all widths, and tells what was seen of each jump. */
export async function runJumps(run: JumpRun): Promise<void> {
  for (const document of run.documents) {
    for (const width of run.widths) {
      for (let count = 0; count < run.cold; count++) await jumpCold(run, document, width);
      await jumpWarm(run, document, width);
    }
  }
}

async function openPage({ browser }: JumpRun, width: number): Promise<Page> {
  const page = await browser.newPage({ viewport: { width, height } });
  // The page server asks for no session, but the pages do.
  await page.addInitScript(() => {
    sessionStorage.setItem('sluice-session', 'jumps');
    // A place has to be shown in the original and the tree as well, where there is room for them.
    const recent = ['text', 'original', 'tree', 'analytics'];
    const panes = { hidden: [], widths: { original: 56 }, recent };
    localStorage.setItem('sluice-annotated-panes', JSON.stringify(panes));
  });
  return page;
}

async function jumpCold(run: JumpRun, document: JumpDocument, width: number): Promise<void> {
  const page = await openPage(run, width);
  const jump: Jump = { ...chooseJump(document, run.random), kind: 'deep link' };
  await page.goto(`${run.addressOf(document)}?${jump.query}`);
  const watched = { wanted: jump, hash: null, within, watchedFor: 1000 };
  run.onJump(jump, await page.evaluate(watchJump, watched), `${document.name} at ${width}`);
  await page.close();
}

async function jumpWarm(run: JumpRun, document: JumpDocument, width: number): Promise<void> {
  const { random, onJump } = run;
  const page = await openPage(run, width);
  const address = run.addressOf(document);
  await page.goto(address);
  await page.locator('[data-pane=text] [data-block]').first().waitFor();
  const where = `${document.name} at ${width}`;
  const hash = address.slice(address.indexOf('#'));
  for (let count = 0; count < run.warm; ) {
    // Ways of a hand among those of an address.
    const way = random(8);
    if (way === 0) count += await findOn(page, run, document, where);
    else if (way === 1) count += await chooseSentence(page, run, document, where);
    else {
      const jump = chooseJump(document, random);
      const watchedFor = count % watchedEvery === 0 ? 1000 : 0;
      const watched = { wanted: jump, hash: `${hash}?${jump.query}`, within, watchedFor };
      onJump(jump, await page.evaluate(watchJump, watched), where);
      count += 1;
    }
  }
  await page.close();
}

/** A search in the text, and some steps through its hits. */
async function findOn(page: Page, run: JumpRun, { file }: JumpDocument, where: string): Promise<number> {
  const word = searched[run.random(searched.length)] as string;
  const hits = file.content.body.flatMap(({ text }, block) =>
    [...text.matchAll(new RegExp(word, 'gi'))].map((found) => ({ block, text: found[0], at: found.index })),
  );
  const field = page.locator('[data-pane=text] input');
  await field.fill('');
  await field.fill(word);
  if (hits.length === 0) return 0;
  const steps = Math.min(hits.length, 1 + run.random(12));
  // Until then what was found before is marked, and may be the same.
  const counter = page.locator('[data-pane=text] output').first();
  await page.waitForFunction(() =>
    /\d/.test(document.querySelector('[data-pane=text] output')?.textContent ?? ''),
  );
  for (let hit = 0; hit < steps; hit++) {
    const { block, text } = hits[hit] as (typeof hits)[number];
    const wanted = { block, text, path: `$.content.body[${block}].text` };
    if (hit > 0) await field.press('Enter');
    const says = `${hit + 1} of ${hits.length.toLocaleString('en')}`;
    // The same word may be marked in the same block: only the counter tells one hit from the next.
    await expect(counter)
      .toHaveText(says, { timeout: within })
      .catch(() => undefined);
    const watched = { wanted, hash: null, within, watchedFor: 0 };
    const seen = await page.evaluate(watchJump, watched);
    const told = await counter.textContent();
    const missed = seen.missed ?? (told === says ? null : `the counter says "${told}", not "${says}"`);
    run.onJump({ kind: 'find', query: word, block, text }, { ...seen, missed }, where);
  }
  await field.fill('');
  return steps;
}

/** A click on the strip beside a sentence that is in sight. */
async function chooseSentence(
  page: Page,
  run: JumpRun,
  { file }: JumpDocument,
  where: string,
): Promise<number> {
  const seen = await page.evaluate(() => {
    const pane = document.querySelector('[data-pane=text] section')?.getBoundingClientRect();
    const strips = [...document.querySelectorAll<HTMLElement>('[data-pane=text] [data-node]')];
    return strips.flatMap((strip) => {
      const { top, bottom } = strip.getBoundingClientRect();
      const block = Number(strip.closest<HTMLElement>('[data-block]')?.dataset.block);
      const index = [...(strip.parentElement?.children ?? [])].indexOf(strip);
      return pane && top > pane.top && bottom < pane.bottom && bottom - top > 3 ? [{ block, index }] : [];
    });
  });
  const chosen = seen[run.random(seen.length)];
  const body = chosen && file.content.body[chosen.block];
  const sentence = chosen && body?.sentences[chosen.index];
  if (!chosen || !body || !sentence) return 0;
  const { block, index } = chosen;
  const text = body.text.slice(sentence.start, sentence.end);
  const wanted = { block, text, path: `$.content.body[${block}].sentences[${index}]` };
  await page.locator(`[data-block="${block}"] [data-node]`).nth(index).click();
  const watched = { wanted, hash: null, within, watchedFor: 0 };
  run.onJump({ kind: 'sentence', query: '', ...wanted }, await page.evaluate(watchJump, watched), where);
  return 1;
}

/// <reference lib="dom" />

import type { Browser, BrowserContext, Page } from '@playwright/test';
import { chooseJump } from './choose-jump.ts';
import { chooseSentence, findOn } from './hands.ts';
import { type Seen, type Watched, watchJump } from './in-page.ts';
import type { Jump, JumpDocument, Warmth } from './jump.ts';

export interface JumpRun {
  readonly browser: Browser;
  /** Of a page server that has the documents under their numbers. */
  readonly addressOf: (document: JumpDocument) => string;
  readonly documents: readonly JumpDocument[];
  readonly widths: readonly number[];
  /** Jumps a document and width: into pages that are opened for it, in this order, and in one that is. */
  readonly into: readonly Warmth[];
  readonly warm: number;
  readonly random: (below: number) => number;
  readonly onJump: (jump: Jump, seen: Seen, warmth: Warmth, where: string) => void;
  /** Processor time that the main thread of a page took for its warm jumps, and all it did meanwhile. */
  readonly onProcessor: (milliseconds: number, jumps: number) => void;
  /** Aborted where no more is to begin. */
  readonly signal: AbortSignal;
}

/** An open document in a page of a width. */
export interface OpenPage {
  readonly page: Page;
  readonly document: JumpDocument;
  readonly random: (below: number) => number;
  /** A jump begins by itself, or by what a hand does while it is watched. */
  readonly jump: (
    jump: Jump,
    watched: Pick<Watched, 'begins' | 'says'> & { readonly warmth?: Warmth },
    act?: () => Promise<void>,
  ) => Promise<void>;
}

/**
 * Milliseconds after which a jump counts as missed. It bounds a failure on a busy machine; how long jumps
 * take is in the report.
 */
const within = 30_000;
/** Every so many jumps the place is watched for a second. */
const watchedEvery = 20;
/** Milliseconds somebody looks at a window before a document is opened in it. */
const lookedFor = 3_000;
/** A page that did so many jumps gives way to another one. */
const mostInPage = 250;
const height = 900;
const nothingSeen: Seen = {
  milliseconds: 0,
  missed: null,
  moved: 0,
  panes: 0,
  watchedFor: 0,
  original: null,
};

/**
 * Jumps about in documents, all widths, and tells what was seen of each jump. The last window into which a
 * document was opened stays for jumps in it: to open another one costs as much as many of those.
 */
export async function runJumps(run: JumpRun): Promise<void> {
  for (const document of run.documents) {
    for (const width of run.widths) {
      if (run.signal.aborted) return;
      // With what it keeps of the pages, and nobody else's.
      const context = await run.browser.newContext({ viewport: { width, height } });
      let warm = 0;
      for (const [index, warmth] of run.into.entries()) {
        if (run.signal.aborted) return;
        warm = await inPage(run, context, document, async (open) => {
          await jumpInto(run, open, warmth);
          if (index === run.into.length - 1) await jumpWarm(run, open, Math.min(mostInPage, run.warm));
        });
      }
      while (warm < run.warm && !run.signal.aborted) {
        const most = Math.min(mostInPage, run.warm - warm);
        warm += await inPage(run, context, document, async (open) => {
          await openDocument(run, open);
          await jumpWarm(run, open, most);
        });
      }
      await context.close().catch(() => undefined);
    }
  }
}

/**
 * Answers how many warm jumps were done in a page. One that breaks is a jump that missed, and another page
 * follows.
 */
async function inPage(
  run: JumpRun,
  context: BrowserContext,
  document: JumpDocument,
  use: (open: OpenPage) => Promise<void>,
): Promise<number> {
  const page = await context.newPage();
  const where = `${document.name} at ${page.viewportSize()?.width}`;
  // The page server asks for no session, but the pages do.
  await page.addInitScript(() => {
    sessionStorage.setItem('sluice-session', 'jumps');
    // A place has to be shown in the original and the tree as well, where there is room for them.
    const recent = ['text', 'original', 'tree', 'analytics'];
    const panes = { hidden: [], widths: { original: 56 }, recent };
    localStorage.setItem('sluice-annotated-panes', JSON.stringify(panes));
  });
  let warm = 0;
  let last: { jump: Jump; warmth: Warmth } = {
    jump: { kind: 'deep link', query: '', block: 0, text: '', from: 0 },
    warmth: 'warm',
  };
  const jump: OpenPage['jump'] = async (jump, { warmth = 'warm', ...begins }, act) => {
    last = { jump, warmth };
    const watchedFor = warmth !== 'warm' || warm % watchedEvery === 0 ? 1000 : 0;
    const watched = { wanted: jump, within, watchedFor, ...begins };
    const watching = await page.evaluateHandle(watchJump, watched);
    await act?.();
    const seen = await watching.evaluate((one) => one.seen);
    await watching.dispose();
    if (warmth === 'warm') warm += 1;
    run.onJump(jump, seen, warmth, where);
  };
  try {
    await use({ page, document, random: run.random, jump });
    return warm;
  } catch (error) {
    if (run.signal.aborted) return warm;
    const missed = `the page broke: ${String(error)}`;
    run.onJump(last.jump, { ...nothingSeen, missed }, last.warmth, where);
    return warm + 1;
  } finally {
    await page.close().catch(() => undefined);
  }
}

/** Into a document that comes with the window, or in a window that shows something else. */
async function jumpInto(
  { addressOf }: JumpRun,
  { page, document, random, jump }: OpenPage,
  warmth: Warmth,
): Promise<void> {
  const chosen: Jump = { ...chooseJump(document, random), kind: 'deep link' };
  const address = `${addressOf(document)}?${chosen.query}`;
  const { origin, pathname, hash } = new URL(address);
  const isWithWindow = warmth === 'cold' || warmth === 'first';
  await page.goto(isWithWindow ? address : `${origin}${pathname}#/across`, { waitUntil: 'commit' });
  if (!isWithWindow) await page.locator('main h1').waitFor();
  if (warmth === 'opened') await page.waitForTimeout(lookedFor);
  await jump(chosen, { begins: isWithWindow ? 'opening' : { hash }, warmth });
}

async function openDocument({ addressOf }: JumpRun, { page, document }: OpenPage): Promise<void> {
  await page.goto(addressOf(document));
  await page.locator('[data-pane=text] [data-block]').first().waitFor();
}

async function jumpWarm(run: JumpRun, open: OpenPage, most: number): Promise<void> {
  const { page, document, random, jump } = open;
  const { hash } = new URL(run.addressOf(document));
  const processor = await processorOf(page);
  let count = 0;
  while (count < most && !run.signal.aborted) {
    // Ways of a hand among those of an address.
    const way = random(8);
    if (way === 0) count += await findOn(open);
    else if (way === 1) count += await chooseSentence(open);
    else {
      const chosen = chooseJump(document, random);
      await jump(chosen, { begins: { hash: `${hash}?${chosen.query}` } });
      count += 1;
    }
  }
  run.onProcessor(await processor(), count);
}

/** Answers what the main thread of the page took since then. */
async function processorOf(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const taken = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
  };
  const before = await taken();
  return async () => (await taken()) - before;
}

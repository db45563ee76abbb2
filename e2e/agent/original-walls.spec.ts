import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { pageOf } from '#core/original/page/page-of.ts';
import { hostilePages } from '#core/original/testing/hostile-pages.ts';
import { contentSecurityPolicy } from '#shared/page/content-security-policy.ts';
import { originalPolicy } from '#shared/page/original-policy.ts';
import { expect, test as base } from '../support/agent.ts';
import { Outside, servePages } from '../support/outside.ts';

interface Hostile {
  readonly outside: Outside;
  readonly samples: readonly string[];
}

/** What code of an original would leave behind in the page around it. */
const act = 'top.ran=1';

const test = base.extend<{ hostile: Hostile }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's names, and there are none
  hostile: async ({}, use) => {
    const outside = new Outside();
    const address = await outside.start();
    const samples = hostilePages(address, act);
    expect(samples.length).toBeGreaterThanOrEqual(60);
    await use({ outside, samples });
    await outside.stop();
  },
});

/** Shows each address in a frame, and clicks on whatever could be clicked on there; how often code ran. */
function provoke(page: Page, addresses: readonly string[]): Promise<number> {
  return page.evaluate(async (all) => {
    const seen = globalThis as unknown as { ran?: number };
    const frames = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
    let count = 0;
    for (const address of all) {
      const frame = document.createElement('iframe');
      const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
      frame.src = address;
      document.body.append(frame);
      await loaded;
      const found = frame.contentDocument?.querySelectorAll<HTMLElement>('a, area, button, input, p, svg *');
      for (const element of found ?? []) element.dispatchEvent(new MouseEvent('click', { bubbles: true }));
      for (let turn = 0; turn < 3; turn++) await frames();
      frame.remove();
      count += seen.ran ?? 0;
      seen.ran = 0;
    }
    return count;
  }, addresses);
}

/** How often code ran, and what was asked for outside, in pages served so. */
async function provokeServed(
  page: Page,
  { outside, samples }: Hostile,
  bodyOf: (sample: string) => string | Promise<string>,
  policies: { readonly around?: string; readonly inside?: string },
): Promise<{ ran: number; asked: readonly string[] }> {
  const pages = new Map<string, { body: string; policy?: string }>();
  const { around, inside } = policies;
  pages.set('/', { body: '<!doctype html><p>around', ...(around === undefined ? {} : { policy: around }) });
  for (const [index, sample] of samples.entries())
    pages.set(`/${index}`, {
      body: await bodyOf(sample),
      ...(inside === undefined ? {} : { policy: inside }),
    });
  const { origin, stop } = await servePages(pages);
  await page.goto(origin);
  const addresses = samples.map((_, index) => `/${index}`);
  const ran = await provoke(page, addresses);
  expect(page.url()).toBe(`${origin}/`);
  await stop();
  return { ran, asked: [...outside.requests] };
}

const raw = (sample: string) => `<!doctype html><body>${sample}`;

test('without a wall hostile pages run and reach out, so that the others prove something', async ({
  page,
  hostile,
}) => {
  // Some that do not take the page around them away.
  const plain =
    /^<(?:script>|img src=x|img src="http|svg onload|link rel=stylesheet href="http|table background)/u;
  const samples = hostile.samples.filter((sample) => plain.test(sample));
  const { ran, asked } = await provokeServed(page, { ...hostile, samples }, raw, {});
  expect(samples).toHaveLength(6);
  expect({ ran, asked: asked.length }).toEqual({ ran: 3, asked: 3 });
});

test('the policy alone: as they are, hostile pages run nothing and ask for nothing', async ({
  page,
  hostile,
}) => {
  const policies = { around: contentSecurityPolicy, inside: originalPolicy };
  expect(await provokeServed(page, hostile, raw, policies)).toEqual({ ran: 0, asked: [] });
});

test('what is written alone: without any policy it runs nothing and asks for nothing', async ({
  page,
  hostile,
}) => {
  const written = (sample: string) => pageOf('html', Buffer.from(raw(sample)));
  expect(await provokeServed(page, hostile, written, {})).toEqual({ ran: 0, asked: [] });
});

test('all of it: hostile originals of a service run nothing, ask for nothing, and lead nowhere', async ({
  connected: sluice,
  place,
  hostile,
}) => {
  const { page } = sluice;
  const folder = join(place.home, 'hostile');
  mkdirSync(folder);
  const paths = hostile.samples.map((sample, index) => {
    const path = join(folder, `hostile-${index}.html`);
    writeFileSync(path, `<!doctype html><body><p>Page ${index} says that Oracle rose.</p>${sample}`);
    return path;
  });
  await sluice.value('uploads.add', { paths, options: {} });
  await sluice.expectUploads('completed', paths.length);
  const { rows } = await sluice.value('uploads.list', { limit: paths.length });
  const addresses: string[] = [];
  const before = page.url();
  let ran = 0;
  for (const { contentId } of rows) {
    const { address } = await sluice.value('host.openOriginal', { contentId: contentId ?? '' });
    ran += await provoke(page, [address]);
    addresses.push(address);
  }
  expect(new Set(addresses).size).toBe(paths.length);
  expect({ ran, asked: hostile.outside.requests, at: page.url() }).toEqual({ ran: 0, asked: [], at: before });
});

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { pageOf } from '#core/original/page/page-of.ts';
import { contentSecurityPolicy } from '#shared/page/content-security-policy.ts';
import { originalPolicy } from '#shared/page/original-policy.ts';
import { expect, test as base } from '../support/agent.ts';
import { frameWalls, HostilePages, provoke, raw, showAll } from '../support/hostile.ts';
import { hostileAtTimes, hostileElsewhere, hostileNeeds } from '../support/hostile-needs.ts';
import { servePages } from '../support/outside.ts';

const test = base.extend<{ hostile: HostilePages }>({
  hostile: async ({ context }, use) => {
    const hostile = await HostilePages.start(context);
    expect(hostile.samples.length).toBeGreaterThanOrEqual(60);
    await use(hostile);
    await hostile.stop();
  },
});

// What hostile pages leave behind is no other test's.
test.use({ ownWindow: true });

test('without a wall each hostile page acts, or is known not to, so that the others prove something', async ({
  page,
  hostile,
}) => {
  const { names } = hostile;
  const { hand, focus, window: own } = hostileNeeds;
  const idle = Object.values(hostileElsewhere).flat();
  const told = [...hand, ...focus, ...own, ...idle, ...hostileAtTimes];
  expect(told.filter((name) => !names.includes(name))).toEqual([]);
  expect(new Set(told).size).toBe(told.length);
  const { origin, stop } = await hostile.serve(raw);
  const acts = (name: string) => expect.poll(() => hostile.acted, name).toContain(name);
  await page.goto(origin);
  const byThemselves = names.filter((name) => !told.includes(name));
  await showAll(
    page,
    names.map((_, index) => `/${index}`),
  );
  await expect.poll(() => byThemselves.filter((name) => !hostile.acted.includes(name))).toEqual([]);

  // In one window: what a page opened or left to do may keep the browser from opening another.
  const openAt = async (path: string, use: () => Promise<unknown>) => {
    await page.goto(`${origin}${path}`);
    await page.bringToFront();
    await use();
  };
  for (const name of focus) await openAt(`/alone/${names.indexOf(name)}`, () => acts(name));
  for (const name of own) await openAt(`/${names.indexOf(name)}`, () => acts(name));
  // The one that leads the window elsewhere comes last: it may still be on its way when it has acted.
  const leads = (name: string) => name.includes('target=_top');
  for (const name of [...hand.filter((one) => !leads(one)), ...hand.filter(leads)])
    await openAt(`/alone/${names.indexOf(name)}`, async () => {
      expect(hostile.acted).not.toContain(name);
      const element = page.frameLocator('iframe').locator('a, button, img, p').first();
      const box = await element.boundingBox();
      if (box === null) throw new Error(`There is nothing to click on in ${name}.`);
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
      await page.keyboard.press('a');
      await acts(name);
    });
  expect(idle.filter((name) => hostile.acted.includes(name))).toEqual([]);
  await stop();
});

/** Shows and provokes all of them, written and served so. */
async function provokeServed(
  page: Page,
  hostile: HostilePages,
  bodyOf: (sample: string) => string | Promise<string>,
  walls: {
    readonly around?: string;
    readonly inside?: string;
    readonly frame?: Readonly<Record<string, string>>;
  } = {},
): Promise<void> {
  const { origin, stop } = await hostile.serve(bodyOf, walls);
  await page.goto(origin);
  const addresses = hostile.names.map((_, index) => `/${index}`);
  await provoke(page, addresses, walls.frame);
  expect(page.url()).toBe(`${origin}/`);
  await stop();
}

test('the policy alone: as they are, hostile pages run nothing and ask for nothing', async ({
  page,
  hostile,
}) => {
  await provokeServed(page, hostile, raw, { around: contentSecurityPolicy, inside: originalPolicy });
  expect(hostile.acted).toEqual([]);
});

test('what is written alone: without any policy it runs nothing and asks for nothing', async ({
  page,
  hostile,
}) => {
  await provokeServed(page, hostile, (sample) => pageOf('html', Buffer.from(raw(sample))));
  expect(hostile.acted).toEqual([]);
});

test('the frame alone: as they are, hostile pages run nothing, send no form and open no window', async ({
  page,
  context,
  hostile,
}) => {
  await provokeServed(page, hostile, raw, { frame: frameWalls });
  expect(hostile.ran).toEqual([]);
  expect(context.pages()).toHaveLength(1);
  // What a page loads and where it leads its own frame is the policy's matter.
  const barred = /<form|target=_top|href="OUTSIDE" target=_blank/u;
  expect(hostile.asked.filter((name) => barred.test(name))).toEqual([]);
});

/** What a page of an original must not do, each in one click; the last leads the frame itself. */
const deeds = (address: string) => `<!doctype html>
<script>console.debug(0)</script>
<p><a id=open target=_blank href="${address}open">a</a> <a id=top target=_top href="${address}top">b</a>
<form action="${address}send"><button id=send>c</button></form>
<button id=run onclick="console.debug(1)">d</button> <a id=script href="javascript:console.debug(2)">e</a>
<p><a id=last href="${address}last">f</a>`;

test('the frame alone keeps a page from what it does without it: code, windows, forms, the page around', async ({
  page,
  context,
  hostile,
}) => {
  const { outside, names } = hostile;
  const attributes = Object.entries(frameWalls).map(([name, value]) => `${name}="${value}"`);
  const { origin, stop } = await servePages(
    new Map([
      ['/', { body: deeds(outside.address) }],
      ['/walled', { body: `<iframe src="/" ${attributes.join(' ')}></iframe>` }],
      ['/open', { body: '<iframe src="/"></iframe>' }],
    ]),
  );
  const click = (name: string) => page.frameLocator('iframe').locator(`#${name}`).click();
  await page.goto(`${origin}/walled`);
  for (const name of ['run', 'script', 'open', 'send', 'top', 'last']) await click(name);
  await expect.poll(() => outside.requests).toContain('/last');
  expect(outside.requests).toEqual(['/last']);
  expect(hostile.ran).toEqual([]);
  expect(context.pages()).toHaveLength(1);
  expect(page.url()).toBe(`${origin}/walled`);

  for (const name of ['open', 'send', 'top']) {
    await page.goto(`${origin}/open`);
    await click(name);
    await expect.poll(() => outside.requests.map((path) => path.split('?')[0])).toContain(`/${name}`);
  }
  await expect(page).toHaveURL(`${outside.address}top`);
  expect(context.pages()).toHaveLength(2);
  await page.goto(`${origin}/open`);
  for (const name of ['run', 'script']) await click(name);
  await expect.poll(() => hostile.ran).toEqual(names.slice(0, 3));
  await stop();
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
  for (const { contentId } of rows) {
    const { address } = await sluice.value('host.openOriginal', { contentId: contentId ?? '' });
    await provoke(page, [address]);
    addresses.push(address);
  }
  expect(new Set(addresses).size).toBe(paths.length);
  expect({ acted: hostile.acted, at: page.url() }).toEqual({ acted: [], at: before });
});

/** Samples after which nothing more is read as what it is. */
const swallows =
  /<!|<\?|plaintext|xmp|textarea|title>|noembed|noscript|template|select|math|frameset|<\/body/iu;

test('in the pane itself a hostile original shows its text, and does nothing', async ({
  connected: sluice,
  place,
  hostile,
}) => {
  const { page } = sluice;
  const own = '<script>alert(1);top.ran=1;top.document.title=1;document.cookie="a=b"</script>';
  const samples = hostile.samples.filter((sample) => !swallows.test(sample));
  expect(samples.length).toBeGreaterThan(70);
  const html = `<p>Oracle raised its dividend.</p>${own}${samples.join('')}<p>Oracle ended the year well.</p>`;
  await sluice.openDocument(place.file('hostile.html', html));
  await expect(page.getByRole('region', { name: 'Text of the document' })).toBeVisible();

  const state = () =>
    page.evaluate(() => ({
      title: document.title,
      cookie: document.cookie,
      // The frame itself is one, by its number.
      globals: Object.getOwnPropertyNames(globalThis).filter((name) => name !== '0'),
    }));
  const before = await state();
  const origin = new URL(page.url()).origin;
  const dialogs: string[] = [];
  const elsewhere: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (!/^(?:data|blob):/u.test(request.url()) && new URL(request.url()).origin !== origin)
      elsewhere.push(request.url());
  });
  await sluice.button('Original').click();
  const frame = page.frameLocator('iframe');
  await expect(frame.getByText('Oracle raised its dividend.')).toBeVisible();
  await expect(frame.getByText('Oracle ended the year well.')).toBeAttached();
  await expect(page.getByText(/sentences? found in it/)).toBeVisible();
  for (const [name, value] of Object.entries(frameWalls))
    await expect(page.locator('iframe')).toHaveAttribute(name, value);
  for (const element of await frame.locator('a:not([data-link]), p, td, summary').all())
    await element.dispatchEvent('click');
  expect(await state()).toEqual(before);
  expect({ dialogs, elsewhere, acted: hostile.acted }).toEqual({ dialogs: [], elsewhere: [], acted: [] });
  expect(new URL(page.url()).origin).toBe(origin);

  // A link without TLS leads nowhere; any other is asked about first (original.spec.ts).
  await frame.locator('[data-link]').first().dispatchEvent('click');
  await expect(page.getByText('Sluice opens only https addresses')).toBeVisible();
  expect({ elsewhere, acted: hostile.acted }).toEqual({ elsewhere: [], acted: [] });
});

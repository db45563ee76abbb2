import type { Page } from '@playwright/test';
import { expect, test } from '../support/agent.ts';
import { SharedWindow } from '../support/shared-window.ts';
import { usualWindow } from '../support/windows.ts';

const answer = { status: 200, contentType: 'text/html', body: '<h1>Put in its place</h1>' };

/** What a page, its window and its browser keep that another test could stumble over. */
const stateOf = async (page: Page, address: string) => {
  await page.goto(address);
  const kept = await page.evaluate(async () => ({
    local: localStorage.length,
    session: sessionStorage.length,
    cookies: document.cookie,
    dark: matchMedia('(prefers-color-scheme: dark)').matches,
    clipboard: (await navigator.permissions.query({ name: 'clipboard-read' as PermissionName })).state,
    heading: document.querySelector('h1')?.textContent,
  }));
  return { ...kept, size: page.viewportSize(), tabs: page.context().pages().length };
};

test('a window that was used is found as a new one is, by the page that was there', async ({
  agent,
  browser,
}) => {
  const window = new SharedWindow(browser);
  // An address of its own that needs no session and runs no code.
  const address = `${agent.home}assets/none`;
  const page = await window.take();
  const before = await stateOf(page, address);
  expect(before).toMatchObject({
    local: 0,
    session: 0,
    cookies: '',
    dark: false,
    size: usualWindow,
    tabs: 1,
  });

  const heard: string[] = [];
  page.on('console', (message) => heard.push(message.text()));
  page.context().on('console', (message) => heard.push(message.text()));
  await page.route('**/none', (route) => route.fulfill(answer));
  await page.context().addCookies([{ name: 'kept', value: 'yes', url: agent.home }]);
  await page.context().grantPermissions(['clipboard-read']);
  await page.setViewportSize({ width: 640, height: 400 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(address);
  await page.mouse.move(20, 40);
  await page.evaluate(() => {
    localStorage.setItem('kept', 'yes');
    sessionStorage.setItem('kept', 'yes');
  });
  const used = await stateOf(page, address);
  expect(used).toMatchObject({ local: 1, session: 1, cookies: 'kept=yes', dark: true, clipboard: 'granted' });
  expect(used).toMatchObject({ heading: 'Put in its place', size: { width: 640, height: 400 } });

  await window.giveBack();
  expect(await window.take()).toBe(page);
  expect(await stateOf(page, address)).toEqual(before);
  await page.evaluate(() => console.log('nobody listens'));
  expect(heard).toEqual([]);
  await window.close();
});

test('a window that was elsewhere, or has another beside it, is not used again', async ({
  agent,
  browser,
}) => {
  const window = new SharedWindow(browser);
  const address = `${agent.home}assets/none`;
  const leaveBehind = [
    async (page: Page) => void (await page.context().newPage()),
    async (page: Page) => void (await page.goto('data:text/html,elsewhere')),
    async (page: Page) => void (await page.goto('about:blank')),
    (page: Page) => page.close(),
  ];
  for (const leave of leaveBehind) {
    const page = await window.take();
    await page.goto(address);
    await leave(page);
    await window.giveBack();
    expect(page.isClosed()).toBe(true);
    expect(await window.take()).not.toBe(page);
  }
  await window.close();
});

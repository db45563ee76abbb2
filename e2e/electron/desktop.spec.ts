import { expect, type Launched, test } from '../support/app.ts';

interface Seen {
  readonly tips: string[];
  readonly progress: number[];
  readonly notices: string[];
  readonly badges: number[];
}

/** Takes down what the desktop is shown from now on: no runtime gives it back. */
const watchDesktop = ({ app }: Launched) =>
  app.evaluate(({ Tray, Menu, BrowserWindow, Notification, app: electronApp }) => {
    const seen = {
      tips: [] as string[],
      progress: [] as number[],
      notices: [] as string[],
      badges: [] as number[],
    };
    Object.assign(globalThis, { seen });
    Tray.prototype.setToolTip = (text) => void seen.tips.push(text);
    Tray.prototype.setContextMenu = (menu) =>
      void Object.assign(globalThis, { trayMenu: menu as typeof Menu.prototype });
    BrowserWindow.prototype.setProgressBar = (value) => void seen.progress.push(value);
    Notification.prototype.show = function show(this: Electron.Notification) {
      seen.notices.push(this.body);
    };
    electronApp.setBadgeCount = (count) => seen.badges.push(count ?? 0) > 0;
  });
const seenBy = ({ app }: Launched) => app.evaluate(() => (globalThis as unknown as { seen: Seen }).seen);
const clickTray = ({ app }: Launched, id: string) =>
  app.evaluate((_electron, item) => {
    const { trayMenu } = globalThis as unknown as { trayMenu: Electron.Menu };
    trayMenu.getMenuItemById(item)?.click();
  }, id);

test('tray, taskbar and one notification tell how the uploads go', async ({ launch, place }) => {
  const sluice = await launch();
  await watchDesktop(sluice);
  await sluice.value('host.startSandbox');
  await sluice.value('agent.pause');
  await expect.poll(async () => (await seenBy(sluice)).tips.at(-1)).toBe('Sluice: Paused');
  const paths = ['a', 'b', 'c'].map((name) => place.file(`${name}.txt`, `${name}: Apple reported.`));
  await sluice.value('uploads.add', { paths, options: {} });
  const window = await sluice.app.browserWindow(sluice.page);
  await window.evaluate((one) => one.close());

  await clickTray(sluice, 'pause');
  await expect.poll(() => sluice.value('agent.status')).toMatchObject({ paused: false });
  await expect.poll(async () => (await seenBy(sluice)).notices).toEqual(['3 uploaded']);
  const { tips, progress } = await seenBy(sluice);
  expect(tips.some((tip) => /^Sluice: [0-3] of 3$/.test(tip))).toBe(true);
  expect(tips.at(-1)).toBe('Sluice: Nothing to do');
  expect(progress.some((value) => value >= 0 && value <= 1)).toBe(true);
  expect(progress.at(-1)).toBe(-1);

  await clickTray(sluice, 'open');
  await expect.poll(() => window.evaluate((one) => one.isVisible())).toBe(true);
});

test('a notification is there for its click although nobody else keeps it', async ({ launch, place }) => {
  const sluice = await launch();
  await sluice.app.evaluate(({ Notification }) => {
    Notification.prototype.show = function show(this: Electron.Notification) {
      Object.assign(globalThis, { shownNotice: new WeakRef(this) });
    };
  });
  await sluice.value('host.startSandbox');
  await (await sluice.app.browserWindow(sluice.page)).evaluate((one) => one.close());
  await sluice.value('uploads.add', { paths: [place.file('a.txt', 'Apple reported.')], options: {} });
  const click = () =>
    sluice.app.evaluate(async () => {
      const { shownNotice } = globalThis as { shownNotice?: WeakRef<Electron.Notification> };
      if (shownNotice === undefined) return 'not shown';
      const load = (name: string) => process.getBuiltinModule(name);
      (load('v8') as { setFlagsFromString(flag: string): void }).setFlagsFromString('--expose-gc');
      const collect = (load('vm') as { runInNewContext(code: string): () => void }).runInNewContext('gc');
      await new Promise((resolve) => setImmediate(resolve));
      collect();
      await new Promise((resolve) => setImmediate(resolve));
      const notice = shownNotice.deref();
      return notice === undefined ? 'collected' : String(notice.emit('click', {} as never));
    });
  await expect.poll(click).toBe('true');
  await expect.poll(() => sluice.page.evaluate(() => location.hash)).toContain('#/uploads');
});

test('what needs a person shows in tray and badge, and notifications can be switched off', async ({
  launch,
  place,
}) => {
  const sluice = await launch();
  await watchDesktop(sluice);
  await sluice.value('host.startSandbox');
  await sluice.value('settings.update', { preferences: { notifications: false } });
  await (await sluice.app.browserWindow(sluice.page)).evaluate((one) => one.close());
  const paths = [place.file('broken.pdf', 'this is no PDF')];
  await sluice.value('uploads.add', { paths, options: {} });
  await expect.poll(async () => (await seenBy(sluice)).tips.at(-1)).toBe('Sluice: 1 needs you');
  const { notices, badges } = await seenBy(sluice);
  expect([notices, badges.at(-1)]).toEqual([[], 1]);
});

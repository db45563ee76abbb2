import { expect, test } from '../support/app.ts';
import { contentSecurityPolicy } from '../../src/shared/page/content-security-policy.ts';

/**
 * The points of Electron's security checklist that only a running app can show; docs/security.md lists all
 * twenty.
 */

test('1, 18: everything comes from app://sluice, which serves built files only', async ({ running }) => {
  const { app, page } = running;
  expect(
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getURL()),
  ).toMatch(/^app:\/\/sluice\/index\.html/);
  const origins = await page.evaluate(() => [
    ...new Set(
      performance.getEntriesByType('resource').map(({ name }) => new URL(name).origin === location.origin),
    ),
  ]);
  expect(origins).toEqual([true]);
  const statuses = await page.evaluate(async () => {
    const paths = [
      '/..%2fmain/index.js',
      '/%2e%2e/main/index.js',
      '/../main/index.js',
      '/missing.js',
      '/.hidden',
    ];
    return Promise.all(paths.map(async (path) => (await fetch(path)).status));
  });
  expect(statuses).toEqual([404, 404, 404, 404, 404]);
});

test('2, 3, 4, 6, 8, 9, 10: the window has none of the dangerous preferences', async ({ running }) => {
  const { app } = running;
  const preferences = await app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents as unknown as {
      getLastWebPreferences(): Record<string, unknown>;
    };
    return contents.getLastWebPreferences();
  });
  expect(preferences).toMatchObject({
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    contextIsolation: true,
    sandbox: true,
    webSecurity: true,
    webviewTag: false,
  });
  expect(preferences.allowRunningInsecureContent ?? false).toBe(false);
  expect(preferences.experimentalFeatures ?? false).toBe(false);
  expect(preferences.enableBlinkFeatures ?? '').toBe('');
});

test('7: the policy comes with the page and holds', async ({ running }) => {
  const { page } = running;
  const header = await page.evaluate(async () =>
    (await fetch('/index.html')).headers.get('content-security-policy'),
  );
  expect(header).toBe(contentSecurityPolicy);
  const blocked = await page.evaluate(async () => {
    const violations: string[] = [];
    document.addEventListener('securitypolicyviolation', (event) =>
      violations.push(event.effectiveDirective),
    );
    const script = document.createElement('script');
    script.textContent = 'globalThis.injected = true';
    const style = document.createElement('style');
    style.textContent = 'body { background: red }';
    const image = document.createElement('img');
    image.src = 'https://example.com/x.png';
    const frame = document.createElement('iframe');
    frame.src = 'https://example.com/';
    document.body.append(script, style, image, frame);
    await fetch('https://example.com/').catch(() => undefined);
    const wanted = ['script-src-elem', 'style-src-elem', 'img-src', 'frame-src', 'connect-src'];
    while (!wanted.every((name) => violations.includes(name)))
      await new Promise((resolve) => requestAnimationFrame(resolve));
    let evaluated = 'ran';
    try {
      evaluated = String(new Function('return 1')());
    } catch (error) {
      evaluated = (error as Error).name;
    }
    return { injected: 'injected' in globalThis, evaluated };
  });
  expect(blocked).toEqual({ injected: false, evaluated: 'EvalError' });
  await page.reload();
});

test('13, 14: pages neither leave nor open windows', async ({ running }) => {
  const { app, page } = running;
  const start = await page.evaluate(() => location.href);
  expect(await page.evaluate(() => window.open('https://example.com/'))).toBeNull();
  expect(await page.evaluate(() => window.open('/index.html'))).toBeNull();
  await page.evaluate(() => {
    const link = document.createElement('a');
    link.href = 'https://example.com/away';
    link.textContent = 'away';
    document.body.append(link);
    link.click();
  });
  expect(await page.evaluate(() => window.sluice.call('host.info', {}))).toMatchObject({ ok: true });
  expect((await page.evaluate(() => location.href)).split('#')[0]).toBe(start.split('#')[0]);
  expect(app.windows()).toHaveLength(1);
  await page.reload();
});

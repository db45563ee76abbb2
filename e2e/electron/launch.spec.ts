import { expect, test } from '../support/app.ts';
import { journey } from '../support/journey.ts';

test(
  'the built app starts: window, page, and core with its ledger and its watching thread',
  journey,
  async ({ launch, place }) => {
    const { app, page, value } = await launch();
    const runtime = await app.evaluate(() => `${process.versions.electron}`);
    test.info().annotations.push({ type: 'runtime', description: runtime });
    console.log(`RUNTIME ${runtime}`);
    expect(await page.title()).toContain('Sluice');
    expect(await value('host.info')).toMatchObject({ kind: 'app', canPickFolder: true });
    expect(await value('agent.status')).toMatchObject({ profile: null, paused: false });
    const window = await app.browserWindow(page);
    await expect.poll(() => window.evaluate((one) => one.isVisible())).toBe(true);
    expect(place.everything()).toContain('SQLite format 3');
  },
);

test('a watched folder becomes documents in the sandbox, both started from the bundle', async ({
  launch,
  place,
}) => {
  const { value, page } = await launch();
  const { profileId } = await value<{ profileId: string }>('host.startSandbox');
  await page.evaluate(() => {
    const seen: unknown[] = [];
    Object.assign(globalThis, { seen });
    window.sluice.on('uploads.changed', (payload) => seen.push(payload));
  });
  const path = place.file('one.txt', 'Apple reported.');
  const folder = { path: place.home, settleSeconds: 0.2, types: ['txt'] };
  await value('folders.add', { folder: { ...folder, profileId } });
  await expect
    .poll(() => value<{ rows: unknown }>('uploads.list', {}).then(({ rows }) => rows))
    .toMatchObject([{ path, state: 'completed' }]);
  expect(
    await page.evaluate(() => (globalThis as unknown as { seen: unknown[] }).seen.length),
  ).toBeGreaterThan(0);
});

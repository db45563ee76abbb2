import { expectAccessible } from '../support/accessibility.ts';
import { expect } from '../support/agent.ts';
import { faultsOfGeometry } from '../support/geometry.ts';
import { populatedTest as test } from '../support/populated-test.ts';
import { usualWindow, windows } from '../support/windows.ts';

for (const list of ['uploads', 'documents']) {
  test(`${list}: no row moves away under the pointer that selects it`, async ({ populated }) => {
    const { sluice, page } = populated;
    for (const viewport of [windows[0], usualWindow]) {
      await page.setViewportSize(viewport);
      await sluice.open(`#/${list}`);
      const box = page
        .getByRole('row')
        .getByRole('checkbox', { name: /\.\w+$/ })
        .first();
      const before = await box.boundingBox();
      await box.click();
      await expect(page.getByText('1 selected')).toBeVisible();
      expect(await box.boundingBox()).toEqual(before);
      await box.click();
    }
  });
}

test('documents: no row moves when the words about the list come after it', async ({ populated }) => {
  const { sluice, page } = populated;
  const mirror = '**/call/documents.mirror';
  const look = page.getByRole('button', { name: 'Look through the service’s list now' });
  for (const viewport of [windows[0], usualWindow]) {
    await page.setViewportSize(viewport);
    await page.route(mirror, async (route) => {
      const response = await route.fetch();
      const { value } = await response.json();
      await route.fulfill({
        response,
        json: { ok: true, value: { ...value, state: 'idle', checkedAt: null } },
      });
    });
    await sluice.open('#/documents');
    // What an earlier test was told is forgotten with it.
    await page.reload();
    await expect(look).toBeVisible();
    const row = page.getByRole('checkbox', { name: /\.\w+$/ }).first();
    const before = await row.boundingBox();
    // `unroute` would answer a request that the handler above still has in hand.
    await page.unrouteAll({ behavior: 'wait' });
    await look.click();
    await expect(page.getByText(/^As of /)).toBeVisible();
    expect(await row.boundingBox()).toEqual(before);
  }
});

test('what is new, told at the side after an upgrade, overlaps nothing and is not cut', async ({
  populated,
}) => {
  const { sluice, page } = populated;
  const news = page.getByRole('link', { name: /^(What is new in|Neu in) / });
  for (const language of ['en', 'de'] as const) {
    await sluice.value('settings.update', { preferences: { language, newsSeen: '0.1.0' } });
    await sluice.open('#/home');
    await page.reload();
    await expect(news).toBeVisible();
    for (const { name, ...viewport } of windows) {
      await page.setViewportSize(viewport);
      await expect
        .soft(async () => expect(await faultsOfGeometry(page), `${language}, ${name}`).toEqual([]))
        .toPass({ timeout: 5_000 });
    }
    await expectAccessible(page);
  }
  await sluice.button('Nicht mehr zeigen').click();
  await expect(news).toBeHidden();
});

test('what is wrong is found: overlaps, cut words, lost names, what cannot be reached', async ({ page }) => {
  await page.setViewportSize({ width: 640, height: 400 });
  await page.setContent(`<main style="overflow: auto; height: 300px">
    <h1>Broken</h1>
    <button style="position: absolute; top: 100px; left: 10px; width: 90px; height: 30px">One</button>
    <button style="position: absolute; top: 110px; left: 60px; width: 90px; height: 30px">Two</button>
    <button style="width: 40px; overflow: hidden; white-space: nowrap">
      <span class="mantine-Button-label" style="display: block; overflow: hidden">Much too long</span>
    </button>
    <div style="width: 200px; overflow: hidden">
    <table style="width: 400px"><tr><td>report.pdf</td></tr></table></div>
    <div role="row" style="display: grid; grid-template-columns: 12px 1fr; width: 300px">
      <span role="gridcell" style="overflow: hidden; white-space: nowrap">orrin-q3-preview.pdf</span>
    </div>
    <input placeholder="Search in everything" style="width: 60px">
    <p style="width: 900px">Wide</p>
  </main>`);
  const faults = await faultsOfGeometry(page);
  for (const said of [
    /scrolls sideways/,
    /“One” and “Two” overlap/,
    /the words on “Much too long” are cut/,
    /the words “Search in everything” in a field are cut/,
    /“report.pdf” is cut/,
    /of the name “orrin-q3-preview.pdf” 12 px are left/,
  ])
    expect(faults).toContainEqual(expect.stringMatching(said));
  await page.setContent('<main><h1>Sound</h1><button>One</button> <button>Two</button></main>');
  expect(await faultsOfGeometry(page)).toEqual([]);
});

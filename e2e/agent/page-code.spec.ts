import { expectAccessible } from '../support/accessibility.ts';
import { expect, test } from '../support/agent.ts';

// As a person's browser has them.
test.use({ idleMoments: true });

const tagsPage = '**/assets/tags-page-*.js';

test('a page whose code does not come says so, and is there when it is tried again', async ({
  connected: { page },
}) => {
  await page.route(tagsPage, (route) => route.abort());
  // From the start, so that nothing was fetched before.
  await page.reload();
  await page.getByRole('link', { name: 'Tags' }).click();
  await expect(page.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { name: 'Settings', exact: true })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Tags', exact: true })).toBeVisible();
});

test('while the code of a page is on its way, the window says that it loads', async ({
  connected: { page },
}) => {
  let come = () => {};
  const mayCome = new Promise<void>((resolve) => {
    come = resolve;
  });
  await page.route(tagsPage, async (route) => {
    await mayCome;
    await route.continue();
  });
  await page.reload();
  await page.getByRole('link', { name: 'Tags' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Loading…' })).toBeVisible();
  await expect(page.getByRole('navigation')).toBeVisible();
  come();
  await expect(page.getByRole('heading', { name: 'Tags', exact: true })).toBeVisible();
});

test('code that is not ours is not run, whoever has the port', async ({ connected: { page } }) => {
  const body = "globalThis.strangersCode = sessionStorage.getItem('sluice-session'); export const a = 1;";
  await page.route(tagsPage, (route) => route.fulfill({ contentType: 'text/javascript', body }));
  await page.reload();
  await page.getByRole('link', { name: 'Tags' }).click();
  await expect(page.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible();
  expect(await page.evaluate('globalThis.strangersCode')).toBeUndefined();
});

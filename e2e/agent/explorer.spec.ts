import type { Page } from '@playwright/test';
import { expect, test } from '../support/agent.ts';
import { journey } from '../support/journey.ts';

const clipboardOf = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

test(
  'an ETF is found by the form: a broken rule is said, not sent; then a table, kept in the history',
  journey,
  async ({ connected: sluice, page, sandbox }) => {
    await sluice.open('#/explorer');
    await expect(page.getByRole('searchbox', { name: 'Search operations' })).toBeVisible();
    await page.keyboard.press('/');
    await page.keyboard.type('etf');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Find ETFs' })).toBeVisible();

    await sluice.button('Run').click();
    await expect(page.getByRole('alert')).toContainText(
      'At least one of query, statuses, countries and sectors must be given.',
    );
    const asked = async () =>
      (await sandbox.requests()).requests.filter(({ path }) => path === '/v1/knowledge-graph/etfs');
    expect(await asked()).toEqual([]);

    await page.getByRole('combobox', { name: 'countries' }).fill('us');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await sluice.button('Run').click();
    await expect(page.getByRole('alert')).toContainText('two capital letters, such as US.');
    await page.getByRole('combobox', { name: 'countries' }).press('Backspace');
    await page.getByRole('combobox', { name: 'countries' }).fill('US');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+Enter');

    await expect(page.getByRole('columnheader', { name: 'ticker' })).toBeVisible();
    await expect(page.getByRole('alert')).toContainText('knowledge-graph tokens');
    expect(await asked()).toHaveLength(1);
    await page.getByRole('tab', { name: 'Tree' }).click();
    await expect(page.getByRole('treeitem', { name: /results/ })).toBeVisible();

    // The same values as JSON, and back.
    await page.getByText('JSON', { exact: true }).click();
    await expect(page.getByRole('textbox', { name: 'Body as JSON' })).toHaveValue(
      /"countries": \[\s+"US"\s+\]/,
    );
    await page.getByText('History', { exact: true }).click();
    await page.getByRole('button', { name: 'Run again: Find ETFs' }).first().click();
    await expect.poll(async () => (await asked()).length).toBe(2);
  },
);

test('the economic calendar teaches its categories when it refuses one, and answers as a table', async ({
  connected: sluice,
  page,
}) => {
  await sluice.open('#/explorer/economic-calendar.query');
  await page.getByLabel('start_date').fill('2026-09-01');
  await page.getByLabel('end_date').fill('2026-09-30');
  const categories = page.getByRole('combobox', { name: 'categories' });
  await categories.fill('weather');
  await categories.press('Enter');
  await categories.press('Escape');
  await sluice.button('Run').click();
  await expect(page.getByRole('alert')).toContainText('The service accepts these categories');

  await categories.press('Backspace');
  await categories.fill('hous');
  await page.getByRole('option').first().click();
  await categories.press('Tab');
  await page.getByRole('combobox', { name: 'countries' }).fill('UK');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await sluice.button('Run').click();
  await expect(page.getByRole('columnheader', { name: 'surprise_unit' })).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('the service answers with GB');
  const saved = page.waitForEvent('download');
  await sluice.button('Save as CSV').click();
  expect((await saved).suggestedFilename()).toBe('economic-calendar.query.csv');
});

test("an entity's sentiment is drawn, told as a table, and copied as curl without the key", async ({
  connected: sluice,
  page,
  context,
  sandbox,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const companies = await sluice.value('operations.call', {
    name: 'knowledge-graph.companies',
    body: { query: 'Apple' },
  });
  const [company] = (companies.value as { results: { id: string; name: string }[] }).results;
  const id = company?.id ?? '';
  await sluice.open(`#/explorer/entity-sentiment.query?entity=${id}`);
  await page.getByRole('textbox', { name: 'start' }).fill('2026-08-01');
  await page.getByRole('textbox', { name: 'end' }).fill('2026-08-31');
  await sluice.button('Run').click();
  await expect(page.getByRole('img', { name: /daily_sentiment.* from 2026-08-01/ })).toBeVisible();
  await expect(page.locator('.recharts-line path').first()).toBeVisible();
  await sluice.button('As a table').click();
  await expect(page.getByRole('gridcell', { name: '2026-08-01' })).toBeVisible();

  await sluice.button('Copy').first().click();
  await page.getByRole('menuitem', { name: 'As curl' }).click();
  const copied = await clipboardOf(page);
  expect(copied).toContain(`curl -X POST ${sandbox.baseUrl}/v1/entity-sentiment/`);
  expect(copied).toContain('X-API-KEY: $SLUICE_API_KEY');
  expect(copied).toContain(id);
  expect(copied).not.toContain(sandbox.apiKey);

  await sluice.open(`#/explorer/entity?id=${id}&type=COMP&name=${encodeURIComponent(company?.name ?? '')}`);
  await sluice.button('Look up (costs tokens)').click();
  await expect(page.getByText(/^Used: .* knowledge-graph tokens?\.$/)).toBeVisible();
  await expect(page.getByText(id).last()).toBeVisible();
  await sluice.button(/^Ask$/).first().click();
  await expect(page.getByRole('img', { name: /CLOSE from/ })).toBeVisible();
});

import type { Page } from '@playwright/test';
import { expectAccessible, expectColoursAccessible } from '../support/accessibility.ts';
import { test as base, expect } from '../support/agent.ts';
import { Sandbox } from '../support/sandbox.ts';
import type { SluicePages } from '../support/sluice-pages.ts';
import { journeyOf } from '../support/journey.ts';

const password = 'canary-broker-password-77';

interface Row {
  readonly label: string;
  readonly type: RegExp;
}

const row = (page: Page, label: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: label, exact: true }) });

/** A person fills in what every connector has. */
async function describeConnector(page: Page, label: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Label' }).fill(label);
  await page.getByRole('textbox', { name: 'Description' }).fill(`${label} for the research team`);
  await expect(page.getByRole('switch', { name: 'Share with the organization' })).not.toBeChecked();
}

/** Changes the label on the page for editing, and comes back to the connector's page. */
async function rename(sluice: SluicePages, label: string): Promise<void> {
  const { page } = sluice;
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByRole('textbox', { name: 'Label' }).fill(label);
  await sluice.button('Save').click();
  await expect(page.getByRole('heading', { level: 1, name: label, exact: true })).toBeVisible();
  await expect(page.getByText(/for the research team/)).toBeVisible();
}

/**
 * Stop collecting, then delete everything by typing the label; the row stays until it is gone, over a reload.
 */
async function archiveAndDelete(sluice: SluicePages, sandbox: Sandbox, { label, type }: Row): Promise<void> {
  const { page } = sluice;
  await sluice.button('Stop collecting').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop collecting' }).click();
  await expect(page.getByText('It is archived: nothing new comes in, and its documents stay.')).toBeVisible();
  await sluice.open('#/connectors?show=archived');
  await expect(row(page, label)).toContainText(type);
  await row(page, label).getByRole('link', { name: label }).click();

  await sluice.button('Delete everything…').click();
  const dialog = page.getByRole('dialog');
  const confirm = dialog.getByRole('button', { name: 'Delete everything for good' });
  await expect(confirm).toBeDisabled();
  await dialog.getByRole('textbox').fill(label);
  const goOn = await sandbox.hold();
  await confirm.click();
  await expect(row(page, label)).toContainText('Being removed');
  await page.reload();
  await expect(row(page, label)).toContainText('Being removed');
  // What a year of a broker's notes takes, file by file, is over before Sluice looks for the first time.
  await goOn(100);
  await expect(page.getByText(`“${label}” and all its documents are deleted.`)).toBeVisible();
  await expect(row(page, label)).toHaveCount(0);
}

for (const profile of ['spec', 'field'] as const) {
  const test = base.extend({
    sandbox: async ({ place }, use) => {
      const sandbox = new Sandbox(place.home, ['--profile', profile]);
      await sandbox.start();
      await use(sandbox);
      await sandbox.stop();
    },
  });

  test.describe(profile, () => {
    test(
      'email: created, its inbox copied, edited, has no sync, archived, deleted',
      journeyOf(profile),
      async ({ connected, context, sandbox }) => {
        const { page } = connected;
        await context.grantPermissions(['clipboard-read', 'clipboard-write']);
        await connected.open('#/connectors');
        await expect(page.getByText('No connectors yet')).toBeVisible();
        await page.getByRole('link', { name: 'Create connector' }).click();
        await describeConnector(page, 'Inbox');
        const senders = page.getByLabel(/^Allowed senders/).and(page.locator('input'));
        await senders.fill('ann@example.com');
        await senders.press('Enter');
        await senders.fill('nobody');
        await connected.button('Create it').click();
        await expect(page.getByText('nobody is no e-mail address.')).toBeVisible();
        await senders.press('Backspace');
        await connected.button('Create it').click();
        await expect(page.getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible();

        const address = (await page.locator('code').first().textContent()) ?? '';
        expect(address).toContain('@');
        await connected.button('Copy the address').click();
        expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
        await expect(page.getByText(/there is nothing to sync/)).toBeVisible();
        await expect(connected.button('Sync now')).toHaveCount(0);
        await rename(connected, 'Research inbox');
        await expect(page.getByText('ann@example.com')).toBeVisible();
        expect(await page.locator('code').first().textContent()).toBe(address);
        await archiveAndDelete(connected, sandbox, { label: 'Research inbox', type: /Email/ });
      },
    );

    test('investment research: created with a password that is nowhere after, synced from a day, deleted', async ({
      connected,
      agent,
      sandbox,
    }) => {
      const { page } = connected;
      const replies: string[] = [];
      page.on('response', async (response) => {
        replies.push(await response.text().catch(() => ''));
      });
      await connected.open('#/connectors/new?type=investment_research');
      await describeConnector(page, 'Broker');
      await page.getByRole('textbox', { name: 'User' }).fill('ann');
      await page
        .getByLabel(/^Password/)
        .and(page.locator('input'))
        .fill(password);
      await connected.button('Create it').click();
      await expect(page.getByRole('heading', { level: 1, name: 'Broker' })).toBeVisible();
      await rename(connected, 'Alpha Brokers');

      await connected.button('Sync now').click();
      const dialog = page.getByRole('dialog', { name: 'Sync “Alpha Brokers”' });
      await dialog.getByLabel('Collect again from').fill('2026-01-05');
      const goOn = await sandbox.hold();
      await dialog.getByRole('button', { name: 'Sync from this day' }).click();
      await expect(page.getByText('Syncing', { exact: true })).toBeVisible();
      // On another page: the end is told there too.
      await connected.open('#/settings');
      await goOn();
      await expect(page.getByText(/^“Alpha Brokers” was synced: [\d,]+ items\.$/)).toBeVisible();
      await connected.open('#/connectors');
      await expect(row(page, 'Alpha Brokers')).toContainText('Succeeded');

      expect(await page.content()).not.toContain(password);
      expect(
        await page.evaluate(() =>
          JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state]),
        ),
      ).not.toContain(password);
      expect(replies.length).toBeGreaterThan(5);
      expect(replies.join('\n')).not.toContain(password);
      expect(agent.written()).not.toContain(password);
      await row(page, 'Alpha Brokers').getByRole('link', { name: 'Alpha Brokers' }).click();
      await archiveAndDelete(connected, sandbox, { label: 'Alpha Brokers', type: /Investment research/ });
    });

    test('a document library: not created here and says why; appears, is edited, synced, deleted', async ({
      connected,
      sandbox,
    }) => {
      const { page } = connected;
      await connected.open('#/connectors/new');
      await page.getByRole('radio', { name: /Document library/ }).check();
      await expect(page.getByText('A document library cannot be created here')).toBeVisible();
      await expect(connected.button('Create it')).toHaveCount(0);
      await fetch(`${sandbox.baseUrl}/contents/v1/connectors`, {
        method: 'POST',
        headers: { 'x-api-key': sandbox.apiKey, 'content-type': 'application/json' },
        body: JSON.stringify({
          type: 'document_library',
          label: 'Library',
          description: 'Files for the research team',
        }),
      });
      await connected.open('#/connectors');
      // The page may show what it was told a moment ago.
      await page.reload();
      const type = profile === 'spec' ? /Document library/ : /Document library \(sharepoint\)/;
      await expect(row(page, 'Library')).toContainText(type);
      await row(page, 'Library').getByRole('link', { name: 'Library' }).click();
      await rename(connected, 'Shared library');
      // The sync that comes with the creation is over.
      const synced = async () => (await connected.value('connectors.list', {}))[0]?.last_sync_status;
      await expect.poll(synced).toBe('success');
      await connected.button('Sync now').click();
      await expect(page.getByText('“Shared library” was synced: 0 items.')).toBeVisible();
      await archiveAndDelete(connected, sandbox, { label: 'Shared library', type });
    });
  });
}

base('a sync that fails is told in words, with what the service says', async ({ connected }) => {
  const { page } = connected;
  const made = await connected.value('connectors.create', {
    type: 'investment_research',
    label: 'Broker',
    broker: { userId: 'ann', password: 'wrong' },
  });
  await connected.open(`#/connectors/${made.connector_id}`);
  await connected.button('Sync now').click();
  await connected.button('Sync from this day').click();
  await expect(
    page.getByText(
      'The sync of “Broker” failed. The service says: The broker refused the user name or password.',
    ),
  ).toBeVisible();
});

base('what a colleague changed meanwhile is shown, and the person decides', async ({ connected }) => {
  const { page } = connected;
  const { connector_id: connectorId } = await connected.value('connectors.create', {
    type: 'email',
    label: 'Inbox',
    allowedEmails: ['ann@example.com'],
  });
  await connected.open(`#/connectors/${connectorId}/edit`);
  await page.getByRole('textbox', { name: 'Label' }).fill('My inbox');
  await connected.value('connectors.update', { connectorId, allowedEmails: ['zoe@example.com'] });
  await connected.button('Save').click();
  const alert = page.getByRole('alert').filter({ hasText: 'changed since you opened it' });
  await expect(alert.getByRole('row').last()).toContainText('zoe@example.com');
  await expectAccessible(page);
  expect(await connected.value('connectors.show', { connectorId })).toMatchObject({ label: 'Inbox' });
  await connected.button('Discard mine and load theirs').click();
  await expect(page.getByRole('textbox', { name: 'Label' })).toHaveValue('Inbox');
  await page.getByRole('textbox', { name: 'Label' }).fill('Our inbox');
  await connected.button('Save').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Our inbox' })).toBeVisible();
  expect(await connected.value('connectors.show', { connectorId })).toMatchObject({
    label: 'Our inbox',
    config: { allowed_emails: ['zoe@example.com'] },
  });
});

base(
  'a service without a list of connectors says so, and what is known still opens',
  async ({ connected, sandbox }) => {
    const { page } = connected;
    await connected.value('connectors.create', {
      type: 'email',
      label: 'Inbox',
      allowedEmails: ['ann@example.com'],
    });
    await sandbox.faults([
      { match: { method: 'GET', path: '^/contents/v1/connectors$' }, kind: 'status', status: 404 },
    ]);
    // Home asked for the list when there was one.
    await page.reload();
    await connected.open('#/connectors');
    await expect(page.getByText('This service has no list of connectors')).toBeVisible();
    await page.getByRole('link', { name: 'Inbox' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible();
  },
);

base(
  'nothing for axe to find where connectors of every type and state are, nor in what is asked',
  async ({ connected, sandbox }) => {
    const { page } = connected;
    await fetch(`${sandbox.baseUrl}/contents/v1/connectors`, {
      method: 'POST',
      headers: { 'x-api-key': sandbox.apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'document_library', label: 'Library', share_with_org: true }),
    });
    const account = { type: 'investment_research' } as const;
    const { connector_id: failing } = await connected.value('connectors.create', {
      ...account,
      label: 'Refused',
      enrichments: ['reporting_entities', 'translation'],
      broker: { userId: 'ann', password: 'wrong' },
    });
    const { connector_id: archived } = await connected.value('connectors.create', {
      ...account,
      label: 'Archived',
      broker: { userId: 'ann', password: 'right' },
    });
    await connected.value('connectors.archive', { connectorId: archived });
    await expect
      .poll(async () => (await connected.value('connectors.show', { connectorId: failing })).last_sync_status)
      .toBe('failed');
    await connected.value('settings.update', { preferences: { theme: 'auto' } });
    const inBothThemes = async (route: string, ask?: () => Promise<void>) => {
      await page.emulateMedia({ colorScheme: 'light' });
      await connected.leave();
      await connected.open(route);
      await expect(page.getByText('Loading…')).toHaveCount(0);
      await ask?.();
      await base.step(`${route}, light`, () => expectAccessible(page));
      await page.emulateMedia({ colorScheme: 'dark' });
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
      await base.step(`${route}, dark`, () => expectColoursAccessible(page));
    };
    await inBothThemes('#/connectors?show=all', async () => {
      await expect(row(page, 'Refused')).toContainText('The broker refused');
    });
    await inBothThemes('#/connectors', async () => {
      await connected.button('Sync “Refused” now').click();
      await expect(page.getByRole('dialog')).toBeVisible();
    });
    await inBothThemes(`#/connectors/${failing}`, async () => {
      await connected.button('Delete everything…').click();
      await expect(page.getByRole('dialog')).toBeVisible();
    });
    await inBothThemes('#/connectors/new?type=investment_research', async () => {
      await connected.button('Create it').click();
      await expect(page.getByText('User and password are needed.').first()).toBeVisible();
    });
    await inBothThemes('#/connectors/new?type=document_library');
  },
);

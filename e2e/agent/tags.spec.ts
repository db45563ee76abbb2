import { test as base, expect } from '../support/agent.ts';
import { Sandbox } from '../support/sandbox.ts';
import { journeyOf } from '../support/journey.ts';

for (const profile of ['spec', 'field'] as const) {
  const test = base.extend({
    sandbox: async ({ place }, use) => {
      const sandbox = new Sandbox(place.home, ['--profile', profile]);
      await sandbox.start();
      await use(sandbox);
      await sandbox.stop();
    },
  });

  test(
    `tags (${profile}): created, found by how they begin, in groups, with their documents`,
    journeyOf(profile),
    async ({ connected }) => {
      const { page } = connected;
      // An inbox makes tags of its senders, as mail comes in.
      await connected.value('connectors.create', {
        type: 'email',
        label: 'Inbox',
        allowedEmails: ['ann@example.com'],
      });
      await connected.open('#/tags');
      const name = page.getByRole('textbox', { name: 'Name of the new tag' });
      await name.fill('Energy');
      await connected.button('Create tag').click();
      await expect(page.getByText('The tag “Energy” was created.')).toBeVisible();
      await expect(page.getByRole('cell', { name: 'Energy', exact: true })).toBeVisible();

      await name.fill('Energy');
      await name.press('Enter');
      await expect(page.getByText('There is a tag “Energy” already, so none was created.')).toBeVisible();
      await expect(page.getByRole('link', { name: 'Show its documents' })).toHaveAttribute(
        'href',
        '#/documents?tag=Energy',
      );
      expect(await connected.value('tags.list', { prefix: 'Energy' })).toHaveLength(1);

      await expect.poll(async () => (await connected.value('tags.list', { prefix: 'from:' })).length).toBe(1);
      await connected.button('from:').click();
      const senders = page.getByRole('table', { name: 'From a sender (from:)' });
      await expect(senders.getByRole('cell', { name: 'from:ann@example.com', exact: true })).toBeVisible();
      await expect(page.getByRole('table')).toHaveCount(1);
      await expect(page).toHaveURL(/#\/tags\?prefix=from%3A$/);
      await page.getByRole('searchbox', { name: 'Name begins with' }).fill('zzz');
      await expect(page.getByText('No tag begins with “zzz”')).toBeVisible();
      await connected.button('Clear').click();
      await expect(page.getByRole('cell', { name: 'Energy', exact: true })).toBeVisible();
    },
  );
}

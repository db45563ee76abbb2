import { expect, test } from '../support/agent.ts';

test('a page whose agent was started again says how to sign in, and the new address leads back', async ({
  connected: sluice,
  agent,
}) => {
  const { page } = sluice;
  await sluice.open('#/folders');
  await agent.stop();
  await agent.start();
  // Nobody touches it: the page itself notices.
  await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible();
  await expect(page.getByText('Open the address that sluice ui printed')).toBeVisible();
  await sluice.enter();
  await sluice.open('#/folders');
  await expect(page.getByRole('heading', { name: 'Folders' })).toBeVisible();
});

test('a page whose agent is gone says so and what to do', async ({ connected: sluice, agent }) => {
  const { page } = sluice;
  await agent.stop();
  // Nobody has to ask: the page says that what it shows is from before.
  await expect(page.getByText('Sluice does not answer')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText('Start it again with `sluice ui`.').first()).toBeVisible();
});

import { expect, test } from '../support/agent.ts';

// It is killed.
test.use({ ownProcess: true });

const files = 8;
/** Bytes; at the limit below all of them take longer than anything here waits. */
const size = 200_000;

test('paused, killed, started again, resumed, killed in mid-upload: all arrive, and nothing twice', async ({
  connected: sluice,
  agent,
  sandbox,
  place,
}) => {
  const { page } = sluice;
  const { profile } = await sluice.value('agent.status', {});
  const id = profile?.id ?? '';
  await sluice.value('profiles.save', { profile: { id, uploadBandwidth: 5_000 } });
  for (let index = 0; index < files; index++) {
    place.file(
      `Research/${index}.txt`,
      `Document ${index}: Orrin reported.\n`.padEnd(size, `filling ${index}\n`),
    );
  }
  await sluice.value('folders.add', { folder: { path: place.folder('Research'), settleSeconds: 0.1 } });
  const now = page.getByRole('region', { name: 'Now' });
  const anyProgress = now.getByRole('progressbar').first();
  await expect(anyProgress).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText('Uploads are paused. No file is sent until you resume.')).toBeVisible();
  await agent.stop('SIGKILL');

  await agent.start();
  await sluice.enter();
  await expect(page.getByText('Uploads are paused. No file is sent until you resume.')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Resume' }).click();
  await expect(anyProgress).toBeVisible();
  await expect
    .poll(async () => (await sluice.value('agent.status', {})).active.some(({ sentBytes }) => sentBytes > 0))
    .toBe(true);
  await agent.stop('SIGKILL');

  await agent.start();
  await sluice.enter();
  await sluice.value('profiles.save', { profile: { id, uploadBandwidth: null } });
  await sluice.expectUploads('completed', files);
  await expect(page.getByText('Everything is done.')).toBeVisible();
  const audit = await sandbox.audit();
  expect(audit.documents.filter(({ deleted }) => !deleted)).toHaveLength(files);
  expect(audit.duplicates).toEqual({});
  expect(audit.leaked_keys).toEqual([]);
});

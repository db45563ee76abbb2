import type { Page } from '@playwright/test';
import { expect, test } from '../support/agent.ts';

// Its line to the agent is made slow.
test.use({ ownWindow: true });

/** Drops files and folders of this machine as a file manager does. */
async function drop(page: Page, paths: readonly string[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x: 600, y: 400, data });
    if (type !== 'drop') await expect(page.getByText('Drop files or folders to upload them')).toBeVisible();
  }
  await session.detach();
}

test('a dropped folder opens the sheet, goes up with a progress bar, and only to the one who dropped it', async ({
  connected: sluice,
  sandbox,
  place,
}) => {
  const { page } = sluice;
  place.file('Broker notes/large.txt', 'Halden Freight was downgraded.\n'.repeat(20_000));
  place.file('Broker notes/2026/q3.txt', 'Orrin Semiconductor beat estimates.');
  const alone = place.file('alone.txt', 'Kestrel and Datumwell merge.');
  await drop(page, [place.folder('Broker notes'), alone]);

  const sheet = page.getByRole('dialog', { name: 'Upload 3 files' });
  await expect(sheet).toBeVisible();
  await expect(sheet.getByRole('switch', { name: /Share with the organization/ })).not.toBeChecked();
  await expect(sheet.getByText('it never appears in search')).toBeVisible();
  await expect(sheet.getByText('is then deleted')).toBeVisible();
  // A line that is slow enough for a person to see what happens; bytes a second.
  const session = await page.context().newCDPSession(page);
  const line = { offline: false, latency: 0, downloadThroughput: -1 };
  await session.send('Network.emulateNetworkConditions', { ...line, uploadThroughput: 10_000 });
  await sheet.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(async () => {
    const value = Number(
      await sheet.getByRole('progressbar').getAttribute('aria-valuenow', { timeout: 1000 }),
    );
    expect(value).toBeGreaterThan(0);
    expect(value).toBeLessThan(100);
  }).toPass({ intervals: [50] });
  await session.send('Network.emulateNetworkConditions', { ...line, uploadThroughput: -1 });
  await expect(page.getByText('3 uploads were added to the queue.')).toBeVisible();
  await expect(sheet).toBeHidden();

  await sluice.expectUploads('completed', 3);
  const documents = await sandbox.documents();
  expect(documents.map(({ file_name, shared }) => [file_name, shared]).sort()).toEqual([
    ['alone.txt', false],
    ['large.txt', false],
    ['q3.txt', false],
  ]);
});

test('a drop is cancelled while it is handed over, and nothing of it is uploaded', async ({
  connected: sluice,
  sandbox,
  place,
}) => {
  const { page } = sluice;
  await drop(page, [place.file('large.txt', 'Halden Freight was downgraded.\n'.repeat(20_000))]);
  const session = await page.context().newCDPSession(page);
  const conditions = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 5_000 };
  await session.send('Network.emulateNetworkConditions', conditions);
  const sheet = page.getByRole('dialog', { name: 'Upload 1 file' });
  await sheet.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(sheet.getByRole('progressbar')).toBeVisible();
  await sheet.getByRole('button', { name: 'Cancel' }).click();
  await expect(sheet.getByRole('progressbar')).toBeHidden();
  await sheet.getByRole('button', { name: 'Cancel' }).click();
  await expect(sheet).toBeHidden();
  await sluice.open('#/uploads');
  await expect(page.getByText('No uploads yet')).toBeVisible();
  expect(await sandbox.documents()).toEqual([]);
});

test('sharing is off wherever it is asked for, and goes out only where a person turned it on', async ({
  connected: sluice,
  sandbox,
  place,
}) => {
  const { page } = sluice;
  await drop(page, [place.file('public.txt', 'Everyone may read this.')]);
  const share = page.getByRole('switch', { name: /Share with the organization/ });
  await expect(share).not.toBeChecked();
  await share.check();
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(page.getByText('1 upload was added to the queue.')).toBeVisible();
  // The next drop does not remember it.
  await drop(page, [place.file('private.txt', 'Only I read this.')]);
  await expect(share).not.toBeChecked();
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await sluice.expectUploads('completed', 2);
  const shared = (await sandbox.documents()).map(({ file_name, shared: isShared }) => [file_name, isShared]);
  expect(Object.fromEntries(shared)).toEqual({ 'public.txt': true, 'private.txt': false });
});

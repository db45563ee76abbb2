import { expect } from '@playwright/test';
import type { Launched } from './launch-app.ts';

/** A service of the app's own, which nobody has set up before. */
export async function startService({ value, page }: Launched): Promise<void> {
  await value<{ profileId: string }>('host.startSandbox');
  // The page asked before there was a profile.
  await page.reload();
}

/** Uploads a file to the service and opens what was made of it; its content id. */
export async function openDocument({ value, page }: Launched, path: string): Promise<string> {
  const { ids } = await value<{ ids: number[] }>('uploads.add', { paths: [path], options: {} });
  type Rows = { rows: { state: string; contentId: string }[] };
  const uploads = () => value<Rows>('uploads.list', { filter: { ids } }).then(({ rows }) => rows);
  await expect.poll(uploads).toMatchObject([{ state: 'completed' }]);
  const contentId = (await uploads())[0]?.contentId ?? '';
  await page.evaluate((id) => {
    location.hash = `#/documents/${id}/annotated`;
  }, contentId);
  return contentId;
}

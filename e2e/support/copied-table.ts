import { expect, type Page } from '@playwright/test';

/** What the button beside a table puts into the clipboard, by its kinds. */
export async function copyTable(page: Page): Promise<{ text: string | undefined; html: string | undefined }> {
  await page.context().grantPermissions(['clipboard-read']);
  await page.getByRole('button', { name: 'Copy as a table' }).click();
  await expect(page.getByText('Table copied')).toBeVisible();
  return page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    const read = async (type: string) => (await item?.getType(type))?.text();
    return { text: await read('text/plain'), html: await read('text/html') };
  });
}

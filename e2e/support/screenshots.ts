import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { projectRoot } from './project-root.ts';

/** `npm run screenshots` names `docs/screenshots`; any other run paints to its output, so that it leaves the tree clean. */
const folder = join(projectRoot, process.env.SLUICE_SCREENSHOTS ?? 'out/e2e/screenshots');

/** Paints the page as it stands to `NAME-THEME.png`. */
export async function paint(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled', caret: 'hide' });
}

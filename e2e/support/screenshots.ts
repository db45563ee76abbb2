import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { projectRoot } from './project-root.ts';

/**
 * `npm run screenshots` names `docs/screenshots`; any other run paints to its output, so that it leaves the
 * tree clean.
 */
const asked = process.env.SLUICE_SCREENSHOTS;
const folder = join(projectRoot, asked ?? 'out/e2e/screenshots');

/**
 * Paints the page as it stands to `NAME-THEME.png`. The documentation is in English; other languages go to
 * the output only.
 */
export async function paint(page: Page, name: string, theme: string, language: string): Promise<void> {
  if (language !== 'en' && asked !== undefined) return;
  const file = `${name}-${theme}${language === 'en' ? '' : `-${language}`}.png`;
  await page.screenshot({ path: join(folder, file), animations: 'disabled', caret: 'hide' });
}

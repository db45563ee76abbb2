import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { projectRoot } from './project-root.ts';

/** The folder that `npm run screenshots` names. No other run paints: nothing is decided by a picture. */
const asked = process.env.SLUICE_SCREENSHOTS;
export const isPainted = asked !== undefined;

/**
 * Paints the page as it stands to `NAME-THEME.png`. The documentation is in English; other languages go to
 * the output only.
 */
export async function paint(page: Page, name: string, theme: string, language: string): Promise<void> {
  if (asked === undefined) return;
  const isDocumented = language === 'en';
  const folder = join(projectRoot, isDocumented ? asked : 'out/e2e/screenshots');
  const file = `${name}-${theme}${isDocumented ? '' : `-${language}`}.png`;
  await page.screenshot({ path: join(folder, file), animations: 'disabled', caret: 'hide' });
}

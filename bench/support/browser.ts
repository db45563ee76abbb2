import { existsSync } from 'node:fs';
import { type Browser, chromium, type LaunchOptions } from '@playwright/test';
import { browserArguments } from '../../e2e/support/browser-arguments.ts';

/** Named by whoever runs it; else Debian's, or Playwright's own. */
const systemBrowser = process.env.SLUICE_BROWSER ?? '/usr/bin/chromium';

export function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  return chromium.launch({
    ...options,
    args: [...browserArguments],
    ...(existsSync(systemBrowser) ? { executablePath: systemBrowser } : {}),
  });
}

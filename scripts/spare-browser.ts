import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { browserArguments } from '../e2e/support/browser-arguments.ts';

/** A word for the shell, whatever is in it. */
const quote = (word: string) => `'${word.replaceAll("'", "'\\''")}'`;

/**
 * The stand-in for Electron starts the browser that it is told, with arguments of its own and no others. The
 * program that this names adds those that browsers of tests have: of what a start of the app costs, a fifth.
 */
export function spareBrowser(browser: string): { path: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-browser-'));
  const path = join(folder, 'browser');
  const words = [quote(browser), '"$@"', ...browserArguments.map(quote)];
  writeFileSync(path, `#!/bin/sh\nexec ${words.join(' ')}\n`, { mode: 0o755 });
  return { path, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

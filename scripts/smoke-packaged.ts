import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import type { Bridge, PageCallName } from '../src/shared/bridge/contract.ts';

/**
 * `node scripts/smoke-packaged.ts PROGRAM`: starts a packaged app, and through its page starts the sandbox,
 * watches a folder and waits until the document in it is completed. That takes everything the packaging can
 * break: the archive, the threads and the second process started from it, and the files read from it. Its
 * fuses forbid the way Playwright drives Electron else.
 */
const [program = ''] = process.argv.slice(2);
/** Milliseconds for each step, on the slow machines of a release. */
const patience = 60_000;
const home = mkdtempSync(join(tmpdir(), 'sluice-smoke-'));
const watched = join(home, 'watched');
mkdirSync(watched);
writeFileSync(join(watched, 'note.txt'), 'Apple reported higher revenue.\n');

const child = spawn(program, ['--remote-debugging-port=0', `--user-data-dir=${join(home, 'data')}`], {
  stdio: ['ignore', 'inherit', 'pipe'],
});
try {
  const browser = await chromium.connectOverCDP(await debuggingAddress());
  const context = browser.contexts()[0];
  const page = context?.pages()[0] ?? (await context?.waitForEvent('page', { timeout: patience }));
  if (page === undefined) throw new Error('the app shows no page');
  await page.waitForLoadState('load');
  const { profileId } = await ask<{ profileId: string }>(page, 'host.startSandbox');
  await ask(page, 'folders.add', { folder: { path: watched, profileId, settleSeconds: 0.2 } });
  const deadline = Date.now() + patience;
  for (;;) {
    const { rows } = await ask<{ rows: { state: string }[] }>(page, 'uploads.list');
    if (rows[0]?.state === 'completed') break;
    if (Date.now() > deadline) throw new Error(`the document is ${rows[0]?.state ?? 'not there'}`);
    await page.waitForTimeout(200);
  }
  await browser.close();
  console.log('The packaged app watched a folder and uploaded its document to the sandbox.');
} finally {
  const exited = new Promise((resolve) => child.once('exit', resolve));
  if (child.exitCode === null && child.kill()) await exited;
  rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}

/** Chromium says on stderr where it can be driven. */
function debuggingAddress(): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const timer = setTimeout(() => reject(new Error(`the app did not start:\n${said}`)), patience);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the app ended with ${code}:\n${said}`)));
    child.stderr.on('data', (text: Buffer) => {
      said += text;
      const address = /DevTools listening on (ws:\S+)/.exec(said)?.[1];
      if (address === undefined) return;
      clearTimeout(timer);
      resolve(address);
    });
  });
}

/** A call as a page of ours makes it. */
async function ask<T>(page: Page, name: PageCallName, input: unknown = {}): Promise<T> {
  const reply = await page.evaluate(
    ([called, given]) => (globalThis as unknown as { sluice: Bridge }).sluice.call(called, given),
    [name, input] as const,
  );
  if (!reply.ok) throw new Error(`${name}: ${reply.error.code} ${reply.error.message}`);
  return reply.value as T;
}

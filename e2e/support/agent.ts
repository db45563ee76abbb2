import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { test as base } from '@playwright/test';

export { expect } from '@playwright/test';

const program = fileURLToPath(new URL('../../src/cli/index.ts', import.meta.url));

export interface Agent {
  /** The one-time address. */
  readonly address: string;
  readonly home: string;
}

/** `sluice ui` as a process of its own, with a data folder of its own. */
export const test = base.extend<{ agent: Agent }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's names, and there are none
  agent: async ({}, use) => {
    const home = mkdtempSync(join(tmpdir(), 'sluice-agent-'));
    const child = spawn(process.execPath, [program, 'ui', '--json', '--data-dir', join(home, 'data')], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { PATH: process.env.PATH, HOME: home },
    });
    await use({ address: await addressOf(child), home });
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await exited;
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  },
});

async function addressOf(child: ChildProcess): Promise<string> {
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  const [line] = (await once(lines, 'line', { signal: AbortSignal.timeout(60_000) })) as [string];
  return (JSON.parse(line) as { address: string }).address;
}

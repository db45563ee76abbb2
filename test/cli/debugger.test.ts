import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const project = fileURLToPath(new URL('../..', import.meta.url));
const watch = ['bin/sluice.js', '--base-url', 'http://127.0.0.1:9', 'watch'];

test.runIf(process.platform !== 'win32').each([
  ['the agent', watch, /Files go to/],
  ['the sandbox', ['src/sandbox/index.ts', '--json'], /baseUrl/],
])('SIGUSR1 opens no debugger in %s', { timeout: 60_000 }, async (_name, args, isReady) => {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-debugger-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const child = spawn(process.execPath, args, {
    cwd: project,
    env: { PATH: process.env.PATH, SLUICE_DATA_DIR: directory, HOME: directory },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  await expect.poll(() => said, { timeout: 40_000 }).toMatch(isReady);
  child.kill('SIGUSR1');
  await setTimeout(1000);
  expect(said).not.toMatch(/Debugger|inspector/);
  expect(child.exitCode ?? child.signalCode).toBeNull();
});

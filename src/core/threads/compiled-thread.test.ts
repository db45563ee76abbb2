import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { compiledThread } from './compiled-thread.ts';

test('from the second start on, a thread written in TypeScript needs no WebAssembly', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-thread-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const file = join(directory, 'program.ts');
  writeFileSync(
    file,
    `import { parentPort } from 'node:worker_threads';
     const loaded: string[] = process.moduleLoadList.filter((name: string) => name.includes('amaro'));
     parentPort!.postMessage(loaded.length);`,
  );
  const program = pathToFileURL(file);
  const cache = join(directory, 'cache');
  expect(await firstMessage(program, cache)).toBeGreaterThan(0);
  expect(await firstMessage(program, cache)).toBe(0);
});

test('a built thread is started as it is', () => {
  expect(compiledThread(new URL('file:///app/thread/watch-worker.js'))).toEqual({});
});

/** Resolves with what the thread says first, when it has ended: it writes its cache at its end. */
function firstMessage(program: URL, cache: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(program, compiledThread(program, cache));
    let said: unknown;
    worker.on('message', (message) => {
      said = message;
    });
    worker.on('error', reject);
    worker.on('exit', () => resolve(said));
  });
}

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ReadThread } from './read-thread.ts';

test('a document that comes just when the idle thread is let go is read by a new one', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-read-'));
  const thread = new ReadThread();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(async () => {
    vi.useRealTimers();
    await thread.stop();
    rmSync(directory, { recursive: true });
  });
  const path = join(directory, 'a.json');
  writeFileSync(path, '{}');
  const { signal } = new AbortController();
  expect(await thread.read(path, signal)).toMatchObject({ entities: [] });
  vi.advanceTimersByTime(60_000);
  expect(await thread.read(path, signal)).toMatchObject({ entities: [] });
});

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

test('a document that takes longer than it may ends with its thread, and the next one is read', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-read-'));
  const thread = new ReadThread(1);
  onTestFinished(async () => {
    await thread.stop();
    rmSync(directory, { recursive: true });
  });
  const path = join(directory, 'a.json');
  writeFileSync(path, `{"content":{"body":[${'{"text":"a"},'.repeat(300_000)}{}]}}`);
  const { signal } = new AbortController();
  await expect(thread.read(path, signal)).rejects.toMatchObject({
    code: 'BAD_ANSWER',
    spoken: { code: 'detail.annotatedSlow' },
  });
  const patient = new ReadThread();
  onTestFinished(() => patient.stop());
  expect(await patient.read(path, signal)).toMatchObject({ entities: [] });
});

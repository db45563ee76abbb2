import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { watchFolderSchema, type WatchFolder } from '#shared/settings/watch-folder.ts';
import { type AfterUpload, runAfterUpload } from './after-upload.ts';

const hashOf = (content: string) => createHash('sha256').update(content).digest('hex');

function setUp(changes: Partial<WatchFolder>) {
  const root = mkdtempSync(join(tmpdir(), 'sluice-after-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const folder = watchFolderSchema.parse({ id: 'f', path: root, profileId: 'p', ...changes });
  const put = (name: string, content: string) => {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), content);
  };
  const run = (name: string, content: string, more: Partial<AfterUpload> = {}) =>
    runAfterUpload({
      folder,
      path: join(root, name),
      sha256: hashOf(content),
      outcome: { kind: 'completed' },
      ...more,
    });
  return { root, put, run, read: (name: string) => readFileSync(join(root, name), 'utf8') };
}

const failure = {
  kind: 'failed',
  code: 'ENRICHMENT_FAILED',
  message: 'The service could not process it.',
} as const;

test('W18: leave is the default, whatever the outcome', async () => {
  const { put, run, read } = setUp({});
  put('a.txt', 'a');
  expect(await run('a.txt', 'a')).toEqual({ kind: 'left' });
  expect(await run('a.txt', 'a', { outcome: failure })).toEqual({ kind: 'left' });
  expect(read('a.txt')).toBe('a');
});

test('W18: move keeps the tree and never writes over anything', async () => {
  const { root, put, run, read } = setUp({ afterUpload: 'move' });
  put('sub/a.txt', 'first');
  expect(await run('sub/a.txt', 'first')).toEqual({ kind: 'moved', to: join(root, 'done/sub/a.txt') });
  put('sub/a.txt', 'second');
  expect(await run('sub/a.txt', 'second')).toEqual({ kind: 'moved', to: join(root, 'done/sub/a (2).txt') });
  expect([read('done/sub/a.txt'), read('done/sub/a (2).txt')]).toEqual(['first', 'second']);
  expect(existsSync(join(root, 'sub/a.txt'))).toBe(false);
});

test('W18: delete and trash only the bytes that were uploaded', async () => {
  const { root, put, run, read } = setUp({ afterUpload: 'delete' });
  put('a.txt', 'changed since');
  expect(await run('a.txt', 'what was uploaded')).toEqual({ kind: 'changed' });
  expect(read('a.txt')).toBe('changed since');
  expect(await run('a.txt', 'changed since')).toEqual({ kind: 'deleted' });
  expect(existsSync(join(root, 'a.txt'))).toBe(false);
  // After a crash it runs again.
  expect(await run('a.txt', 'changed since')).toEqual({ kind: 'changed' });
});

test('W18: trash goes to the system, and its failure leaves the file with a reason', async () => {
  const { put, run, read } = setUp({ afterUpload: 'trash' });
  put('a.txt', 'a');
  const trashed: string[] = [];
  expect(await run('a.txt', 'a', { trash: async (path) => void trashed.push(path) })).toEqual({
    kind: 'trashed',
  });
  expect(trashed).toHaveLength(1);
  const trash = () => Promise.reject(new Error('no trash on this volume'));
  expect(await run('a.txt', 'a', { trash })).toEqual({
    ...{ kind: 'failed', code: 'AFTER_UPLOAD_FAILED', detail: 'no trash on this volume' },
  });
  expect(read('a.txt')).toBe('a');
});

test('W18: failures go to their folder with a reason, if the watch folder has one', async () => {
  const { root, put, run, read } = setUp({ afterUpload: 'delete', failedFolder: 'failed' });
  put('sub/a.pdf', 'broken');
  const result = await run('sub/a.pdf', 'broken', { outcome: failure });
  expect(result).toEqual({ kind: 'moved', to: join(root, 'failed/sub/a.pdf') });
  expect(read('failed/sub/a.pdf.reason.txt')).toContain('The service could not process it.');
  expect(read('failed/sub/a.pdf.reason.txt')).toContain('ENRICHMENT_FAILED');
});

test('W18: a place that cannot be written to is said, and the file stays', async () => {
  const { put, run, read } = setUp({ afterUpload: 'move', doneFolder: 'blocked' });
  put('blocked', 'a file where the folder should be');
  put('a.txt', 'a');
  expect(await run('a.txt', 'a')).toMatchObject({ kind: 'failed', code: 'AFTER_UPLOAD_FAILED' });
  expect(read('a.txt')).toBe('a');
});

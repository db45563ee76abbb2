import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { holderOf, lockDataDirectory } from './lock.ts';

function temporary(): string {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-lock-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

test('the lock of a data folder says who holds it, and is free again after', () => {
  const directory = temporary();
  const release = lockDataDirectory(directory);
  expect(() => lockDataDirectory(directory)).toThrow(`held by process ${process.pid} on `);
  release();
  expect(existsSync(join(directory, 'agent.json'))).toBe(true);
  lockDataDirectory(directory)();
});

test('whoever looks is told which process has the data folder, and that none has it once it is gone', () => {
  const directory = temporary();
  expect(holderOf(directory)).toBeUndefined();
  const release = lockDataDirectory(directory, 'watch');
  expect(holderOf(directory)).toMatchObject({ process: process.pid, host: hostname(), engine: 'watch' });
  writeFileSync(join(directory, 'agent.json'), '{"process":');
  expect(holderOf(directory)).toBe('unnamed');
  release();
  expect(holderOf(directory)).toBeUndefined();
});

test.each<[string, (lock: string) => void]>([
  ['no file', (lock) => mkdirSync(lock)],
  ["not SQLite's", (lock) => writeFileSync(lock, 'What a program put there. '.repeat(100))],
])("a lock that cannot be taken because it is %s is nobody's: the folder is to be fixed", (_what, put) => {
  const directory = temporary();
  put(join(directory, 'agent.lock'));
  const unusable = expect.objectContaining({ code: 'DATA_FOLDER_UNUSABLE' });
  expect(() => lockDataDirectory(directory)).toThrow(unusable);
  expect(() => holderOf(directory)).toThrow(unusable);
});

test('a lock in a folder that is not there names the folder', () => {
  const missing = join(temporary(), 'missing');
  expect(() => lockDataDirectory(missing)).toThrow(
    expect.objectContaining({ code: 'DATA_FOLDER_UNUSABLE', detail: expect.stringContaining(missing) }),
  );
});

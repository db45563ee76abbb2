import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { AppError } from '#shared/errors/app-error.ts';
import { asFileError, assertSame, type FileStamp, stampOf } from './file-stamp.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'sluice-stamp-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

function statOf(text: string) {
  const path = join(folder(), 'a.txt');
  writeFileSync(path, text);
  return statSync(path, { bigint: true });
}

function codeOf(run: () => unknown): string | undefined {
  try {
    run();
  } catch (cause) {
    return cause instanceof AppError ? cause.code : undefined;
  }
  return undefined;
}

test('the stamp of a file is what its stat says', () => {
  const stat = statOf('four');
  expect(stampOf(stat)).toEqual({
    size: 4,
    mtimeNs: stat.mtimeNs,
    ctimeNs: stat.ctimeNs,
    device: stat.dev,
    inode: stat.ino,
  });
});

test('a folder and an empty file have no stamp', () => {
  expect(codeOf(() => stampOf(statSync(folder(), { bigint: true })))).toBe('NOT_A_FILE');
  expect(codeOf(() => stampOf(statOf('')))).toBe('FILE_EMPTY');
});

test('W3: a file that is as it was passes', () => {
  const stat = statOf('four');
  expect(() => assertSame(stampOf(stat), stat)).not.toThrow();
});

test.each([
  ['size', { size: 5 }],
  ['time of change', { mtimeNs: 1n }],
  ['time of its inode', { ctimeNs: 1n }],
  ['volume', { device: -1n }],
  ['inode', { inode: -1n }],
] satisfies [string, Partial<FileStamp>][])('W3: another %s alone makes it another file', (_, other) => {
  const stat = statOf('four');
  const run = () => assertSame({ ...stampOf(stat), ...other }, stat);
  expect(codeOf(run)).toBe('FILE_CHANGED');
  expect(run).toThrow(expect.objectContaining({ retryable: true }));
});

test.each([
  ['ENOENT', 'FILE_GONE', false],
  ['ENOTDIR', 'FILE_GONE', false],
  ['ESTALE', 'FILE_GONE', false],
  ['EISDIR', 'NOT_A_FILE', false],
  ['EACCES', 'FILE_UNREADABLE', true],
  ['EIO', 'FILE_UNREADABLE', true],
  ['EMFILE', 'TOO_MANY_FILES', true],
])('%s of a file operation is %s', (code, expected, retryable) => {
  const cause = Object.assign(new Error('failed'), { code, syscall: 'open' });
  const error = asFileError(cause);
  expect(error).toBeInstanceOf(AppError);
  expect(error).toMatchObject({ code: expected, retryable, cause });
});

test('what could not be read says why', () => {
  const cause = Object.assign(new Error('failed'), { code: 'EIO', syscall: 'read' });
  expect(asFileError(cause)).toMatchObject({ detail: 'EIO' });
});

test.each([
  ['an error in our words', new AppError('FILE_CHANGED')],
  ['our words about a missing file', Object.assign(new AppError('UNEXPECTED'), { syscall: 'open' })],
  ['a mistake of ours', new TypeError('not a function')],
  ['an error of Node that no system call brought', Object.assign(new Error('bad'), { code: 'ERR_BAD' })],
  ['an error without a code', Object.assign(new Error('bad'), { syscall: 'open' })],
])('%s stays what it is', (_, cause) => {
  expect(asFileError(cause)).toBe(cause);
});

import { execFileSync } from 'node:child_process';
import {
  closeSync,
  constants,
  lchownSync,
  mkdtempSync,
  openSync,
  readSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { AppError } from '#shared/errors/app-error.ts';
import { openLogFile } from './log-file.ts';

let folder: string;
let now: number;
let problems: Error[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-log-'));
  now = 0;
  problems = [];
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = (path: string) =>
  openLogFile(path, { now: () => now, onProblem: (error) => problems.push(error) });

test('appends to what is there, and a new file is for its owner only', () => {
  const path = join(folder, 'sluice.log');
  open(path).write('one');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const again = open(path);
  again.write('two');
  again.close();
  expect(readFileSync(path, 'utf8')).toBe('one\ntwo\n');
});

test('begins a new file where a rotation moved the old one away, or replaced it', () => {
  const path = join(folder, 'sluice.log');
  const file = open(path);
  file.write('one');
  renameSync(path, `${path}.1`);
  file.write('still there, within a second');
  now += 1_000;
  file.write('two');
  expect(readFileSync(`${path}.1`, 'utf8')).toBe('one\nstill there, within a second\n');
  renameSync(path, `${path}.2`);
  writeFileSync(path, '');
  now += 1_000;
  file.write('three');
  expect(readFileSync(path, 'utf8')).toBe('three\n');
  expect(problems).toEqual([]);
});

test('says once that lines are lost, and goes on when they are not', () => {
  const path = join(folder, 'sluice.log');
  const file = open(path);
  rmSync(folder, { recursive: true });
  for (let line = 0; line < 30; line += 1) {
    now += 400;
    file.write('lost');
  }
  expect(problems).toHaveLength(1);
  folder = mkdtempSync(join(tmpdir(), 'sluice-log-'));
});

test.skipIf(process.platform === 'win32')(
  'a pipe that nobody reads, or that is full, holds nobody up',
  () => {
    const path = join(folder, 'pipe');
    execFileSync('mkfifo', [path]);
    expect(() => open(path)).toThrow(/cannot be written: ENXIO/);
    const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const file = open(path);
    for (let line = 0; line < 3_000; line += 1) file.write('x'.repeat(100));
    expect(problems.map(({ message }) => message)).toEqual([expect.stringContaining('EAGAIN')]);
    file.close();
    closeSync(reader);
  },
);

test('a place where there can be no file is said before any work', () => {
  expect(() => open(join(folder, 'no/such/sluice.log'))).toThrow(AppError);
});

test.runIf(process.geteuid?.() === 0)('a pipe or file that another account put there gets no line', () => {
  const path = join(folder, 'sluice.log');
  const log = open(path);
  log.write('one');
  rmSync(path);
  execFileSync('mkfifo', [path]);
  lchownSync(path, 65_534, 65_534);
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  onTestFinished(() => closeSync(reader));
  now += 1_500;
  log.write('private');
  log.close();
  expect(problems).toHaveLength(1);
  expect(() => open(path)).toThrow(AppError);
  expect(readSync(reader, Buffer.alloc(9))).toBe(0);
  rmSync(path);
  writeFileSync(path, '');
  lchownSync(path, 65_534, 65_534);
  expect(() => open(path)).toThrow(AppError);
  expect(readFileSync(path, 'utf8')).toBe('');
});

test.runIf(process.geteuid?.() === 0)('a link that another account made is not followed', () => {
  const [path, other] = [join(folder, 'sluice.log'), join(folder, 'private')];
  writeFileSync(other, 'private');
  const log = open(path);
  log.write('one');
  rmSync(path);
  symlinkSync(other, path);
  lchownSync(path, 65_534, 65_534);
  now += 1_500;
  log.write('two');
  log.close();
  expect(problems).toHaveLength(1);
  expect(() => open(path)).toThrow(AppError);
  expect(readFileSync(other, 'utf8')).toBe('private');
  // One that the user made is.
  lchownSync(path, 0, 0);
  const followed = open(path);
  followed.write('!');
  followed.close();
  expect(readFileSync(other, 'utf8')).toBe('private!\n');
});

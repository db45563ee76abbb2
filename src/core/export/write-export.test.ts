import { execFileSync } from 'node:child_process';
import { chownSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writeText } from './write-export.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'sluice-export-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

test('an export replaces a file of its name, and leaves nothing beside it', async () => {
  const at = folder();
  expect(await writeText(join(at, 'a.csv'), ['one\n', 'two\n'])).toBe(8);
  expect(await writeText(join(at, 'a.csv'), ['é'])).toBe(2);
  expect(readFileSync(join(at, 'a.csv'), 'utf8')).toBe('é');
  expect(readdirSync(at)).toEqual(['a.csv']);
});

test('what the system refuses names the file that was asked for, not the draft or its handle', async () => {
  const path = join(folder(), 'a.csv');
  mkdirSync(path);
  const refused = await writeText(path, ['one']).catch((error: Error) => error.message);
  expect(refused).toContain(path);
  expect(refused).not.toMatch(/\.part|\/proc\/self/);
});

test.runIf(process.platform !== 'win32')('a pipe is written to, and not replaced', async () => {
  const at = folder();
  const pipe = join(at, 'pipe');
  execFileSync('mkfifo', [pipe]);
  // Both ends, so that neither waits for the other.
  const reader = await open(pipe, 'r+');
  expect(await writeText(pipe, ['one', 'two'])).toBe(6);
  const { buffer, bytesRead } = await reader.read(Buffer.alloc(16), 0, 16, null);
  await reader.close();
  expect(buffer.toString('utf8', 0, bytesRead)).toBe('onetwo');
  expect(readdirSync(at)).toEqual(['pipe']);
});

test.runIf(process.geteuid?.() === 0)('a pipe that another account put there reads no export', async () => {
  const at = folder();
  const pipe = join(at, 'a.csv');
  execFileSync('mkfifo', [pipe]);
  chownSync(pipe, 65_534, 65_534);
  const reader = await open(pipe, 'r+');
  expect(await writeText(pipe, ['one'])).toBe(3);
  await reader.close();
  expect(lstatSync(pipe).isFile()).toBe(true);
  expect(lstatSync(pipe).mode & 0o777).toBe(0o600);
});

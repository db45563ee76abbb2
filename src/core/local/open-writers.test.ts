import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { directLook, type FileStat } from './look.ts';
import { createOpenWriters } from './open-writers.ts';

async function setUp() {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-writers-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const candidate = async (name: string) => {
    const path = join(directory, name);
    writeFileSync(path, 'x', { flag: 'a' });
    const { device, inode } = (await directLook.stat(path)) as FileStat;
    return { path, device, inode, changedAt: performance.now() };
  };
  return { candidate };
}

test('W1: finds what is open for writing, by whatever name, and not what is only read', async () => {
  const { candidate } = await setUp();
  const [written, read, closed] = [
    await candidate('written'),
    await candidate('read'),
    await candidate('closed'),
  ];
  const writing = openSync(written.path, 'a');
  const reading = openSync(read.path, 'r');
  const writers = createOpenWriters(() => performance.now());
  expect([...(await writers.find([written, read, closed]))]).toEqual([written]);
  closeSync(writing);
  closeSync(reading);
  const later = { ...written, changedAt: performance.now() };
  expect((await writers.find([later])).size).toBe(0);
});

test('one scan serves many, but never a file that changed after it', async () => {
  const { candidate } = await setUp();
  const file = await candidate('file');
  let now = 1000;
  const writers = createOpenWriters(() => now);
  expect((await writers.find([{ ...file, changedAt: 900 }])).size).toBe(0);
  const writing = openSync(file.path, 'a');
  now = 1500;
  expect((await writers.find([{ ...file, changedAt: 950 }])).size).toBe(0);
  expect((await writers.find([{ ...file, changedAt: 1400 }])).size).toBe(1);
  closeSync(writing);
});

test('another file with the same inode number on another device is not taken for it', async () => {
  const { candidate } = await setUp();
  const file = await candidate('file');
  const writing = openSync(file.path, 'a');
  const writers = createOpenWriters(() => performance.now());
  expect((await writers.find([{ ...file, device: '0' }])).size).toBe(0);
  closeSync(writing);
});

test('without /proc nothing is known to be open', async () => {
  const { candidate } = await setUp();
  const file = await candidate('file');
  const writing = openSync(file.path, 'a');
  expect((await createOpenWriters(() => 0, '/nowhere').find([{ ...file, changedAt: 0 }])).size).toBe(0);
  closeSync(writing);
});

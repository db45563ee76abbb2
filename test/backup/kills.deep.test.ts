import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { finishRestore } from '#core/backup/staged.ts';
import { readArchive } from '#core/backup/archive.ts';
import { makeBackup } from '#core/backup/make-backup.ts';
import { compiledThread } from '#core/threads/compiled-thread.ts';
import { addFacts, dataFolder, stateOf, temporaryPlace } from './support/data-folders.ts';

const hook = fileURLToPath(new URL('support/die-at.mjs', import.meta.url));
const program = new URL('support/backup-child.ts', import.meta.url);

/** Runs it to the call of that number; true when it was over before. */
async function runTo(number: number, below: string, args: readonly string[]): Promise<boolean> {
  const child = spawn(process.execPath, ['--import', hook, fileURLToPath(program), ...args], {
    env: { ...process.env, ...compiledThread(program).env, DIE_AT: String(number), DIE_BELOW: below },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (text) => {
    said += text;
  });
  const [code, signal] = await once(child, 'close');
  if (signal !== 'SIGKILL') expect({ code, said }).toMatchObject({ code: 0 });
  return signal === null;
}

/** Kills it at its first call, and at every so many more, each in a folder of its own, until it is over. */
async function killAtEach(
  every: number,
  run: (number: number) => Promise<{ isOver: boolean }>,
): Promise<number> {
  // Mostly it waits for the disk and for a program to start.
  const atOnce = 4;
  for (let first = 1; first < 200; first += every * atOnce) {
    const numbers = Array.from({ length: atOnce }, (_, index) => first + index * every);
    const ended = await Promise.all(numbers.map(run));
    const over = ended.findIndex(({ isOver }) => isOver);
    if (over >= 0) return numbers[over] ?? 0;
  }
  throw new Error('it never came to its end');
}

const outcome = (state: Record<string, string>) =>
  JSON.stringify(Object.entries(state).sort(([one], [other]) => (one < other ? -1 : 1)));

test.concurrent('a restore that is killed at any step leaves the data folder as before or as after', async () => {
  const place = temporaryPlace();
  const then = dataFolder(place, 'data', 10);
  const backup = join(place, 'backup.tar');
  await makeBackup({ dataDirectory: then, to: backup, now: Date.now() });
  addFacts(then, 'later', 10);
  const seen = new Set<string>();
  const steps = await killAtEach(1, async (number) => {
    const folder = join(place, `data-${number}`);
    cpSync(then, folder, { recursive: true });
    const isOver = await runTo(number, folder, ['restore', folder, backup]);
    finishRestore(folder);
    const { 'ledger.json': _mark, ...state } = stateOf(folder);
    seen.add(outcome(state));
    expect(existsSync(join(folder, 'restore'))).toBe(false);
    return { isOver };
  });
  expect(steps).toBeGreaterThan(15);
  expect(seen.size).toBe(2);
});

test.concurrent('a rollback that is killed at any step leaves the ledger as before or as after', async () => {
  const place = temporaryPlace();
  const then = dataFolder(place, 'data', 10);
  cpSync(join(then, 'ledger.sqlite'), join(place, 'older'));
  const { DatabaseSync } = await import('node:sqlite');
  const older = new DatabaseSync(join(place, 'older'));
  older.exec('PRAGMA journal_mode = DELETE');
  older.close();
  renameSync(join(place, 'older'), join(then, 'ledger.sqlite.before-6'));
  addFacts(then, 'later', 10);
  const newer = new DatabaseSync(join(then, 'ledger.sqlite'));
  newer.exec('PRAGMA user_version = 6');
  newer.close();
  const seen = new Set<string>();
  const steps = await killAtEach(2, async (number) => {
    const folder = join(place, `data-${number}`);
    cpSync(then, folder, { recursive: true });
    const isOver = await runTo(number, folder, ['rollback', folder]);
    finishRestore(folder);
    seen.add(stateOf(folder)['ledger.sqlite'] ?? 'none');
    expect(existsSync(join(folder, 'ledger.sqlite.before-6'))).toBe(true);
    return { isOver };
  });
  expect(steps).toBeGreaterThan(10);
  expect(seen.size).toBe(2);
});

test.concurrent('a backup that is killed at any step leaves none or a whole one, and the data folder as it was', async () => {
  const place = temporaryPlace();
  const directory = dataFolder(place, 'data', 10);
  const before = stateOf(directory);
  const whole: boolean[] = [];
  await killAtEach(2, async (number) => {
    const to = join(place, `to-${number}`);
    mkdirSync(to);
    const isOver = await runTo(number, to, ['make', directory, join(to, 'backup.tar')]);
    expect(stateOf(directory)).toEqual(before);
    const isThere = readdirSync(to).includes('backup.tar');
    if (isThere) await readArchive(join(to, 'backup.tar'));
    whole.push(isThere);
    return { isOver };
  });
  expect(new Set(whole)).toEqual(new Set([false, true]));
});

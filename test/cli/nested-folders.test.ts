import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Ended, sluice, temporaryFolder } from './support/program.ts';
import { dataOf } from './support/answer-of.ts';

let folder: ReturnType<typeof temporaryFolder>;
const here = (name: string) => join(folder.path, name);

beforeAll(async () => {
  folder = temporaryFolder();
  mkdirSync(here('team/private/deep'), { recursive: true });
  // Nothing listens there: these commands ask no service.
  await run('profiles', 'add', 'Team', 'http://127.0.0.1:9');
});
afterAll(() => folder.remove());

function run(...args: string[]): Promise<Ended> {
  return sluice([...args, '--data-dir', here('data')], { directory: folder.path });
}

const paths = async () =>
  (dataOf((await run('folders', 'list', '--json')).stdout) as { folder: { path: string } }[]).map(
    (one) => one.folder.path,
  );

test('W1: who adds a folder in another, or around one, is told whose the files are', async () => {
  const inner = await run('folders', 'add', 'team/private');
  expect(inner.code, inner.stderr).toBe(0);
  expect(inner.stdout).toContain('Only you see its documents.');
  expect(inner.stdout).not.toContain('lies in');
  const outer = await run('folders', 'add', 'team', '--share');
  expect(outer.stdout).toContain('Its documents are shared with your whole organization.');
  expect(outer.stdout).toContain(
    `The watch folder ${here('team/private')} lies in it and keeps its own files and rules.`,
  );
  const deep = await run('folders', 'add', 'team/private/deep');
  expect(deep.stdout).toContain(
    `It lies in the watch folder ${here('team/private')}. From now on its files are its own and go by its rules; what that one uploaded from here stays.`,
  );
});

test('a folder of one rule in another of the same is removed without a question', async () => {
  const { code, stdout } = await run('folders', 'remove', here('team/private/deep'));
  expect(code).toBe(0);
  expect(stdout).toContain(`Its files belong to ${here('team/private')} again, and go by its rules.`);
});

test('what would be shared from then on is said before a private folder is removed, and nothing happens unasked', async () => {
  const asked = await run('folders', 'remove', here('team/private'));
  expect(asked.code).toBe(2);
  expect(asked.stderr).toContain('would be shared with your whole organization');
  expect(await paths()).toContain(here('team/private'));
  const meant = await run('folders', 'remove', here('team/private'), '--yes');
  expect(meant.code, meant.stderr).toBe(0);
  expect(meant.stderr).toContain('shared with your whole organization from now on');
  expect(await paths()).toEqual([here('team')]);
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { watchFolderSchema } from '#shared/settings/watch-folder.ts';
import { runCommandLine } from '../command-line.ts';
import { fakeCore } from '../testing/fake-core.ts';
import { fakeEnvironment } from '../testing/fake-environment.ts';

const folder = watchFolderSchema.parse({ id: 'f1', path: '/in', label: 'Drive', profileId: 'p1' });

async function decide(...flags: string[]) {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-decide-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const core = fakeCore({
    'folders.list': () => [{ folder, vanished: [{ kind: 'together', place: null, files: 3, since: 0 }] }],
    'folders.decideDeletes': () => ({ count: 3 }),
  });
  const { environment, stderr } = fakeEnvironment({ workingDirectory: directory, createCore: () => core });
  const args = ['folders', 'decide', 'Drive', ...flags, '--data-dir', directory];
  const code = await runCommandLine(args, environment);
  const decided = core.made.filter(({ name }) => name === 'folders.decideDeletes');
  return {
    code,
    stderr: stderr(),
    choices: decided.map(({ input }) => (input as { choice: string }).choice),
  };
}

test('T8: documents of files that vanished are deleted only when that is meant', async () => {
  const unasked = await decide('--delete');
  expect([unasked.code, unasked.choices]).toEqual([2, []]);
  expect(unasked.stderr).toContain('Delete 3 documents at the service? Nobody can be asked here: add --yes');
  expect(await decide('--delete', '--yes')).toMatchObject({ code: 0, choices: ['delete'] });
  expect(await decide('--keep')).toMatchObject({ code: 0, choices: ['keep'] });
});

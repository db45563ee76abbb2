import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { until } from '../support/until.ts';
import { startSluice, temporaryFolder } from './support/program.ts';
import { dataOf } from './support/answer-of.ts';

/** The other tests of this folder start a bundle; in a clone the sources are what runs. */
const fromSources = true;

test('from its sources too, the agent watches, uploads, and tells what came of it', async () => {
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  const key = { SLUICE_SANDBOX_API_KEY: 'the-right-key', SLUICE_API_KEY: 'the-right-key' };
  const sandbox = startSluice(['sandbox', '--enrich-seconds', '0.1-0.3', '--json'], {
    variables: key,
    fromSources,
  });
  await until('the sandbox listens', () => sandbox.stdout() !== '');
  const { baseUrl } = dataOf(sandbox.stdout());
  const run = (...args: string[]) =>
    startSluice([...args, '--data-dir', join(folder.path, 'data'), '--base-url', baseUrl, '--json'], {
      variables: key,
      directory: folder.path,
      fromSources,
    });
  mkdirSync(join(folder.path, 'in'));
  writeFileSync(join(folder.path, 'in/before.txt'), 'Apple reported.');
  expect((await run('folders', 'add', 'in', '--settle', '0.3').ended).code).toBe(0);
  const agent = run('watch');
  await expect
    .poll(agent.lines)
    .toContainEqual(
      expect.objectContaining({ event: 'upload', data: expect.objectContaining({ phase: 'completed' }) }),
    );
  agent.child.kill('SIGTERM');
  expect(await agent.ended).toMatchObject({ code: 0, stderr: '' });
  const { stdout } = await run('status').ended;
  expect(dataOf(stdout)).toMatchObject({ folders: [{ coverage: { seen: 1, searchable: 1 } }] });
  sandbox.child.kill('SIGTERM');
  expect(await sandbox.ended).toMatchObject({ code: 0, stderr: '' });
});

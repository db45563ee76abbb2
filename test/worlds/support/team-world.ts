import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { createCluster } from '../../team/support/cluster.ts';
import { until } from '../../support/until.ts';
import { place, secondService, variables } from './fixture.ts';
import { arrives, plainWorld } from './journey.ts';

/**
 * Two machines that watch one folder. The first uploads 50 documents alone, then both join a team, and the
 * second has seen every file. Nothing was uploaded twice.
 */
export async function twoInTeam() {
  const cluster = await createCluster({ turnable: false });
  onTestFinished(() => cluster.remove());
  await cluster.watcher.query('CREATE DATABASE research');
  const address = `postgres://postgres@127.0.0.1:${cluster.port}/research`;
  const service = await secondService();
  const first = plainWorld({ service, place: place(), variables });
  const second = { ...plainWorld({ service, place: place(), variables }), folder: first.folder };
  const files = 50;
  for (let index = 0; index < files; index += 1)
    writeFileSync(join(first.folder, `${index}.txt`), `Report ${index}.`);
  const add = ['folders', 'add', first.folder, '--settle', '0.2'] as const;
  expect((await first.run(...add)).code).toBe(0);
  const one = await first.watch();
  await arrives(first, 'what the first machine sends alone');

  const limits = ['--places', '10', '--per-minute', '500'];
  const set = await first.run('team', 'init', '--team', address, ...limits);
  expect(set, set.stdout + set.stderr).toMatchObject({ code: 0 });
  expect((await second.run(...add)).code).toBe(0);
  expect((await second.run('team', 'join', '--team', address)).code).toBe(0);
  expect((await first.run('team', 'join', '--team', address)).code).toBe(0);
  const other = await second.watch();
  writeFileSync(join(first.folder, 'later.txt'), 'A report that both see.');
  await arrives(second, 'a file after both joined');
  await until('the second machine has seen every file', async () => {
    const { stdout } = await second.run('status', '--json');
    return stdout.includes(`"seen":${files + 1}`) && !stdout.includes('"waiting":1');
  });
  const hashes = (await service.state()).landed.map(({ sha256 }) => sha256);
  expect(hashes).toHaveLength(files + 1);
  expect(new Set(hashes).size).toBe(files + 1);
  return { first, agents: [one, other], hashes };
}

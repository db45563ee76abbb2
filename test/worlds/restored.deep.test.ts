import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { place, secondService, variables } from './support/fixture.ts';
import { arrives, plainWorld } from './support/journey.ts';

test('a restored backup: what was uploaded since is recognised, and nothing goes up twice', async () => {
  const service = await secondService();
  const at = place();
  const world = plainWorld({ service, place: at, variables });
  const write = (name: string) => writeFileSync(join(world.folder, name), `What ${name} says.`);
  for (let index = 0; index < 10; index += 1) write(`before-${index}.txt`);
  expect((await world.run('folders', 'add', world.folder, '--settle', '0.2')).code).toBe(0);
  let agent = await world.watch();
  await arrives(world, 'the files before the backup');
  const backups = place();
  expect((await world.run('backup', backups)).code).toBe(0);
  // More than a page of the list, so that the answer is not in its first page.
  for (let index = 0; index < 120; index += 1) write(`after-${index}.txt`);
  await arrives(world, 'the files after the backup');
  await agent.stop();

  const [archive = ''] = readdirSync(backups);
  const restored = await world.run('restore', join(backups, archive), '--yes');
  expect(restored, restored.stdout + restored.stderr).toMatchObject({ code: 0 });
  await world.run('resume');
  agent = await world.watch();
  write('last.txt');
  await arrives(world, 'a file after the restore');
  await agent.stop();
  const { landed } = await service.state();
  expect(landed).toHaveLength(131);
  expect(new Set(landed.map(({ sha256 }) => sha256)).size).toBe(131);
});

import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { place, secondService, variables } from '../support/fixture.ts';
import { arrives, plainWorld, runMainJourney } from '../support/journey.ts';

/** What becomes of the ledger after files were uploaded that it does not know then. */
const losses = {
  'a restored backup': async (world: ReturnType<typeof plainWorld>, kept: string) => {
    const [archive = ''] = readdirSync(kept).filter((name) => name.endsWith('.tar'));
    const restored = await world.run('restore', join(kept, archive), '--yes');
    expect(restored, restored.stdout + restored.stderr).toMatchObject({ code: 0 });
  },
  'an older ledger': (_world: unknown, kept: string, ledger: string) => {
    remove(ledger);
    copyFileSync(join(kept, 'ledger.sqlite'), ledger);
  },
  'a lost ledger': (_world: unknown, _kept: string, ledger: string) => remove(ledger),
};

function remove(ledger: string): void {
  for (const end of ['', '-wal', '-shm']) rmSync(`${ledger}${end}`, { force: true });
}

test.for(Object.keys(losses) as (keyof typeof losses)[])(
  '%s: what was uploaded since is recognised, nothing goes up twice, and the main journey follows',
  async (loss) => {
    const service = await secondService();
    const at = place();
    const world = plainWorld({ service, place: at, variables });
    const earlier = join(at, 'earlier');
    mkdirSync(earlier);
    const write = (name: string) => writeFileSync(join(earlier, name), `What ${name} says.`);
    const before = { ...world, folder: earlier };
    for (let index = 0; index < 10; index += 1) write(`before-${index}.txt`);
    expect((await world.run('folders', 'add', earlier, '--settle', '0.2')).code).toBe(0);
    let agent = await world.watch();
    await arrives(before, 'the files before the copy');
    await agent.stop();
    const kept = place();
    const ledger = join(at, 'data/ledger.sqlite');
    expect((await world.run('backup', kept)).code).toBe(0);
    copyFileSync(ledger, join(kept, 'ledger.sqlite'));
    agent = await world.watch();
    // More than a page of the list, so that the answer is not in its first page.
    for (let index = 0; index < 120; index += 1) write(`after-${index}.txt`);
    await arrives(before, 'the files after the copy');
    await agent.stop();

    await losses[loss](world, kept, ledger);
    agent = await world.watch();
    write('last.txt');
    await arrives(before, 'a file afterwards');
    await agent.stop();
    const { landed } = await service.state();
    expect(landed).toHaveLength(131);
    expect(new Set(landed.map(({ sha256 }) => sha256)).size).toBe(131);
    await runMainJourney({ ...world, before: landed.map(({ sha256 }) => sha256) });
  },
);

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { until } from '../../support/until.ts';
import { place, secondService, variables } from '../support/fixture.ts';
import { arrives, plainWorld, runMainJourney, type World } from '../support/journey.ts';

const canMount = process.platform === 'linux' && process.getuid?.() === 0;

/** A disk of its own below the data folder, until the end of the test. */
function diskAt(path: string, options: string): { remount(options: string): void } {
  mkdirSync(path, { recursive: true });
  const mount = (given: string) => execFileSync('mount', ['-t', 'tmpfs', '-o', given, 'tmpfs', path]);
  mount(options);
  onTestFinished(() => void execFileSync('umount', ['--lazy', path]));
  return { remount: (given) => execFileSync('mount', ['-o', `remount,${given}`, path]) };
}

/** The same world with a watch folder that nobody watches yet. */
function elsewhere(world: World): World {
  return { ...world, folder: mkdtempSync(`${world.folder}-`) };
}

async function reportsTrouble(world: World): Promise<void> {
  let said = '';
  await until('monitoring is red', async () => {
    const { code, stdout, stderr } = await world.run('status', '--check');
    said = stdout + stderr;
    return code !== 0;
  });
  expect(said).not.toMatch(/^OK/);
}

describe.runIf(canMount)('disks (root, tmpfs)', () => {
  test('a full disk under the data folder is reported, and with room again all goes up once', async () => {
    const service = await secondService();
    const at = place();
    const disk = diskAt(join(at, 'data'), 'size=1m');
    const world = plainWorld({ service, place: at, variables });
    const files = 300;
    for (let index = 0; index < files; index += 1)
      writeFileSync(join(world.folder, `${index}.txt`), `Report ${index}.`);
    expect((await world.run('folders', 'add', world.folder, '--settle', '0.2')).code).toBe(0);
    const agent = await world.watch();
    await reportsTrouble(world);
    disk.remount('size=64m');
    await until('all files are at the service', async () => {
      const { landed } = await service.state();
      return landed.length >= files;
    });
    await agent.stop();
    const { landed } = await service.state();
    expect(landed).toHaveLength(files);
    expect(new Set(landed.map(({ sha256 }) => sha256)).size).toBe(files);
  });

  test('a data folder on a read-only disk is refused in words, and works once it can be written', async () => {
    const service = await secondService();
    const at = place();
    const disk = diskAt(join(at, 'data'), 'size=64m');
    const world = plainWorld({ service, place: at, variables });
    writeFileSync(join(world.folder, 'a.txt'), 'A report.');
    expect((await world.run('folders', 'add', world.folder, '--settle', '0.2')).code).toBe(0);
    disk.remount('ro');
    const refused = await world.run('watch', '--once');
    expect(refused.code).toBe(9);
    expect(refused.stderr).not.toMatch(/Another agent|\n\s+at /);
    disk.remount('rw');
    const agent = await world.watch();
    await arrives(world, 'the file');
    await agent.stop();
    const { landed } = await service.state();
    expect(landed).toHaveLength(1);
    await runMainJourney({ ...elsewhere(world), before: landed.map(({ sha256 }) => sha256) });
  });
});

import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { type Ended, sluiceProcess, startSluice } from '../../cli/support/program.ts';
import { place, secondService, variables } from '../support/fixture.ts';
import { clockAhead, plainWorld, runMainJourney, watching, type World } from '../support/journey.ts';

const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
/** Accounts that no machine has by a name. */
const [owner, stranger] = [20_001, 20_002];

describe.runIf(isRoot)('an account without rights, and a second one beside it (root)', () => {
  test('the main journey, of which the other account can read nothing', async () => {
    const service = await secondService();
    const at = place();
    for (const open of [at, inject('builtAgent')]) chmodSync(open, 0o755);
    const plain = plainWorld({ service, place: at, variables });
    mkdirSync(join(at, 'data'));
    for (const path of ['in', 'data']) chownSync(join(at, path), owner, owner);
    const options = { variables: { ...variables, HOME: at }, directory: at, account: owner };
    const common = ['--data-dir', join(at, 'data'), '--base-url', service.baseUrl];
    const world: World = {
      ...plain,
      run: (...command) => sluiceProcess([...command, ...common], options),
      watch: (later) =>
        watching(
          startSluice(['watch', '--json', ...common], {
            ...options,
            variables: clockAhead(options.variables, later),
          }),
        ),
    };
    await runMainJourney(world);
    for (const name of readdirSync(join(at, 'data'))) {
      const path = join(at, 'data', name);
      if (existsSync(path)) expect([name, canRead(path)]).toEqual([name, false]);
    }
  });

  test.each(['a folder in use', 'a new folder'])(
    'root writes nothing into the data folder of another account, and names how to run it: %s',
    async (which) => {
      const { data, as } = dataOfOwner();
      if (which === 'a folder in use') expect((await as(owner, 'status')).code).toBe(0);
      const before = readdirSync(data).sort();
      for (const command of [['status'], ['watch'], ['backup', join(data, 'backup.tar')]]) {
        expect(problemOf(await as(0, ...command))).toMatchObject({
          code: 'DATA_FOLDER_UNUSABLE',
          message: expect.stringContaining(`sudo -u '#${owner}'`),
        });
      }
      expect(readdirSync(data).sort()).toEqual(before);
      expect((await as(owner, 'status')).code).toBe(0);
      expect(readdirSync(data).filter((name) => statSync(join(data, name)).uid !== owner)).toEqual([]);
    },
  );

  test.each(['settings.json', 'ledger.sqlite', 'agent.lock'])(
    'an account that cannot open a file of its data folder learns which one, and whose it is: %s',
    async (name) => {
      const { data, as } = dataOfOwner();
      expect((await as(owner, 'status')).code).toBe(0);
      writeFileSync(join(data, name), '', { flag: 'a', mode: 0o600 });
      chownSync(join(data, name), stranger, stranger);
      const locked = await as(owner, 'status');
      expect(problemOf(locked)).toMatchObject({
        code: 'DATA_FOLDER_UNUSABLE',
        message: expect.stringContaining(join(data, name)),
      });
      expect(problemOf(locked).message).toContain(`'#${stranger}'`);
    },
  );
});

/** A data folder of `owner`, and `sluice` on it as any account. */
function dataOfOwner() {
  const at = place();
  for (const open of [at, inject('builtAgent')]) chmodSync(open, 0o755);
  const data = join(at, 'data');
  mkdirSync(data, { mode: 0o700 });
  chownSync(data, owner, owner);
  const as = (account: number, ...command: string[]) =>
    sluiceProcess([...command, '--json', '--data-dir', data], {
      account,
      variables: { HOME: at },
      directory: at,
    });
  return { data, as };
}

function problemOf({ stdout }: Ended): { code?: string; message?: string } {
  return JSON.parse(stdout).error;
}

function canRead(path: string): boolean {
  const read = spawnSync('cat', [path], { uid: stranger, gid: stranger, stdio: 'ignore' });
  return read.status === 0;
}

import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { sluiceProcess, startSluice } from '../../cli/support/program.ts';
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
});

function canRead(path: string): boolean {
  const read = spawnSync('cat', [path], { uid: stranger, gid: stranger, stdio: 'ignore' });
  return read.status === 0;
}

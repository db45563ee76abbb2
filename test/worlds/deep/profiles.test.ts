import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sluiceProcess, startSluice } from '../../cli/support/program.ts';
import { place, secondService } from '../support/fixture.ts';
import { clockAhead, runMainJourney, watching } from '../support/journey.ts';

test('two profiles, one with SLUICE_API_KEY_FILE and one with a stored key: the main journey in each', async () => {
  const at = place();
  const first = await secondService({ 'key-of-first': 'anna' });
  const second = await secondService({ 'key-of-second': 'anna' });
  writeFileSync(join(at, 'first.key'), 'key-of-first\n');
  chmodSync(join(at, 'first.key'), 0o600);
  const common = ['--data-dir', join(at, 'data')];
  const variables = { SLUICE_API_KEY_FILE: join(at, 'first.key') };
  const run = (...command: string[]) => sluiceProcess([...command, ...common], { variables, directory: at });
  const insecure = ['--accept-insecure', 'others can read what is sent'];
  for (const [name, { baseUrl }] of Object.entries({ First: first, Second: second })) {
    const added = await run('profiles', 'add', name, baseUrl, ...insecure);
    expect(added, added.stderr).toMatchObject({ code: 0 });
  }
  expect((await run('profiles', 'use', 'First')).code).toBe(0);
  const allowed = await run('key', 'allow', '--profile-name', 'First', '--yes');
  expect(allowed, allowed.stderr).toMatchObject({ code: 0 });
  const kept = await sluiceProcess(['key', 'set', '--profile-name', 'Second', ...common], {
    variables: { SLUICE_API_KEY: 'key-of-second' },
  });
  expect(kept, kept.stderr).toMatchObject({ code: 0 });

  for (const [name, service] of Object.entries({ First: first, Second: second })) {
    const folder = join(at, name);
    mkdirSync(folder);
    await runMainJourney({
      folder,
      service,
      run: (...command) =>
        command[0] === 'folders' ? run(...command, '--profile-name', name) : run(...command),
      watch: (later) =>
        watching(
          startSluice(['watch', '--json', ...common], {
            variables: clockAhead(variables, later),
            directory: at,
          }),
        ),
    });
  }
  const states = await Promise.all([first.state(), second.state()]);
  expect(states.map(({ strangeKeys }) => strangeKeys)).toEqual([[], []]);
});

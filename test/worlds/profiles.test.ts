import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sluice, startSluice } from '../cli/support/program.ts';
import { until } from '../support/until.ts';
import { place, secondService } from './support/fixture.ts';
import { watching } from './support/journey.ts';

/** Where a profile's key comes from: what the configuration says, and what has to be there for it. */
const sources = {
  credential: { reference: '{ credential: second-key }' },
  file: { reference: '{ file: second.key }' },
  variable: { reference: '{ variable: SLUICE_API_KEY_SECOND }' },
} as const;

test.for(Object.keys(sources) as (keyof typeof sources)[])(
  'three profiles, the first with SLUICE_API_KEY, the second with a key by %s, the third with none',
  async (source) => {
    const at = place();
    const services = await Promise.all(
      ['first', 'second', 'third'].map((name) => secondService({ [`key-of-${name}`]: 'anna' })),
    );
    const credentials = join(at, 'credentials');
    mkdirSync(credentials);
    writeFileSync(join(credentials, 'second-key'), 'key-of-second\n');
    writeFileSync(join(at, 'second.key'), 'key-of-second\n');
    for (const file of [join(credentials, 'second-key'), join(at, 'second.key')]) chmodSync(file, 0o600);
    const variables = {
      SLUICE_API_KEY: 'key-of-first',
      CREDENTIALS_DIRECTORY: credentials,
      SLUICE_API_KEY_SECOND: 'key-of-second',
    };
    const names = ['First', 'Second', 'Third'];
    for (const name of names) mkdirSync(join(at, name));
    const profile = (name: string, index: number, key = '') =>
      `  - name: ${name}\n    baseUrl: ${services[index]?.baseUrl}\n${key}`;
    writeFileSync(
      join(at, 'sluice.yaml'),
      [
        'version: 1',
        'profiles:',
        profile('First', 0) + profile('Second', 1, `    key: ${sources[source].reference}\n`),
      ]
        .join('\n')
        .concat(profile('Third', 2), 'activeProfile: First\nfolders:\n')
        .concat(
          names.map((name) => `  - { path: ./${name}, profile: ${name}, settleSeconds: 1 }\n`).join(''),
        ),
    );
    const run = (...command: string[]) =>
      sluice([...command, '--data-dir', join(at, 'data')], { variables, directory: at });
    for (const name of names) writeFileSync(join(at, name, 'a.txt'), `A report for ${name}.`);
    const applied = await run('apply', 'sluice.yaml');
    expect(applied, applied.stderr).toMatchObject({ code: 0 });
    const agent = await watching(
      startSluice(['watch', '--json', '--data-dir', join(at, 'data')], { variables, directory: at }),
    );
    await until('the first two have their file', async () => {
      const states = await Promise.all(services.slice(0, 2).map((service) => service.state()));
      return states.every(({ landed }) => landed.length === 1);
    });
    for (const name of names) await run('documents', 'list', '--profile-name', name);
    await agent.stop();
    const states = await Promise.all(services.map((service) => service.state()));
    expect(states.map(({ strangeKeys }) => strangeKeys)).toEqual([[], [], []]);
    expect(states.map(({ landed }) => landed.length)).toEqual([1, 1, 0]);
  },
);

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { until } from '../support/until.ts';
import { apiKey, otherHost, place, secondService, variables } from './support/fixture.ts';
import { plainWorld, runMainJourney } from './support/journey.ts';
import { canMakeNetworks } from './support/network.ts';

describe.runIf(canMakeNetworks)('a hosted service: another host, with TLS (root, iproute2)', () => {
  test('the main journey', async () => {
    const service = await secondService({ [apiKey]: 'anna' }, otherHost());
    await runMainJourney(plainWorld({ service, place: place(), variables }));
  });

  test('two agents with one key, started side by side', async () => {
    const service = await secondService({ [apiKey]: 'anna' }, otherHost());
    const worlds = ['one', 'two'].map((name) => {
      const at = join(place(), name);
      mkdirSync(at);
      return { name, world: plainWorld({ service, place: at, variables }) };
    });
    const files = 20;
    const agents = await Promise.all(
      worlds.map(async ({ name, world }) => {
        // Names in common: a slot of one must never be taken for a lost one of the other.
        for (let index = 0; index < files; index += 1)
          writeFileSync(join(world.folder, `${index}.txt`), `Report ${index} of ${name}.`);
        expect((await world.run('folders', 'add', world.folder, '--settle', '0.2')).code).toBe(0);
        return world.watch();
      }),
    );
    await until('all are at the service', async () => {
      const { landed } = await service.state();
      return landed.filter(({ status }) => status === 'completed').length >= 2 * files;
    });
    expect(await Promise.all(agents.map((agent) => agent.stop()))).toEqual([0, 0]);
    const { landed, emptySlots, leakedKeys } = await service.state();
    expect(landed.filter(({ deleted }) => deleted)).toEqual([]);
    expect(new Set(landed.map(({ sha256 }) => sha256)).size).toBe(2 * files);
    expect([landed.length, emptySlots, leakedKeys]).toEqual([2 * files, 0, 0]);
  });
});

// Where no other host can be made, the journey at least goes through the second service.
test.runIf(!canMakeNetworks)('the main journey through a second service on loopback', async () => {
  await runMainJourney(plainWorld({ service: await secondService(), place: place(), variables }));
});

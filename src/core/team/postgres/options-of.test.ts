import { expect, test } from 'vitest';
import { optionsOf } from './options-of.ts';

test('the password of a run goes to its own database alone, and each other one gets what is kept for it', async () => {
  const access = { of: 'one.example:5432/team', password: () => 'of this run' };
  const secrets = { getKey: async (_id: string, place: string) => `kept for ${place}` };
  const passwordFor = async (host: string) => {
    const settings = { address: `postgres://anna@${host}/team`, machine: null, certificates: null };
    return (await optionsOf(settings, { profileId: 'p', secrets: secrets as never, access })).password();
  };
  expect(await passwordFor('one.example')).toBe('of this run');
  expect(await passwordFor('two.example')).toBe('kept for two.example:5432/team');
});

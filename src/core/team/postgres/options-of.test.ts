import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { optionsOf } from './options-of.ts';

test('the password of a run goes to its own database alone, and each other one gets what is kept for it', async () => {
  const access = { of: 'one.example:5432/team', password: () => 'of this run' };
  const secrets = { getKey: async (_id: string, place: string) => `kept for ${place}` };
  const passwordFor = async (host: string) => {
    const settings = { address: `postgres://anna@${host}/team`, machine: null, certificates: null };
    return optionsOf(settings, { profileId: 'p', secrets: secrets as never, access }).password();
  };
  expect(await passwordFor('one.example')).toBe('of this run');
  expect(await passwordFor('two.example')).toBe('kept for two.example:5432/team');
});

test('the file of certificates is read when it is asked for, once at a time', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-certificates-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const certificates = join(folder, 'company.pem');
  const settings = { address: 'postgres://anna@one.example/team', machine: null, certificates };
  const { ca } = optionsOf(settings, { profileId: 'p', secrets: {} as never, access: undefined });
  await expect(ca?.()).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
  writeFileSync(certificates, 'of the company');
  const [one, other] = [ca?.(), ca?.()];
  expect(one).toBe(other);
  expect(await one).toBe('of the company');
  writeFileSync(certificates, 'renewed');
  expect(await ca?.()).toBe('renewed');
});

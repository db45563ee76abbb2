import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Conf from 'conf';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { StoredSettings } from '#shared/settings/settings.ts';
import { openAppSettings } from './app-settings.ts';
import { updatePlan } from './updater.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-app-settings-'));
  for (const name of ['etc', 'data']) mkdirSync(join(folder, name), { mode: 0o755 });
});
afterEach(() => rmSync(folder, { recursive: true }));

const path = () => join(folder, 'etc/policy.json');
const write = (policy: object, mode = 0o644) => {
  writeFileSync(path(), JSON.stringify({ version: 1, ...policy }));
  chmodSync(path(), mode);
};
/** As the app opens them, but for electron-store, which is a Conf that needs Electron. */
async function open() {
  const opened = await openAppSettings({
    directory: join(folder, 'data'),
    policyPlace: { path: path(), owners: [process.getuid?.() ?? 0] },
    openStore: ({ directory, name, watch }) =>
      new Conf<StoredSettings>({ cwd: directory, configName: name, watch }),
    onProblem: () => undefined,
  });
  onTestFinished(() => opened.settings.close());
  return opened;
}

test('the app obeys the policy of the machine: its settings, and whether it looks for updates', async () => {
  write({ sharing: 'off', network: { proxy: 'http://proxy.example:3128' }, updates: 'off' });
  const { policy, settings } = await open();
  expect(settings.get().network.proxy).toBe('http://proxy.example:3128');
  expect(settings.policy).toEqual(policy);
  await expect(
    settings.update((before) => ({
      ...before,
      network: { ...before.network, proxy: 'http://other.example:3128' },
    })),
  ).rejects.toMatchObject({ code: 'SET_BY_ADMINISTRATOR' });
  const resources = join(folder, 'Sluice/resources');
  mkdirSync(resources, { recursive: true });
  writeFileSync(join(resources, 'app-update.yml'), 'url: https://updates.example/sluice\n');
  expect(updatePlan(true, resources, 'darwin')).toBe('install');
  expect(updatePlan(true, resources, 'darwin', policy)).toBe('none');
});

test.skipIf(process.platform === 'win32')('a policy that anybody may write stops the app', async () => {
  write({ sharing: 'off' }, 0o666);
  await expect(open()).rejects.toMatchObject({ code: 'POLICY_REFUSED' });
  expect(readdirSync(join(folder, 'data'))).toEqual([]);
});

test('the app starts with the policy of its machine', () => {
  const start = readFileSync(new URL('../run-app.ts', import.meta.url), 'utf8');
  expect(start).toContain('policyPlace: machinePolicy(process.platform, process.env)');
});

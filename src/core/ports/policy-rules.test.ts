import { expect, test } from 'vitest';
import type { Policy } from '#shared/settings/policy.ts';
import { profileSchema } from '#shared/settings/profile.ts';
import { defaultSettings, type Settings } from '#shared/settings/settings.ts';
import { watchFolderSchema } from '#shared/settings/watch-folder.ts';
import { addressRefusal, policyRemarks, sharesDespite, underPolicy, violations } from './policy-rules.ts';

const profile = (given: object = {}) =>
  profileSchema.parse({ id: 'p', name: 'Desk', baseUrl: 'https://content.example.com/v1', ...given });
const folder = (given: object = {}) =>
  watchFolderSchema.parse({ id: 'f', path: '/in', profileId: 'p', ...given });
const settings = (given: Partial<Settings> = {}): Settings => ({
  ...defaultSettings(),
  profiles: [profile()],
  folders: [folder()],
  ...given,
});

const strict: Policy = {
  version: 1,
  reason: 'Ask it@example.com.',
  addresses: ['https://content.example.com'],
  sharing: 'off',
  deleteAfterUpload: 'off',
  deleteDocuments: 'off',
  limits: { requestsPerMinute: 100, uploadsAtOnce: 4, uploadBandwidth: 1000 },
  updates: 'off',
};

test('settings are in force as the policy lets them, and never more freely than they were', () => {
  const given = settings({
    profiles: [profile({ requestsPerMinute: 500, uploadsAtOnce: 2, uploadBandwidth: null })],
    folders: [
      folder({ share: true, afterUpload: 'trash', localDelete: 'delete' }),
      folder({ id: 'g', path: '/g', afterUpload: 'move' }),
    ],
    bandwidthSchedule: [
      { days: [1], from: '08:00', to: '09:00', bytesPerSecond: null },
      { days: [2], from: '08:00', to: '09:00', bytesPerSecond: 500 },
    ],
  });
  const inForce = underPolicy(given, strict);
  expect(inForce.profiles[0]).toMatchObject({
    requestsPerMinute: 100,
    uploadsAtOnce: 2,
    uploadBandwidth: 1000,
  });
  expect(inForce.folders[0]).toMatchObject({ share: false, afterUpload: 'leave', localDelete: 'keep' });
  expect(inForce.folders[1]).toMatchObject({ afterUpload: 'move' });
  expect(inForce.bandwidthSchedule.map(({ bytesPerSecond }) => bytesPerSecond)).toEqual([1000, 500]);
  expect(underPolicy(given, { version: 1 })).toEqual(given);
  expect(underPolicy(given, undefined)).toBe(given);
});

test('a proxy and certificates hold for everybody, and are not changed by settings', () => {
  const network = { proxy: 'http://proxy.example:8080', certificates: '/etc/acme.pem' };
  const policy: Policy = { version: 1, network };
  const before = settings();
  expect(underPolicy(before, policy).network).toEqual({ ...network, exceptions: '' });
  const after = (given: Partial<Settings['network']>) => ({
    ...before,
    network: { ...before.network, ...given },
  });
  const told = (given: Partial<Settings['network']>) =>
    [...violations(before, after(given), policy)].map(({ refusal, field }) => `${refusal.code} ${field}`);
  expect(told({ proxy: 'none' })).toEqual(['SET_BY_ADMINISTRATOR proxy']);
  expect(told({ ...network, exceptions: 'intra.example' })).toEqual([]);
  expect(policyRemarks(policy).map(({ code, values }) => `${code} ${values.field}`)).toEqual([
    'policy.network proxy',
    'policy.network certificates',
  ]);
});

test('what is new and not allowed is refused by name; what stood there before is in nobody’s way', () => {
  const told = (before: Settings, after: Settings) =>
    [...violations(before, after, strict)].map(({ refusal, id, field }) => `${refusal.code} ${id} ${field}`);
  const free = settings({
    profiles: [profile({ baseUrl: 'https://elsewhere.example' })],
    folders: [folder({ share: true, afterUpload: 'delete', localDelete: 'delete' })],
  });
  expect(told(settings(), free)).toEqual([
    'ADDRESS_NOT_ALLOWED p baseUrl',
    'SET_BY_ADMINISTRATOR f share',
    'SET_BY_ADMINISTRATOR f afterUpload',
    'SET_BY_ADMINISTRATOR f localDelete',
  ]);
  expect(told(free, free)).toEqual([]);
  expect(told(free, settings())).toEqual([]);
  expect(
    told(settings(), settings({ profiles: [profile({ agentsUrl: 'https://agents.example' })] })),
  ).toEqual(['ADDRESS_NOT_ALLOWED p agentsUrl']);
});

test.each([
  ['https://content.example.com/v1', true],
  ['https://content.example.com:8443/v1', false],
  ['http://content.example.com/v1', false],
  ['https://content.example.com.evil.example', false],
  ['https://content.example.com@evil.example', false],
  ['http://127.0.0.1:9', false],
  ['no address', false],
])('%s is allowed: %s', (address, isAllowed) => {
  expect(addressRefusal(strict, address) === undefined).toBe(isAllowed);
});

test('loopback stands for every address of this machine', () => {
  const policy: Policy = { version: 1, addresses: ['loopback'] };
  expect(addressRefusal(policy, 'http://127.0.0.1:9/v1')).toBeUndefined();
  expect(addressRefusal(policy, 'https://content.example.com')).toMatchObject({
    code: 'ADDRESS_NOT_ALLOWED',
  });
});

test('a request that shares is known by its body', () => {
  expect(sharesDespite(strict, { share_with_org: true })).toBe(true);
  expect(sharesDespite(strict, { share_with_org: 'true' })).toBe(true);
  expect(sharesDespite(strict, { share_with_org: 1 })).toBe(true);
  expect(sharesDespite(strict, { share_with_org: false })).toBe(false);
  expect(sharesDespite(undefined, { share_with_org: true })).toBe(false);
  expect(sharesDespite(strict, null)).toBe(false);
});

test('everything that is set is told, with the reason', () => {
  const remarks = policyRemarks(strict);
  expect(remarks.map(({ code }) => code)).toEqual([
    'policy.addresses',
    'policy.sharing',
    'policy.deleteAfterUpload',
    'policy.deleteDocuments',
    'policy.limit',
    'policy.limit',
    'policy.limit',
    'policy.updates',
  ]);
  expect(remarks.every(({ values }) => values.reason === ' Ask it@example.com.')).toBe(true);
  expect(policyRemarks(undefined)).toEqual([]);
});

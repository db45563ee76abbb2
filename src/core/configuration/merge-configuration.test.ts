import { expect, test } from 'vitest';
import { freeProfileId } from '#core/ports/profile-id.ts';
import { type Profile, profileSchema } from '#shared/settings/profile.ts';
import { defaultSettings, type Settings } from '#shared/settings/settings.ts';
import { watchFolderSchema } from '#shared/settings/watch-folder.ts';
import { mergeConfiguration } from './merge-configuration.ts';
import { readConfiguration } from './read-configuration.ts';

const name = 'Research';
const [first, second] = ['https://first.example', 'https://second.example'];
const at = (baseUrl: string, original = name): Profile =>
  profileSchema.parse({ id: freeProfileId(baseUrl, original, []), name, baseUrl });
const path = '/srv/inbox';

function merge(current: Partial<Settings>, configuration: object) {
  const read = readConfiguration(JSON.stringify({ version: 1, ...configuration }));
  if (!('configuration' in read)) throw new Error(JSON.stringify(read.problems));
  const options = { base: '/', prune: false };
  const merged = mergeConfiguration({ ...defaultSettings(), ...current }, read, options);
  const { profiles, folders, activeProfileId } = merged.settings;
  const addressOf = (id: string | null) => profiles.find((one) => one.id === id)?.baseUrl;
  return {
    problems: merged.problems.map(({ key, said }) => [key, said.code]),
    addresses: profiles.map(({ baseUrl }) => baseUrl),
    folders: folders.map(({ profileId }) => addressOf(profileId)),
    active: addressOf(activeProfileId),
  };
}
const several = 'configuration.severalProfiles';

test('of several profiles of one name, a folder goes to the one whose address the file has', () => {
  const profiles = [at(first), at(second)];
  for (const baseUrl of [first, second]) {
    const wanted = { profiles: [{ name, baseUrl }], activeProfile: name };
    for (const folder of [{ path }, { path, profile: name }])
      expect(merge({ profiles }, { ...wanted, folders: [folder] })).toMatchObject({
        problems: [],
        addresses: [first, second],
        folders: [baseUrl],
        active: baseUrl,
      });
  }
  // None of them moves to a third address.
  const third = 'https://third.example';
  const wanted = { profiles: [{ name, baseUrl: third }], folders: [{ path, profile: name }] };
  expect(merge({ profiles }, wanted)).toMatchObject({ addresses: [first, second, third], folders: [third] });
});

test('where the file has no address, a folder stays with its profile, and a new one is refused', () => {
  const profiles = [at(first), at(second)];
  const folder = watchFolderSchema.parse({ id: 'f', path, profileId: profiles[1]?.id });
  const wanted = { folders: [{ path, profile: name, label: 'inbox' }] };
  expect(merge({ profiles, folders: [folder] }, wanted)).toMatchObject({ problems: [], folders: [second] });
  expect(merge({ profiles }, wanted).problems).toEqual([['folders[0].profile', several]]);
  expect(merge({ profiles }, { activeProfile: name }).problems).toEqual([['activeProfile', several]]);
});

test('two profiles of one name and one address are two accounts: the file can mean either', () => {
  const profiles = [at(first), at(first, 'Former name')];
  expect(merge({ profiles }, { profiles: [{ name, baseUrl: first }] }).problems).toEqual([
    ['profiles[0].name', several],
  ]);
});

test('a known folder that names no profile stays with its own, whichever is active', () => {
  const profiles = [at(first), { ...at(second), name: 'Other' }];
  const folder = watchFolderSchema.parse({ id: 'f', path, profileId: profiles[0]?.id });
  const current = { profiles, folders: [folder], activeProfileId: profiles[1]?.id ?? null };
  const wanted = { folders: [{ path }, { path: '/srv/new' }] };
  expect(merge(current, wanted)).toMatchObject({ problems: [], folders: [first, second], active: second });
});

test('a profile with a new name, and the address and key of one that the file no longer names, is that one', () => {
  const keyFrom = { file: '/run/key' };
  const profiles = [{ ...at(first), keyFrom }];
  const renamed = (...all: object[]) => {
    const wanted = all.map((one) => ({ baseUrl: first, ...one }));
    const read = readConfiguration(JSON.stringify({ version: 1, profiles: wanted }));
    if (!('configuration' in read)) throw new Error(JSON.stringify(read.problems));
    const merged = mergeConfiguration({ ...defaultSettings(), profiles }, read, { base: '/', prune: false });
    return merged.settings.profiles.map((each) => [each.name, each.id === profiles[0]?.id]);
  };
  expect(renamed({ name: 'Filings', key: keyFrom })).toEqual([['Filings', true]]);
  const both = renamed({ name: 'Filings', key: keyFrom }, { name: 'Mail', key: keyFrom });
  expect(both.map(([, isSame]) => isSame)).toEqual([true, false, false]);
  // Another key may belong to another account, which has none of the documents.
  for (const key of [{ file: '/run/other' }, undefined])
    expect(renamed({ name: 'Filings', key })).toEqual([
      [name, true],
      ['Filings', false],
    ]);
});

test.each([
  ['two are renamed', ['P', 'Q'], ['Paris', 'Quito'], [0, 1]],
  ['one is renamed, another one is new', ['P'], ['Paris', 'Quito'], [0, undefined]],
  ['each gets the name of the next', ['P', 'Q'], ['Q', 'R'], [0, 1]],
  ['two exchange their names', ['P', 'Q'], ['Q', 'P'], [0, 1]],
  ['one gets the name of a profile that the file leaves out, which moves', ['P', 'Q'], ['Q'], [1]],
] as const)('profiles by their addresses and keys: %s', (_, before, after, expected) => {
  const accounts = ['first', 'second'].map((one) => ({
    baseUrl: `https://${one}.example`,
    key: { file: `/run/${one}` },
  }));
  const profiles = before.map((each, index) => {
    const { baseUrl = '', key } = accounts[index] ?? {};
    return profileSchema.parse({ id: `p${index}`, name: each, baseUrl, keyFrom: key });
  });
  const wanted = after.map((each, index) => ({ name: each, ...accounts[index] }));
  const read = readConfiguration(JSON.stringify({ version: 1, profiles: wanted }));
  if (!('configuration' in read)) throw new Error(JSON.stringify(read.problems));
  const merged = mergeConfiguration({ ...defaultSettings(), profiles }, read, { base: '/', prune: true });
  const ids = after.map((each) => merged.settings.profiles.find(({ name: one }) => one === each)?.id);
  expect(ids.map((id) => profiles.findIndex((one) => one.id === id))).toEqual(
    expected.map((index) => index ?? -1),
  );
});

test('a new profile under the former name and address of a renamed one has an id of its own', () => {
  const account = (number: number) => ({ baseUrl: first, key: { file: `/run/key${number}` } });
  const known = { ...at(first), keyFrom: account(1).key };
  const profiles = [
    { name: 'Filings', ...account(1) },
    { name, ...account(2) },
  ];
  const read = readConfiguration(JSON.stringify({ version: 1, profiles }));
  if (!('configuration' in read)) throw new Error(JSON.stringify(read.problems));
  const options = { base: '/', prune: true };
  const { settings } = mergeConfiguration({ ...defaultSettings(), profiles: [known] }, read, options);
  const ids = settings.profiles.map(({ id }) => id);
  expect(settings.profiles.map((one) => one.name)).toEqual(['Filings', name]);
  expect(ids[0]).toBe(known.id);
  expect(new Set(ids).size).toBe(2);
});

import type { ProfileId } from '#shared/ids/ids.ts';
import { expect, test } from 'vitest';
import type { SettingsPort } from '#core/ports/settings.ts';
import { defaultSettings, settingsInForce } from '#shared/settings/settings.ts';
import { withActiveProfile } from './active-profile.ts';
import { profileId } from '#core/ports/profile-id.ts';
import { chooseProfile } from './profile-choice.ts';

const choose = (settings: SettingsPort, options: Parameters<typeof chooseProfile>[1]) =>
  chooseProfile(settings, options, async () => undefined);

function memory(): SettingsPort & { writes: number } {
  let settings = defaultSettings();
  return {
    writes: 0,
    setAside: null,
    get: () => settings,
    stored: () => settings,
    onChange: () => () => undefined,
    async update(change) {
      settings = settingsInForce(change(settings));
      this.writes += 1;
      return settings;
    },
  };
}
const one = 'http://127.0.0.1:4000';
const two = 'http://127.0.0.1:5000';

test('nothing set up and nothing given: no profile, nothing written', async () => {
  const settings = memory();
  expect(await choose(settings, {})).toBeNull();
  expect(settings.writes).toBe(0);
});

test('an address makes a profile that later commands use', async () => {
  const settings = memory();
  const id = await choose(settings, { baseUrl: one });
  expect(id).toBe(profileId(one, '127.0.0.1:4000'));
  expect(settings.get().profiles).toMatchObject([{ id, baseUrl: one }]);
  expect(await choose(settings, {})).toBe(id);
  expect(await choose(settings, { baseUrl: one })).toBe(id);
  expect(settings.writes).toBe(1);
});

test('another address is another profile, for one command only', async () => {
  const settings = memory();
  const first = await choose(settings, { baseUrl: one });
  const second = await choose(settings, { baseUrl: two, profileName: 'two' });
  expect(second).not.toBe(first);
  expect(await choose(settings, {})).toBe(first);
  expect(await choose(settings, { baseUrl: two })).toBe(second);
  expect(settings.get().activeProfileId).toBe(first);
});

test('a name chooses for one command; an unknown or ambiguous one is refused', async () => {
  const settings = memory();
  const first = await choose(settings, { baseUrl: one, profileName: 'y' });
  const second = await choose(settings, { baseUrl: two, profileName: 'x' });
  expect(await choose(settings, { profileName: 'x' })).toBe(second);
  expect(settings.get().activeProfileId).toBe(first);
  await expect(choose(settings, { profileName: 'z' })).rejects.toThrow('no profile is called z');
  // A second one of this name would make the name useless to scripts.
  await expect(choose(settings, { baseUrl: 'http://127.0.0.1:6000', profileName: 'x' })).rejects.toThrow(
    `x has the address ${two}`,
  );
  const { profiles } = settings.get();
  const third = { ...profiles[0], id: 'third', name: 'x' } as (typeof profiles)[number];
  await settings.update((latest) => ({ ...latest, profiles: [...profiles, third] }));
  await expect(choose(settings, { profileName: 'x' })).rejects.toThrow('several profiles are called x');
  // Being active decides nothing; an id is always that one.
  await settings.update((latest) => ({ ...latest, activeProfileId: second }));
  await expect(choose(settings, { profileName: 'x' })).rejects.toThrow('several profiles are called x');
  expect(await choose(settings, { profileName: 'third' })).toBe('third');
});

test('what is given for a known profile is kept with it', async () => {
  const settings = memory();
  await choose(settings, { baseUrl: one });
  await choose(settings, { agentsUrl: two });
  expect(settings.get().profiles).toMatchObject([{ agentsUrl: two }]);
});

test('a profile chosen for one command is shown as in force and never written as such', async () => {
  const settings = memory();
  const first = (await choose(settings, { baseUrl: one })) as ProfileId;
  const second = (await choose(settings, { baseUrl: two })) as ProfileId;
  const shown = withActiveProfile(settings, second);
  expect(shown.get().activeProfileId).toBe(second);
  const seen: (string | null)[] = [];
  const after = await shown.update((current) => {
    seen.push(current.activeProfileId);
    return { ...current, folders: [] };
  });
  expect([...seen, after.activeProfileId]).toEqual([second, second]);
  expect(settings.get().activeProfileId).toBe(first);
});

test('the profile of a command stays its own when another process makes another one active', async () => {
  const settings = memory();
  const first = (await choose(settings, { baseUrl: one })) as ProfileId;
  const second = (await choose(settings, { baseUrl: two })) as ProfileId;
  const pinned = withActiveProfile(settings, first, true);
  await settings.update((latest) => ({ ...latest, activeProfileId: second }));
  expect(pinned.get().activeProfileId).toBe(first);
  await pinned.update((current) => ({ ...current, folders: [] }));
  expect(settings.get().activeProfileId).toBe(second);
});

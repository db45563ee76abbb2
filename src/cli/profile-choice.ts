import { checkAddresses } from '#core/ports/profile-addresses.ts';
import type { ProfileId } from '#shared/ids/ids.ts';
import { freeProfileId } from '#core/ports/profile-id.ts';
import type { SettingsPort } from '#core/ports/settings.ts';
import { type Profile, profileSchema } from '#shared/settings/profile.ts';
import type { Settings } from '#shared/settings/settings.ts';
import type { CommonOptions } from './common-options.ts';
import { usageNear } from './near.ts';
import { severalNamed, usage } from './options.ts';

/**
 * Finds or makes the profile that the common options ask for, for this command only: the first one is in
 * force for later commands too. What `--agents-url` says is kept with the profile.
 *
 * @param onMade receives a profile before it is kept: a key may go to the addresses on the command line
 * @returns the profile's id, or null when there is none yet
 * @throws AppError `USAGE` when the name is unknown or stands for several
 */
export async function chooseProfile(
  settings: SettingsPort,
  options: CommonOptions,
  onMade: (profile: Profile) => Promise<void>,
): Promise<ProfileId | null> {
  const current = settings.get();
  const found = findProfile(current, options);
  if (found === undefined && options.baseUrl === undefined) {
    if (options.agentsUrl !== undefined) throw usage('cli.usage.agentsUrl');
    return null;
  }
  const profile = withOptions(found ?? newProfile(options, current.profiles), options);
  const isKnown = found !== undefined && JSON.stringify(found) === JSON.stringify(profile);
  if (!isKnown) checkAddresses(profile);
  if (found === undefined) await onMade(profile);
  if (!isKnown || current.activeProfileId === null) {
    await settings.update((latest) => ({
      ...latest,
      profiles: [...latest.profiles.filter(({ id }) => id !== profile.id), profile],
      activeProfileId: latest.activeProfileId ?? profile.id,
    }));
  }
  return profile.id;
}

/**
 * A profile by its name or id. Of several of one name none is meant, not even the active one: a key for the
 * other one would go to its service.
 *
 * @param unknown what is said where there is none
 */
export function profileNamed(
  { profiles }: Settings,
  name: string,
  unknown: 'cli.usage.noSuchProfile' | 'cli.usage.noProfile' = 'cli.usage.noSuchProfile',
): Profile {
  const known = profiles.find(({ id }) => id === name);
  if (known !== undefined) return known;
  const matches = profiles.filter((profile) => profile.name === name);
  const [first] = matches;
  if (first === undefined) {
    const names = profiles.map((profile) => profile.name);
    throw usageNear(unknown, { name }, name, names);
  }
  if (matches.length === 1) return first;
  throw severalNamed(
    'cli.usage.severalProfiles',
    name,
    matches.map(({ id }) => id),
  );
}

function findProfile(settings: Settings, { baseUrl, profileName }: CommonOptions): Profile | undefined {
  const { profiles, activeProfileId } = settings;
  if (baseUrl === undefined) {
    if (profileName !== undefined) return profileNamed(settings, profileName, 'cli.usage.noProfile');
    return profiles.find(({ id }) => id === activeProfileId);
  }
  const here = profiles.filter((profile) => profile.baseUrl === baseUrl);
  if (profileName !== undefined) {
    const found = here.find(({ name }) => name === profileName);
    const other = found ?? profiles.find(({ name }) => name === profileName);
    if (other !== found)
      throw usage('cli.usage.otherAddress', { name: profileName, address: other?.baseUrl ?? '' });
    return found;
  }
  return here.find(({ id }) => id === activeProfileId) ?? here[0];
}

function newProfile({ baseUrl, profileName }: CommonOptions, known: readonly Profile[]): Profile {
  if (baseUrl === undefined) throw usage('cli.usage.noBaseUrl');
  const name = profileName ?? new URL(baseUrl).host;
  return profileSchema.parse({ id: freeProfileId(baseUrl, name, known), name, baseUrl });
}

function withOptions(profile: Profile, { agentsUrl }: CommonOptions): Profile {
  return { ...profile, ...(agentsUrl === undefined ? {} : { agentsUrl }) };
}

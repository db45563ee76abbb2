import { sandboxProfileId } from '#core/ports/profile-id.ts';
import type {
  Configuration,
  ConfiguredFolder,
  ConfiguredProfile,
} from '#shared/configuration/configuration.ts';
import { configurationVersion } from '#shared/configuration/configuration.ts';
import type { Preferences } from '#shared/settings/preferences.ts';
import type { Profile } from '#shared/settings/profile.ts';
import type { StoredSettings } from '#shared/settings/settings.ts';
import type { ChosenFolder } from '#shared/settings/watch-folder.ts';

/** The settings as a configuration file says them. What "Try it now" made is left out. */
export function configurationOf(settings: StoredSettings): Configuration {
  const profiles = settings.profiles.filter(({ id }) => id !== sandboxProfileId);
  const folders = settings.folders.filter(({ profileId }) => profileId !== sandboxProfileId);
  const active = profiles.find(({ id }) => id === settings.activeProfileId);
  return {
    version: configurationVersion,
    profiles: profiles.map(configuredProfile),
    ...(active === undefined ? {} : { activeProfile: active.name }),
    folders: folders.map((folder) => configuredFolder(folder, settings)),
    bandwidthSchedule: settings.bandwidthSchedule,
    network: settings.network,
    preferences: configuredPreferences(settings.preferences),
  };
}

/** A profile as the file has it. */
export function configuredProfile({ id: _id, keyFrom, ...profile }: Profile): ConfiguredProfile {
  return { ...profile, ...(keyFrom === undefined ? {} : { key: keyFrom }) };
}

/** A watch folder as the file has it: what someone chose, and its profile by name. */
export function configuredFolder(
  { id: _id, profileId, pausedFromOutside: _pausedFromOutside, ...folder }: ChosenFolder,
  { profiles }: Pick<StoredSettings, 'profiles'>,
): ConfiguredFolder {
  return { ...folder, profile: profiles.find(({ id }) => id === profileId)?.name ?? profileId };
}

/** The preferences that a file may set: not what a page remembers for itself. */
export function configuredPreferences({ theme, language, notifications, startAtLogin }: Preferences) {
  return { theme, language, notifications, startAtLogin };
}

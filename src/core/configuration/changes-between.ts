import { isDeepStrictEqual } from 'node:util';
import { sandboxProfileId } from '#core/ports/profile-id.ts';
import type { ConfigurationChange } from '#shared/configuration/change.ts';
import type { Profile } from '#shared/settings/profile.ts';
import type { Settings } from '#shared/settings/settings.ts';
import type { WatchFolder } from '#shared/settings/watch-folder.ts';
import { configuredFolder, configuredPreferences, configuredProfile } from './configuration-of.ts';

/**
 * What becomes different, in the words of the file. What the file does not name and keeps is told apart from
 * what changes: `keep` is no change.
 */
export function changesBetween(
  before: Settings,
  after: Settings,
  named: Named = { profiles: undefined, folders: undefined },
): ConfigurationChange[] {
  return [
    ...itemChanges(
      'profile',
      before.profiles.map(profileItem),
      after.profiles.map(profileItem),
      named.profiles,
    ),
    ...itemChanges(
      'folder',
      before.folders.map((one) => folderItem(one, before)),
      after.folders.map((one) => folderItem(one, after)),
      named.folders,
    ),
    ...single('activeProfile', nameOfActive(before), nameOfActive(after)),
    ...single('bandwidthSchedule', before.bandwidthSchedule, after.bandwidthSchedule),
    ...fieldChanges('network', '', before.network, after.network),
    ...fieldChanges(
      'preferences',
      '',
      configuredPreferences(before.preferences),
      configuredPreferences(after.preferences),
    ),
  ];
}

/** Ids that the file speaks of; undefined where it does not speak of any. */
export interface Named {
  readonly profiles: ReadonlySet<string> | undefined;
  readonly folders: ReadonlySet<string> | undefined;
}

interface Item {
  readonly id: string;
  readonly name: string;
  readonly fields: object;
  /** What "Try it now" made is nobody's configuration. */
  readonly isTrial: boolean;
}

function profileItem(profile: Profile): Item {
  const { id, name } = profile;
  return { id, name, fields: configuredProfile(profile), isTrial: id === sandboxProfileId };
}

function folderItem(folder: WatchFolder, settings: Settings): Item {
  const { id, path, profileId } = folder;
  const fields = configuredFolder(folder, settings);
  return { id, name: path, fields, isTrial: profileId === sandboxProfileId };
}

function itemChanges(
  kind: 'profile' | 'folder',
  before: readonly Item[],
  after: readonly Item[],
  named: ReadonlySet<string> | undefined,
): ConfigurationChange[] {
  const changes: ConfigurationChange[] = [];
  // A folder that goes to another profile has a new id.
  const find = (items: readonly Item[], { id, name }: Item) =>
    items.find((one) => one.id === id) ??
    (kind === 'folder' ? items.find((one) => one.name === name) : undefined);
  for (const item of after) {
    const { id, name, fields, isTrial } = item;
    const known = find(before, item);
    if (known === undefined) changes.push({ action: 'add', kind, name, after: fields });
    else changes.push(...fieldChanges(kind, name, known.fields, fields));
    if (known !== undefined && named !== undefined && !named.has(id) && !isTrial)
      changes.push({ action: 'keep', kind, name });
  }
  for (const item of before)
    if (!find(after, item)) changes.push({ action: 'remove', kind, name: item.name });
  return changes;
}

function fieldChanges(
  kind: ConfigurationChange['kind'],
  name: string,
  before: object,
  after: object,
): ConfigurationChange[] {
  const [old, next] = [before, after] as Record<string, unknown>[];
  const fields = [...new Set([...Object.keys(old ?? {}), ...Object.keys(next ?? {})])];
  return fields
    .filter((field) => !isDeepStrictEqual(old?.[field], next?.[field]))
    .map((field) => ({ action: 'change', kind, name, field, before: old?.[field], after: next?.[field] }));
}

function single(kind: ConfigurationChange['kind'], before: unknown, after: unknown): ConfigurationChange[] {
  return isDeepStrictEqual(before, after) ? [] : [{ action: 'change', kind, name: '', before, after }];
}

function nameOfActive({ profiles, activeProfileId }: Settings): string | null {
  return profiles.find(({ id }) => id === activeProfileId)?.name ?? null;
}

import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { movedTo } from '#core/ports/profile-addresses.ts';
import { freeProfileId, sandboxProfileId } from '#core/ports/profile-id.ts';
import type {
  Configuration,
  ConfiguredFolder,
  ConfiguredProfile,
} from '#shared/configuration/configuration.ts';
import type { ConfigurationProblem } from '#shared/configuration/problem.ts';
import { type Profile, profileSchema } from '#shared/settings/profile.ts';
import type { StoredSettings } from '#shared/settings/settings.ts';
import type { TeamSettings } from '#shared/settings/team-settings.ts';
import { type ChosenFolder, chosenFolderSchema } from '#shared/settings/watch-folder.ts';
import { said } from '#shared/spoken/said.ts';
import { withoutUndefined } from '#shared/without-undefined.ts';
import type { Path, ReadConfiguration } from './read-configuration.ts';

/** The settings as a file wants them, or why that cannot be. */
export interface Merged {
  readonly settings: StoredSettings;
  readonly problems: readonly ConfigurationProblem[];
}

interface MergeOptions {
  /** The folder that relative paths of the file begin at, absolute. */
  readonly base: string;
  /** Whether profiles and folders that the file does not name go. */
  readonly prune: boolean;
  /** Profiles that stay all the same: something of them is not done yet. */
  readonly staying?: ReadonlySet<string> | undefined;
}

/**
 * Settings with what a file says. A profile is the same if its name is, or its address and key are; a
 * watch folder if its path is. Both keep the ids that the ledger knows them by. What "Try it now" made is
 * nobody's configuration.
 */
export function mergeConfiguration(
  current: StoredSettings,
  { configuration, problemAt }: ReadConfiguration,
  { base, prune, staying }: MergeOptions,
): Merged {
  const problems: ConfigurationProblem[] = [];
  const profiles = mergeProfiles(current, configuration, { base, prune, staying });

  /** @param inUse the profile that is used there already, by id */
  const named = (name: string, path: Path, inUse: string | null | undefined): Profile | undefined => {
    const found = profilesNamed(name, configuration, profiles);
    const profile = found.find(({ id }) => id === inUse) ?? (found.length === 1 ? found[0] : undefined);
    if (profile === undefined) {
      const code = found.length === 0 ? 'configuration.noProfile' : 'configuration.severalProfiles';
      problems.push(problemAt(path, said(code, { name })));
    }
    return profile;
  };
  const profileOf = (
    { profile: name }: ConfiguredFolder,
    index: number,
    known: ChosenFolder | undefined,
  ): Profile | undefined => {
    if (name !== undefined) return named(name, ['folders', index, 'profile'], known?.profileId);
    const only = onlyProfile(configuration, profiles, known?.profileId ?? current.activeProfileId);
    if (only === undefined) problems.push(problemAt(['folders', index], said('configuration.whichProfile')));
    return only;
  };
  for (const [index, { name }] of (configuration.profiles ?? []).entries()) {
    // The file does not say which of them it means, and their keys may belong to different accounts.
    if (profilesNamed(name, configuration, profiles).length > 1)
      problems.push(problemAt(['profiles', index, 'name'], said('configuration.severalProfiles', { name })));
  }

  const wanted: ChosenFolder[] = [];
  for (const [index, folder] of (configuration.folders ?? []).entries()) {
    const path = resolve(base, folder.path);
    const known = current.folders.find((one) => one.path === path);
    const profile = profileOf(folder, index, known);
    if (wanted.some((one) => one.path === path))
      problems.push(problemAt(['folders', index, 'path'], said('configuration.twice', { name: path })));
    if (profile === undefined) continue;
    wanted.push(folderOf(folder, path, profile, known));
  }
  const isPruning = prune && configuration.folders !== undefined;
  const kept = current.folders.filter(
    ({ path, profileId: of }) =>
      !wanted.some((one) => one.path === path) && (!isPruning || of === sandboxProfileId),
  );
  for (const { path, profileId: of } of kept) {
    if (profiles.some(({ id }) => id === of)) continue;
    problems.push(problemAt(['profiles'], said('configuration.profileInUse', { path })));
  }
  const folders = inOrder(current.folders, [...kept, ...wanted]);
  const { activeProfile: active } = configuration;
  const wantedActive =
    active === undefined ? undefined : named(active, ['activeProfile'], current.activeProfileId);
  const activeProfileId = wantedActive?.id ?? activeOf(current, configuration, profiles);
  return {
    problems,
    settings: {
      ...current,
      profiles,
      folders,
      activeProfileId,
      bandwidthSchedule: configuration.bandwidthSchedule ?? current.bandwidthSchedule,
      network: networkOf(current, configuration, base),
      preferences: { ...current.preferences, ...withoutUndefined(configuration.preferences ?? {}) },
    },
  };
}

function networkOf({ network }: StoredSettings, { network: wanted = {} }: Configuration, base: string) {
  const merged = { ...network, ...withoutUndefined(wanted) };
  const { certificates } = merged;
  return { ...merged, certificates: certificates === null ? null : resolve(base, certificates) };
}

function mergeProfiles(
  current: StoredSettings,
  { profiles: wanted }: Configuration,
  { base, prune, staying }: MergeOptions,
): Profile[] {
  if (wanted === undefined) return current.profiles;
  const before = pairProfiles(wanted, current.profiles, base);
  const taken = new Set<string>([...before.values()].map(({ id }) => id));
  const named = wanted.map((one) => {
    const known = before.get(one);
    const id = known?.id ?? freeProfileId(one.baseUrl, one.name, current.profiles, taken);
    return profileOf(one, id, known, base);
  });
  const others = current.profiles.filter(({ id }) => !named.some((one) => one.id === id));
  const kept = prune ? others.filter(({ id }) => id === sandboxProfileId || staying?.has(id)) : others;
  return inOrder(current.profiles, [...kept, ...named]);
}

/** The profiles that a name may mean: where the file says which address it has, only those. */
function profilesNamed(
  name: string,
  { profiles: wanted }: Configuration,
  all: readonly Profile[],
): readonly Profile[] {
  const address = wanted?.find((one) => one.name === name)?.baseUrl;
  return all.filter((one) => one.name === name && (address === undefined || one.baseUrl === address));
}

/**
 * Which known profile each profile of a file is: first the one with its name, address and key. Then the one
 * with its address and key under a former name, if both sides have only one, and if the profile that has its
 * name now is renamed as well: as a new one it would upload every file again. Then the one with its name and
 * address, and last the only one with its name, which moves.
 */
function pairProfiles(
  wanted: readonly ConfiguredProfile[],
  known: readonly Profile[],
  base: string,
): Map<ConfiguredProfile, Profile> {
  const pairs = new Map<ConfiguredProfile, Profile>();
  const hasName = (one: ConfiguredProfile, { name }: Profile) => name === one.name;
  const hasAddress = (one: ConfiguredProfile, { baseUrl }: Profile) => baseUrl === one.baseUrl;
  const hasAccount = (one: ConfiguredProfile, profile: Profile) =>
    one.key !== undefined && hasAddress(one, profile) && isDeepStrictEqual(profile.keyFrom, keyOf(one, base));
  const isRenamed = (one: ConfiguredProfile) =>
    known.filter((each) => hasAccount(one, each)).length === 1 &&
    wanted.filter((each) => isDeepStrictEqual(accountOf(each, base), accountOf(one, base))).length === 1 &&
    known.every((each) => !hasName(one, each) || wanted.some((other) => hasAccount(other, each)));
  const isAlone = (one: ConfiguredProfile) => known.filter((each) => hasName(one, each)).length === 1;
  const ways: ((one: ConfiguredProfile, profile: Profile) => boolean)[] = [
    (one, profile) => hasName(one, profile) && hasAccount(one, profile),
    (one, profile) => isRenamed(one) && hasAccount(one, profile),
    (one, profile) => hasName(one, profile) && hasAddress(one, profile),
    (one, profile) => hasName(one, profile) && isAlone(one),
  ];
  const taken = new Set<Profile>();
  for (const isSame of ways)
    for (const one of wanted) {
      const found = pairs.has(one) ? undefined : known.find((each) => !taken.has(each) && isSame(one, each));
      if (found === undefined) continue;
      pairs.set(one, found);
      taken.add(found);
    }
  return pairs;
}

function keyOf({ key }: ConfiguredProfile, base: string): Profile['keyFrom'] {
  return key !== undefined && 'file' in key ? { file: resolve(base, key.file) } : key;
}

function accountOf(one: ConfiguredProfile, base: string) {
  return { baseUrl: one.baseUrl, keyFrom: keyOf(one, base) };
}

function profileOf(
  one: ConfiguredProfile,
  id: Profile['id'],
  before: Profile | undefined,
  base: string,
): Profile {
  const { tags: _tags, key: _key, team: wantedTeam, ...wanted } = one;
  const team = wantedTeam === undefined ? before?.team : (wantedTeam ?? undefined);
  const keyFrom = keyOf(one, base);
  const after = profileSchema.parse({ ...wanted, id, keyFrom, team: team && inFull(team, base) });
  return before === undefined ? after : movedTo(before, after);
}

function inFull(team: TeamSettings, base: string): TeamSettings {
  const { certificates } = team;
  return { ...team, certificates: certificates === null ? null : resolve(base, certificates) };
}

function folderOf(
  { profile: _profile, paused, ...rules }: ConfiguredFolder,
  path: string,
  profile: Profile,
  known: ChosenFolder | undefined,
): ChosenFolder {
  return chosenFolderSchema.parse(
    withoutUndefined({
      ...rules,
      // Its history is at the service of its profile: for another one, it is a new folder.
      id: known?.profileId === profile.id ? known.id : randomUUID(),
      path,
      profileId: profile.id,
      paused: paused ?? known?.paused,
      pausedFromOutside: paused === undefined ? known?.pausedFromOutside : undefined,
    }),
  );
}

/**
 * The profile of a folder that names none.
 *
 * @param usual where the file names no profiles either: the one that a known folder goes to stays, whichever
 *   is active now
 */
function onlyProfile(
  configuration: Configuration,
  all: readonly Profile[],
  usual: string | null,
): Profile | undefined {
  const { profiles: named } = configuration;
  const [first] = named ?? [];
  if (first !== undefined && named?.length === 1) return profilesNamed(first.name, configuration, all)[0];
  if (named !== undefined && named.length > 1) return undefined;
  return all.length === 1 ? all[0] : all.find(({ id }) => id === usual);
}

function activeOf(
  { activeProfileId }: StoredSettings,
  configuration: Configuration,
  all: readonly Profile[],
): StoredSettings['activeProfileId'] {
  const still = all.some(({ id }) => id === activeProfileId) ? activeProfileId : null;
  const [first] = profilesNamed(configuration.profiles?.[0]?.name ?? '', configuration, all);
  return still ?? first?.id ?? all[0]?.id ?? null;
}

/** What is known keeps its place, what is new comes after it. */
function inOrder<T extends { readonly id: string }>(before: readonly T[], after: readonly T[]): T[] {
  const place = new Map(before.map(({ id }, at) => [id, at]));
  const placeOf = ({ id }: T) => place.get(id) ?? before.length;
  return after.toSorted((one, other) => placeOf(one) - placeOf(other));
}

import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type Named, changesBetween } from '#core/configuration/changes-between.ts';
import { mergeConfiguration } from '#core/configuration/merge-configuration.ts';
import { settingsFromOutside } from '#core/configuration/settings-from-outside.ts';
import { type ReadConfiguration, readConfiguration } from '#core/configuration/read-configuration.ts';
import { underPolicy, type Violation, violations } from '#core/ports/policy-rules.ts';
import { originsOf } from '#core/ports/profile-addresses.ts';
import { teamPasswordId } from '#core/ports/team-access.ts';
import type { CallOutput, CallParsed } from '#shared/bridge/contract.ts';
import type { ConfigurationProblem } from '#shared/configuration/problem.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Profile } from '#shared/settings/profile.ts';
import { type Settings, settingsInForce, type StoredSettings } from '#shared/settings/settings.ts';
import { said } from '#shared/spoken/said.ts';
import { type CoreContext, wakeEngines } from '../engine/core-context.ts';
import { readCertificates } from '../service/network/trust.ts';
import { tellFolders } from '../watch/tell-folders.ts';
import { checkTags } from './configured-tags.ts';
import { createFolderChecks } from './folder-checks.ts';

type Input = CallParsed<'settings.configure'>;
type Output = CallOutput<'settings.configure'>;

/**
 * As `putIntoForce`. Where a running agent cannot apply the file, its health says so until it can.
 *
 * @throws AppError when what is there speaks against it
 */
export async function configure(
  context: CoreContext,
  input: Input,
  assertRemovable: (profileId: string) => Promise<void>,
): Promise<Output> {
  const note = (place: string | null) => {
    if (input.mode === 'apply') context.noteConfiguration(place);
  };
  try {
    const output = await putIntoForce(context, input, assertRemovable);
    const [first] = output.problems;
    note(first === undefined ? null : `${input.path}:${first.line}:${first.column}`);
    return output;
  } catch (error) {
    note(input.path);
    throw error;
  }
}

/**
 * Puts a configuration file into force: all of it in one change of the settings, or nothing. What the file
 * asks of a service (its tags) comes after, because no service may keep an agent from starting.
 *
 * @param assertRemovable refuses to remove a profile that has unsent or unfinished uploads: it stays for now
 */
async function putIntoForce(
  context: CoreContext,
  input: Input,
  assertRemovable: (profileId: string) => Promise<void>,
): Promise<Output> {
  const { settings, secrets } = context;
  const read = readConfiguration(input.text);
  if (!('configuration' in read)) return refused(read.problems);
  // First, as `stored` does not look at the file: a command may have changed it a moment ago.
  const before = settings.latest?.() ?? settings.get();
  const stored = settings.stored();
  const { policy } = settings;
  const staying = await stayingProfiles(stored, read, input, assertRemovable);
  const options = { ...input, staying: new Set(staying.map(({ id }) => id)) };
  const taken = (current: StoredSettings) => {
    const { settings: wanted, problems } = mergeConfiguration(current, read, options);
    const { settings, leftOut } = input.isOwn
      ? { settings: wanted, leftOut: [] }
      : settingsFromOutside(current, wanted);
    return { settings, leftOut, problems };
  };
  const wanted = taken(stored);
  const asked = settingsInForce(wanted.settings);
  const merged = { ...wanted, settings: underPolicy(asked, policy) };
  const problems = [
    ...merged.problems,
    ...policyProblems([...violations(before, asked, policy)], asked, read, input.base),
    ...certificateProblems(merged.settings, read),
    ...(await folderProblems(context, merged.settings, read, input)),
  ];
  if (problems.length > 0) return refused(problems);
  const changes = changesBetween(before, merged.settings, namedIn(merged.settings, read, input.base));
  const isChanged = changes.some(({ action }) => action !== 'keep');
  // A choice of what is the default anyway changes nothing now, and is stored for a later default.
  const isNew = isChanged || JSON.stringify(wanted.settings) !== JSON.stringify(stored);
  const gone = before.profiles.filter(({ id }) => !merged.settings.profiles.some((one) => one.id === id));
  if (input.mode === 'apply' && isNew) {
    const after = await settings.update((current) => {
      const again = taken(current);
      // Another process changed them meanwhile.
      if (again.problems.length > 0)
        throw new AppError('CONFLICT', { spoken: said('configuration.changedMeanwhile') });
      return again.settings;
    });
    for (const { id } of gone) {
      await secrets.forgetKey(id);
      await secrets.forgetKey(teamPasswordId(id));
    }
    await tellFolders(context);
    wakeEngines(context);
    for (const { id } of after.folders) context.emit('folders.changed', { folderId: id });
  }
  if (input.mode === 'apply') {
    // The owner wrote both the address and which profile it is of; what is bound stays as it is. Settings
    // from outside can contain another profile of the same name: a key goes to the addresses in the file
    // only. A key whose place comes with the file was for no address before: what a page bound goes.
    for (const profile of input.isOwn ? merged.settings.profiles : []) {
      if (!isNamed(profile, read)) continue;
      const { keyFrom } = before.profiles.find(({ id }) => id === profile.id) ?? {};
      const isNewKey = profile.keyFrom !== undefined && !isDeepStrictEqual(profile.keyFrom, keyFrom);
      await secrets[isNewKey ? 'allowKey' : 'bindNewKey'](profile.id, originsOf(profile));
    }
  }
  const tags = await checkTags(context, read.configuration, input.mode);
  const leftOut = [...wanted.leftOut];
  const unfinished = [...staying.map(({ late }) => late), ...tags.unfinished];
  return { problems: [], changes: [...changes, ...tags.changes], leftOut, unfinished };
}

/** Profiles that the file no longer names and that cannot go yet. */
async function stayingProfiles(
  before: StoredSettings,
  read: Extract<ReadConfiguration, { readonly configuration: unknown }>,
  input: Input,
  assertRemovable: (profileId: string) => Promise<void>,
): Promise<{ readonly id: string; readonly late: Output['unfinished'][number] }[]> {
  if (!input.prune) return [];
  const { profiles } = mergeConfiguration(before, read, input).settings;
  const gone = before.profiles.filter(({ id }) => profiles.every((one) => one.id !== id));
  const staying = gone.map(async ({ id, name }) => {
    try {
      await assertRemovable(id);
      return [];
    } catch (error) {
      if (!(error instanceof AppError) || error.spoken === undefined) throw error;
      return [{ id, late: { profile: name, name: '', code: 'CONFLICT', said: error.spoken } }];
    }
  });
  return (await Promise.all(staying)).flat();
}

/** The settings in force stay. */
const refused = (problems: readonly ConfigurationProblem[]): Output => ({
  ...{ problems: [...problems], changes: [], leftOut: [], unfinished: [] },
});

/** A file of certificates may come later, but one that contains none would be named by mistake. */
function certificateProblems(
  { network: { certificates: path } }: Settings,
  { configuration, problemAt }: ReadConfiguration,
): ConfigurationProblem[] {
  if (typeof configuration.network?.certificates !== 'string' || path === null) return [];
  const { certificates, readable } = readCertificates(path);
  if (!readable || certificates.length > 0) return [];
  return [problemAt(['network', 'certificates'], said('usage.noCertificate', { path }))];
}

/** What only a look at the disk tells; each folder is checked against all others. */
async function folderProblems(
  context: CoreContext,
  { folders }: Settings,
  { configuration, problemAt }: ReadConfiguration,
  { base }: Input,
): Promise<ConfigurationProblem[]> {
  const checks = createFolderChecks(context);
  const problems: ConfigurationProblem[] = [];
  const places = placesOf(configuration.folders ?? [], base);
  if (places.size === 0) return [];
  const assertFree = await checks.freeAmong(folders);
  for (const folder of folders) {
    const index = places.get(folder.path);
    if (index === undefined) continue;
    try {
      await checks.assertFolder(folder.path);
      assertFree(folder);
      await checks.assertRules(folder);
    } catch (error) {
      if (!(error instanceof AppError) || error.spoken === undefined) throw error;
      problems.push(problemAt(['folders', index, 'path'], error.spoken));
    }
  }
  return problems;
}

/** What the administrator of the machine does not allow, where the file asks for it. */
function policyProblems(
  all: readonly Violation[],
  { profiles, folders }: Settings,
  { configuration, problemAt }: ReadConfiguration,
  base: string,
): ConfigurationProblem[] {
  const places = placesOf(configuration.folders ?? [], base);
  return all.map(({ refusal, id, field }) => {
    const folder = folders.find((one) => one.id === id);
    const profile = profiles.find((one) => one.id === id);
    const path = folder
      ? ['folders', places.get(folder.path) ?? 0, field]
      : id === ''
        ? ['network', field]
        : ['profiles', configuration.profiles?.findIndex(({ name }) => name === profile?.name) ?? 0, field];
    return problemAt(path, refusal.spoken ?? { code: refusal.code, values: {} });
  });
}

function namedIn({ profiles, folders }: Settings, { configuration }: ReadConfiguration, base: string): Named {
  const names = new Set(configuration.profiles?.map(({ name }) => name));
  const places = placesOf(configuration.folders ?? [], base);
  const ids = <T extends { readonly id: string }>(all: readonly T[], isNamed: (one: T) => boolean) =>
    new Set<string>(all.filter(isNamed).map(({ id }) => id));
  return {
    profiles: configuration.profiles && ids(profiles, ({ name }) => names.has(name)),
    folders: configuration.folders && ids(folders, ({ path }) => places.has(path)),
  };
}

/** Whether the file names this profile and all of its addresses. */
function isNamed(profile: Profile, { configuration }: ReadConfiguration): boolean {
  const origins = originsOf(profile);
  return (configuration.profiles ?? []).some(
    ({ name, baseUrl, agentsUrl }) =>
      name === profile.name &&
      isDeepStrictEqual(originsOf({ baseUrl, agentsUrl: agentsUrl ?? null }), origins),
  );
}

/** Where each folder stands in the file, by its whole path. */
function placesOf(folders: readonly { readonly path: string }[], base: string): Map<string, number> {
  return new Map(folders.map(({ path }, index) => [resolve(base, path), index]));
}

import { policyRemarks } from '#core/ports/policy-rules.ts';
import { checkAddresses, movedTo, originsOf } from '#core/ports/profile-addresses.ts';
import { freeProfileId } from '#core/ports/profile-id.ts';
import { keyProblem } from '#core/ports/profile-keys.ts';
import { teamPasswordId } from '#core/ports/team-access.ts';
import type { Handlers } from '#shared/bridge/contract.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { type Profile, profileSchema } from '#shared/settings/profile.ts';
import { said } from '#shared/spoken/said.ts';
import { unsentStates } from '#shared/uploads/open-states.ts';
import { withoutUndefined } from '#shared/without-undefined.ts';
import type { CoreContext } from '../engine/core-context.ts';
import { wakeEngines } from '../engine/core-context.ts';
import { formerService } from '../ledger/service-of-history.ts';
import { mergeSettings, readSettingsFile } from './import-settings.ts';

type SetupHandlers = Pick<
  Handlers,
  Extract<keyof Handlers, `settings.${string}` | `profiles.${string}` | `key.${string}`>
>;

/** Profiles, keys and preferences. A key goes in and is tested; it never comes out (S2). */
export function setupCalls(context: CoreContext): SetupHandlers {
  const { settings, secrets } = context;
  const done = { done: true } as const;

  function find(profileId: string): Profile {
    const profile = settings.get().profiles.find((one) => one.id === profileId);
    if (!profile) throw new AppError('NOT_HERE', { spoken: said('notHere.profile', { id: profileId }) });
    return profile;
  }

  /**
   * No list would show what a removed profile still has to send, and only its engine gives back the files
   * that a killed agent left in quarantine.
   */
  function assertSettled(profileId: string): void {
    const unsent = context.ledger.history.total({ profileId, states: [...unsentStates] });
    if (unsent > 0)
      throw new AppError('USAGE', { spoken: said('usage.profileHasUnsent', { count: unsent }) });
    const aside = context.ledger.files.listAsides(profileId).length;
    if (aside > 0) throw new AppError('USAGE', { spoken: said('usage.filesAside', { count: aside }) });
  }

  /**
   * Nobody would go on taking back what a removed profile left. Where the agent that runs can do nothing
   * about it now, a person is not held up by it.
   */
  async function assertTakenBack(profileId: string): Promise<void> {
    const left = context.ledger.uploads.countTakenBack(profileId);
    if (left === 0) return;
    const live = await context.live();
    if (live !== undefined && live.services[profileId]?.state !== 'closed') return;
    const code = live === undefined ? 'usage.takenBackLater' : 'usage.takenBackNow';
    throw new AppError('USAGE', { spoken: said(code, { count: left }) });
  }

  async function assertRemovable(profileId: string): Promise<void> {
    assertSettled(profileId);
    await assertTakenBack(profileId);
  }

  /** A set-up that was not finished may be repeated; its profile has no folders and no uploads. */
  function isUsed({ id: profileId }: Profile): boolean {
    return (
      settings.get().folders.some((folder) => folder.profileId === profileId) ||
      context.ledger.history.total({ profileId }) > 0
    );
  }

  return {
    'settings.get': async () => {
      const current = settings.get();
      const present = await Promise.all(
        current.profiles.map(
          async (profile) => [profile.id, (await keyProblem(secrets, profile)) === undefined] as const,
        ),
      );
      const movedFrom: Record<string, string> = {};
      for (const profile of current.profiles) {
        const former = formerService(context.ledger, profile);
        if (former !== undefined) movedFrom[profile.id] = former;
      }
      const { policy } = settings;
      return {
        settings: current,
        keysPresent: Object.fromEntries(present),
        movedFrom,
        ...(policy && { policy, policySaid: policyRemarks(policy) }),
      };
    },
    'settings.export': async () => settings.stored(),
    'settings.update': ({ preferences, bandwidthSchedule }) =>
      settings.update((current) => ({
        ...current,
        preferences: { ...current.preferences, ...withoutUndefined(preferences ?? {}) },
        bandwidthSchedule: bandwidthSchedule ?? current.bandwidthSchedule,
      })),
    'settings.import': async ({ text, mode }) => {
      const given = readSettingsFile(text);
      // A look shows all that could change; the user then says what may.
      const { report, settings: merged } = mergeSettings(settings.stored(), given, mode !== 'keep');
      if (mode === 'look') return report;
      const known = new Set(settings.get().profiles.map(({ id }) => id));
      // No key goes to an address from a file before the user gives one for it, or says that it may.
      for (const { id } of merged.profiles) if (!known.has(id)) await secrets.allowKey(id, []);
      const before = new Map(settings.get().folders.map((folder) => [folder.id, folder]));
      const after = await settings.update(
        (current) => mergeSettings(current, given, mode === 'replace').settings,
      );
      const { tellFolders } = await import('../watch/tell-folders.ts');
      await tellFolders(context);
      wakeEngines(context);
      for (const folder of after.folders)
        if (before.get(folder.id) !== folder) context.emit('folders.changed', { folderId: folder.id });
      return report;
    },
    'settings.configure': async (input) =>
      (await import('./configure.ts')).configure(context, input, assertRemovable),
    'profiles.save': async ({ profile: given }) => {
      const { profiles } = settings.get();
      const id = given.id ?? freeProfileId(`${given.baseUrl}`, `${given.name}`, profiles);
      const known = given.id === undefined ? profiles.find((one) => one.id === id) : find(given.id);
      // The key that follows may be for another account.
      if (given.id === undefined && known !== undefined && isUsed(known))
        throw new AppError('USAGE', { spoken: said('usage.profileExists', { name: known.name }) });
      const changes = withoutUndefined(given);
      const profile = profileSchema.parse({
        ...(known === undefined ? changes : movedTo(known, changes)),
        id,
      });
      checkAddresses(profile);
      // A page may remove a profile and make it anew at another address: its key stays here.
      if (known === undefined) await secrets.bindNewProfile?.(profile.id, originsOf(profile));
      await settings.update((current) => ({
        ...current,
        profiles: [...current.profiles.filter(({ id }) => id !== profile.id), profile],
        activeProfileId: current.activeProfileId ?? profile.id,
      }));
      return profile;
    },
    'profiles.remove': async ({ profileId, leavesUploads = false }) => {
      find(profileId);
      const folders = settings.get().folders.filter((folder) => folder.profileId === profileId);
      if (folders.length > 0) {
        const paths = folders.map(({ path }) => path).join(', ');
        throw new AppError('USAGE', { spoken: said('usage.profileInUse', { list: paths }) });
      }
      assertSettled(profileId);
      if (!leavesUploads) await assertTakenBack(profileId);
      await settings.update((current) => ({
        ...current,
        profiles: current.profiles.filter(({ id }) => id !== profileId),
        activeProfileId: current.activeProfileId === profileId ? null : current.activeProfileId,
      }));
      await secrets.forgetKey(profileId);
      await secrets.forgetKey(teamPasswordId(profileId));
      return done;
    },
    'profiles.use': async ({ profileId }) => {
      find(profileId);
      await settings.update((current) => ({ ...current, activeProfileId: profileId }));
      return done;
    },
    'key.set': async ({ profileId, key }) => {
      const profile = find(profileId);
      checkAddresses(profile);
      await secrets.setKey(profileId, key.trim(), originsOf(profile));
      wakeEngines(context, true);
      return done;
    },
    'key.forget': async ({ profileId }) => {
      find(profileId);
      await secrets.forgetKey(profileId);
      return done;
    },
    'key.test': async ({ profileId }) => {
      const { profileChecks } = await import('./doctor.ts');
      const checks = await profileChecks(await context.withServices(), find(profileId));
      return { ok: checks.every((check) => check.ok), checks };
    },
  };
}

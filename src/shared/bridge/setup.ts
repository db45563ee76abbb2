import { z } from 'zod';
import { configurationChangeSchema } from '../configuration/change.ts';
import { configurationProblemSchema } from '../configuration/problem.ts';
import { leftOutSchema } from '../configuration/left-out.ts';
import { profileIdSchema } from '../ids/ids.ts';
import { policySchema } from '../settings/policy.ts';
import { preferencesSchema } from '../settings/preferences.ts';
import { profileSchema } from '../settings/profile.ts';
import { bandwidthWindowSchema, settingsSchema, storedSettingsSchema } from '../settings/settings.ts';
import { saidSchema } from '../spoken/said-schema.ts';
import { checkSchema } from './agent.ts';
import { call, changesTo } from './define.ts';

const profileId = z.object({ profileId: profileIdSchema });
const done = z.object({ done: z.literal(true) });

/** Settings from a file beside those here. Names are of profiles and paths of watch folders. */
export const settingsImportSchema = z.object({
  addedProfiles: z.array(z.string()),
  /** They come in paused: nothing is uploaded before somebody looked. */
  addedFolders: z.array(z.string()),
  /** Here in another shape: left, or replaced. */
  conflicts: z.array(
    z.object({ kind: z.enum(['profile', 'folder', 'preferences', 'schedule']), name: z.string() }),
  ),
  /** Cannot be taken over: of the sandbox of another computer, without a profile, or of another system. */
  skipped: z.array(z.object({ name: z.string(), why: z.enum(['sandbox', 'no-profile', 'not-here']) })),
  /** Set by the user's own commands only: where keys are, teams, and insecure addresses. */
  leftOut: z.array(leftOutSchema),
  /** What becomes different here, field by field. */
  changes: z.array(configurationChangeSchema),
});
export type SettingsImport = z.infer<typeof settingsImportSchema>;

/** What is set up. Nothing here ever reads a key (S2): only whether one is there. */
export const setupCalls = {
  'settings.get': call(
    z.object({}),
    z.object({
      settings: settingsSchema,
      keysPresent: z.record(z.string(), z.boolean()),
      /** Profiles that lead elsewhere than their history: the address of the service it is about. */
      movedFrom: z.record(z.string(), z.string()).optional(),
      /** What the administrator of the machine set; the settings obey it already. */
      policy: policySchema.optional(),
      /** The same in sentences. */
      policySaid: z.array(saidSchema).optional(),
    }),
  ),
  /** What the user chose, as `settings.import` takes it. */
  'settings.export': call(z.object({}), storedSettingsSchema),
  'settings.update': call(
    z.object({
      preferences: changesTo(preferencesSchema).optional(),
      bandwidthSchedule: z.array(bandwidthWindowSchema).optional(),
    }),
    settingsSchema,
  ),
  /**
   * Takes over settings that were exported. `look` changes nothing; `keep` adds what is new; `replace` also
   * replaces what is here in another shape. A key in the file, which no export writes, is ignored; to an
   * address that the file names no key is sent before a person gives one for it.
   */
  'settings.import': call(
    z.object({ text: z.string().max(10_000_000), mode: z.enum(['look', 'keep', 'replace']) }),
    settingsImportSchema,
  ),
  /** Makes a profile, or changes the one with this id. The first one becomes active. */
  'profiles.save': call(
    z.object({
      // Where a key lies on this machine, and which team it is in, a page neither says nor changes here.
      profile: changesTo(profileSchema.omit({ id: true, keyFrom: true, team: true })).extend({
        id: profileIdSchema.optional(),
      }),
    }),
    profileSchema,
  ),
  /**
   * Refused while watch folders use it, and while what its cancelled uploads left at the service can still be
   * deleted, unless that is to stay there. Forgets its key.
   */
  'profiles.remove': call(profileId.extend({ leavesUploads: z.boolean().optional() }), done),
  'profiles.use': call(profileId, done),
  'key.set': call(profileId.extend({ key: z.string().min(1) }), done),
  'key.forget': call(profileId, done),
  /** Live: address, key, and each permission, each in words. */
  'key.test': call(profileId, z.object({ ok: z.boolean(), checks: z.array(checkSchema) })),
};

/** Of the one who owns the machine: no page makes them. */
export const ownerCalls = {
  /**
   * Takes over a configuration file, whole or not at all. `look` changes nothing. What is wrong with the file
   * is an answer, not a failure; of a running agent its health then says so.
   */
  'settings.configure': call(
    z.object({
      text: z.string().max(10_000_000),
      /** What the file is called, for people. */
      path: z.string(),
      /** The folder that its relative paths begin at, absolute. */
      base: z.string().min(1),
      /** Whether nobody but the user who runs Sluice, and root, can change the file. */
      isOwn: z.boolean(),
      mode: z.enum(['look', 'apply']),
      /** Removes the profiles and folders that the file does not name. */
      prune: z.boolean(),
    }),
    z.object({
      problems: z.array(configurationProblemSchema),
      changes: z.array(configurationChangeSchema),
      /** Of a file that others can change: what it does not set. */
      leftOut: z.array(leftOutSchema),
      /** Tags that the service could not be asked about or for; profiles that stay for now, with an empty name. */
      unfinished: z.array(
        z.object({ profile: z.string(), name: z.string(), code: z.string(), said: saidSchema }),
      ),
    }),
  ),
};

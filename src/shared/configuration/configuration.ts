import { z } from 'zod';
import { changesTo } from '../bridge/define.ts';
import { byteCount, bytePattern } from '../settings/byte-count.ts';
import { keyReferenceSchema } from '../settings/key-reference.ts';
import { isPathPattern } from '../settings/path-pattern.ts';
import { networkSettingsSchema } from '../settings/network-settings.ts';
import { preferencesSchema } from '../settings/preferences.ts';
import { profileSchema } from '../settings/profile.ts';
import { bandwidthWindowSchema } from '../settings/settings.ts';
import { teamSettingsSchema } from '../settings/team-settings.ts';
import { filterRuleSchema, tagRuleSchema } from '../settings/fields.ts';
import { type ConfiguredField, fields } from '../settings/fields.ts';
import { folderDefaults, watchFolderSchema } from '../settings/watch-folder.ts';
import { rule } from '../spoken/rule.ts';

export const configurationVersion = 1;

/** Bytes as a number, or in words such as `50MB`. */
const bytes = (least: number) =>
  z.union(
    [
      z.number().int().min(least),
      z
        .string()
        .regex(bytePattern)
        .transform((text) => byteCount(text) ?? Number.NaN)
        .refine((size) => size >= least),
    ],
    rule('bytes'),
  );

const address = z
  .string()
  .regex(/^https?:\/\/[^\s/?#@]+[^\s?#]*$/, rule('web-address'))
  .transform((text) => text.replace(/\/+$/, ''));

const known = profileSchema.shape;

/** A profile of the file: known by its name, with what is known of it in the settings, and its tags. */
export const configuredProfileSchema = z.strictObject({
  name: z.string().min(1).meta({ description: 'Its name, by which folders say where they go.' }),
  baseUrl: address.meta({ description: 'Address of the content service.' }),
  agentsUrl: address
    .nullable()
    .default(null)
    .meta({ description: 'Address of its workflow endpoints; null: the same.' }),
  insecureAccepted: known.insecureAccepted.meta({
    description: 'The sentence by which an address that is not https is accepted.',
  }),
  requestsPerMinute: known.requestsPerMinute.meta({
    description: 'Requests a minute that the service allows the key.',
  }),
  uploadsAtOnce: known.uploadsAtOnce.meta({ description: 'Most uploads at a time, 1 to 64.' }),
  uploadBandwidth: bytes(1).nullable().default(null).meta({
    description: 'Most bytes a second for uploads, such as 2MB; less than 1kB counts as 1kB; null: no limit.',
  }),
  key: keyReferenceSchema
    .optional()
    .meta({ description: 'Where the key lies: a file, a systemd credential or a variable. Never the key.' }),
  team: teamSettingsSchema.strict().nullable().optional().meta({
    description:
      'The database shared with other machines of the same subscription; null: this one is alone. Left out: as it is.',
  }),
  tags: z
    .array(z.string().trim().min(1))
    .optional()
    .meta({ description: 'Tags that the service is to have; those it lacks are made.' }),
});

/** The fields of a watch folder that a file may contain, as it may say them. */
const folderFields = {
  ...changesTo(watchFolderSchema.omit({ id: true, profileId: true, pausedFromOutside: true })).shape,
  path: watchFolderSchema.shape.path,
  filters: z.array(filterRuleSchema.strict()).optional(),
  minSize: bytes(0).nullable().optional(),
  maxSize: bytes(1).nullable().optional(),
  tagRules: z
    .array(tagRuleSchema.strict().extend({ pattern: z.string().refine(isPathPattern, rule('pattern')) }))
    .optional(),
  saveAnnotated: z
    .union([z.enum(['off', 'beside']), z.strictObject({ folder: z.string().min(1) })])
    .optional(),
} satisfies Record<ConfiguredField, z.ZodType>;

/** With their description, and the default that counts where they are left out: editors show both. */
const described = <S extends Record<ConfiguredField, z.ZodType>>(shape: S): S =>
  Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => {
      const usual = name === 'paused' ? undefined : folderDefaults[name as keyof typeof folderDefaults];
      const description = fields[name as ConfiguredField].folder.file;
      return [name, schema.meta({ ...(usual === undefined ? {} : { default: usual }), description })];
    }),
  ) as unknown as S;

/** A watch folder of the file: known by its path. What is left out has its default. */
export const configuredFolderSchema = z.strictObject({
  ...described(folderFields),
  profile: z
    .string()
    .min(1)
    .optional()
    .meta({ description: 'Name of the profile its files go to. Left out: the only one of this file.' }),
});

const timetableSchema = z.array(
  bandwidthWindowSchema.strict().extend({
    bytesPerSecond: bytes(0).nullable().meta({
      description:
        'Bytes a second, or such as 500kB; less than 1kB counts as 1kB; null: no limit, 0: nothing is sent.',
    }),
  }),
);

/**
 * What a configuration file holds, Zod's once: the file is parsed with it, and the JSON Schema for editors is
 * made from it. A part that is left out is left as it is.
 */
export const configurationSchema = z.strictObject({
  version: z.literal(configurationVersion).meta({ description: 'Version of this format.' }),
  profiles: z
    .array(configuredProfileSchema)
    .optional()
    .meta({ description: 'Connections to content services.' }),
  activeProfile: z
    .string()
    .min(1)
    .optional()
    .meta({ description: 'Name of the profile that what is uploaded by hand goes to.' }),
  folders: z.array(configuredFolderSchema).optional().meta({ description: 'Watch folders.' }),
  bandwidthSchedule: timetableSchema.optional().meta({
    description: 'Upload limits by time of day, local; the first window that matches wins.',
  }),
  network: z
    .strictObject({
      proxy: networkSettingsSchema.shape.proxy
        .unwrap()
        .optional()
        .meta({ description: 'The address of a proxy without a login, or system, or none.' }),
      exceptions: networkSettingsSchema.shape.exceptions
        .unwrap()
        .optional()
        .meta({ description: 'Hosts that no proxy is used for, as NO_PROXY has them.' }),
      certificates: networkSettingsSchema.shape.certificates
        .unwrap()
        .optional()
        .meta({ description: 'A file of certificates (PEM) to trust beside those of the system.' }),
    })
    .optional()
    .meta({ description: 'How hosts are reached.' }),
  preferences: z
    .strictObject({
      theme: preferencesSchema.shape.theme.unwrap().optional(),
      language: preferencesSchema.shape.language.unwrap().optional(),
      notifications: preferencesSchema.shape.notifications.unwrap().optional(),
      startAtLogin: preferencesSchema.shape.startAtLogin.unwrap().optional(),
    })
    .optional()
    .meta({ description: 'How the pages look and what the app does; the agent has no use for it.' }),
});

export type Configuration = z.output<typeof configurationSchema>;
export type ConfiguredProfile = z.output<typeof configuredProfileSchema>;
export type ConfiguredFolder = z.output<typeof configuredFolderSchema>;

import { z } from 'zod';
import { profileIdSchema } from '../ids/ids.ts';
import { networkSettingsSchema } from './network-settings.ts';
import { rule } from '../spoken/rule.ts';
import { preferencesSchema } from './preferences.ts';
import { profileSchema } from './profile.ts';
import { version } from '../version.ts';
import { chosenFolderSchema, folderInForce, watchFolderSchema } from './watch-folder.ts';

export const settingsVersion = 1;

/** A time window with its own upload limit, local time `HH:MM`; the first that matches wins (U12). */
export const bandwidthWindowSchema = z.object({
  days: z.array(z.number().int().min(0).max(6)).default([0, 1, 2, 3, 4, 5, 6]),
  from: z.string().regex(/^\d\d:\d\d$/),
  to: z.string().regex(/^\d\d:\d\d$/),
  /** Bytes a second; null means no limit in this window, 0 pauses. */
  bytesPerSecond: z.number().int().nonnegative().nullable(),
});

/** What is known of one by its id would otherwise be said of the other too. */
function haveOwnIds(items: readonly { readonly id: string }[]): boolean {
  return new Set(items.map(({ id }) => id)).size === items.length;
}

export const settingsSchema = z.object({
  version: z.literal(settingsVersion),
  profiles: z.array(profileSchema).refine(haveOwnIds, rule('own-ids')).default([]),
  activeProfileId: profileIdSchema.nullable().default(null),
  folders: z.array(watchFolderSchema).refine(haveOwnIds, rule('own-ids')).default([]),
  bandwidthSchedule: z.array(bandwidthWindowSchema).default([]),
  network: networkSettingsSchema.prefault({}),
  preferences: preferencesSchema.prefault({}),
});

/** The settings as their file has them. */
export const storedSettingsSchema = settingsSchema.extend({
  folders: z.array(chosenFolderSchema).refine(haveOwnIds, rule('own-ids')).default([]),
});

export type Settings = z.infer<typeof settingsSchema>;
export type StoredSettings = z.infer<typeof storedSettingsSchema>;
export type BandwidthWindow = z.infer<typeof bandwidthWindowSchema>;

/** Stored settings with the defaults of what was not chosen. */
export function settingsInForce(stored: StoredSettings): Settings {
  return { ...stored, folders: stored.folders.map(folderInForce) };
}

export function defaultSettings(): Settings {
  // To whoever sets Sluice up nothing of it is new.
  return settingsSchema.parse({ version: settingsVersion, preferences: { newsSeen: version } });
}

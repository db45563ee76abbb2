import { AppError } from '../errors/app-error.ts';
import { wrongInput } from '../errors/wrong-input.ts';
import { type StoredSettings, settingsVersion, storedSettingsSchema } from './settings.ts';
import { said } from '../spoken/said.ts';

/**
 * Turns settings of version N into version N+1. Pure: the same input gives the same output, nothing is read
 * or written.
 */
export type SettingsStep = (old: Record<string, unknown>) => Record<string, unknown>;

/**
 * The chain, keyed by the version a step starts from. A change of the schema raises `settingsVersion`, adds
 * the step here and a fixture of the old version in `fixtures/`; a step is never changed after its release.
 */
export const settingsSteps: Readonly<Record<number, SettingsStep>> = {};

/**
 * Brings settings of any older version to `target`, one step at a time.
 *
 * @throws AppError `SETTINGS_CORRUPT` when there is no version, a newer one, or a gap in the chain
 */
export function migrateSettings(
  raw: unknown,
  steps: Readonly<Record<number, SettingsStep>> = settingsSteps,
  target: number = settingsVersion,
): Record<string, unknown> {
  if (!isRecord(raw)) throw new AppError('SETTINGS_CORRUPT', { spoken: said('detail.noObject') });
  let settings = raw;
  let version = versionOf(settings);
  if (version > target) {
    const versions = { version: String(version), known: String(target) };
    throw new AppError('SETTINGS_CORRUPT', { spoken: said('detail.newerVersion', versions) });
  }
  while (version < target) {
    const step = steps[version];
    if (step === undefined)
      throw new AppError('SETTINGS_CORRUPT', {
        spoken: said('detail.unknownVersion', { version: String(version) }),
      });
    version += 1;
    settings = { ...step(settings), version };
  }
  return settings;
}

/**
 * Settings from what a file holds: migrated, then parsed.
 *
 * @throws AppError `SETTINGS_CORRUPT`, naming the first field that is wrong
 */
export function parseSettings(raw: unknown): StoredSettings {
  const parsed = storedSettingsSchema.safeParse(migrateSettings(raw));
  if (parsed.success) return parsed.data;
  throw wrongInput(parsed.error, 'settings', 'SETTINGS_CORRUPT');
}

function versionOf(settings: Record<string, unknown>): number {
  const { version } = settings;
  if (typeof version === 'number' && Number.isInteger(version) && version >= 0) return version;
  throw new AppError('SETTINGS_CORRUPT', { spoken: said('detail.noVersion') });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

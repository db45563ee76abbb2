import { statSync } from 'node:fs';
import { join } from 'node:path';
import type Conf from 'conf';
import { AppError } from '#shared/errors/app-error.ts';
import { systemTrouble } from '#shared/errors/system-trouble.ts';
import { parseSettings } from '#shared/settings/migrations.ts';
import type { Policy } from '#shared/settings/policy.ts';
import {
  defaultSettings,
  type Settings,
  settingsInForce,
  type StoredSettings,
  storedSettingsSchema,
} from '#shared/settings/settings.ts';
import { underPolicy, violations } from '../ports/policy-rules.ts';
import type { SettingsPort } from '../ports/settings.ts';
import { readNotPlanted } from '../data-folder/private-folder.ts';
import { withFileLock } from './file-lock.ts';
import { setFileAside } from './set-aside.ts';

export interface SettingsFile extends SettingsPort {
  /** Stops looking for changes made by other processes. */
  close(): void;
}

export interface SettingsFileOptions {
  /** Absolute; created when missing. */
  readonly directory: string;
  /** Whether to look for changes made by other processes; only what runs for long needs it. */
  readonly watch?: boolean;
  /**
   * Opens `<name>.json` of the folder: `conf` in the agent, electron-store, which is made of it, in the app.
   */
  readonly openStore: (options: StoreOptions) => Conf<StoredSettings> | Promise<Conf<StoredSettings>>;
  /** What the administrator of the machine set; enforced here, where settings are read and written. */
  readonly policy?: Policy | undefined;
  /** Told when a running agent meets a file it cannot read; the settings in force stay. */
  readonly onProblem?: (message: string) => void;
}

export interface StoreOptions {
  readonly directory: string;
  readonly name: string;
  readonly watch: boolean;
}

/**
 * Settings in `settings.json` of the data folder: written atomically through the store, migrated and parsed
 * when read. A file that cannot be read is moved aside, never overwritten. A change reads the file anew under
 * a lock, so that commands run at the same time keep each other's changes. The store is opened for the first
 * write, or for watching: most commands only read.
 */
export async function openSettingsFile({
  directory,
  watch = false,
  openStore,
  policy,
  onProblem,
}: SettingsFileOptions): Promise<SettingsFile> {
  const path = join(directory, 'settings.json');
  // Before it is read: what changes from here on is noticed.
  let seen = stampOf(path);
  const opened = readSettings(path);
  const setAside = opened === 'corrupt' ? setFileAside(path) : null;
  /** As the file has them; others see them with defaults and under the policy. */
  let kept: StoredSettings = opened === 'corrupt' || opened === 'missing' ? defaultSettings() : opened;
  let settings = underPolicy(settingsInForce(kept), policy);

  const open = async (watched: boolean) => openStore({ directory, name: 'settings', watch: watched });
  // A watching Conf would make a missing file itself, as an empty object, which is no valid settings file.
  if (watch && typeof opened === 'string') (await open(false)).store = kept;
  let store = watch ? await open(true) : undefined;
  const listeners = new Set<(settings: Settings) => void>();

  const take = (next: StoredSettings) => {
    if (JSON.stringify(next) === JSON.stringify(kept)) return;
    kept = next;
    settings = underPolicy(settingsInForce(kept), policy);
    for (const listener of listeners) listener(settings);
  };
  const readAgain = () => {
    seen = stampOf(path);
    const read = readIfOurs(path);
    if (typeof read === 'object') take(read);
    else onProblem?.(`The settings file is ${read}; the settings in force stay as they are.`);
  };
  // Not `onDidAnyChange`, which keeps silent about a file it cannot read.
  store?.events.addEventListener('change', readAgain);
  if (watch && stampOf(path) !== seen) readAgain();

  return {
    get: () => settings,
    stored: () => underPolicy(kept, policy),
    latest() {
      if (stampOf(path) !== seen) readAgain();
      return settings;
    },
    setAside,
    policy,
    update: (change) =>
      withFileLock(`${path}.lock`, async () => {
        const current = readSettings(path);
        if (current === 'corrupt') throw new AppError('SETTINGS_CORRUPT', { detail: path });
        const before = current === 'missing' ? kept : current;
        const next = storedSettingsSchema.parse(change(before));
        const inForce = settingsInForce(next);
        const [violation] = violations(settingsInForce(before), inForce, policy);
        if (violation) throw violation.refusal;
        store ??= await open(false);
        store.store = next;
        take(next);
        return underPolicy(inForce, policy);
      }),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      store?.events.removeEventListener('change', readAgain);
      store?._closeWatcher();
      listeners.clear();
    },
  };
}

/** Changes with every write: the file is replaced, not written over. */
function stampOf(path: string): string {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stat ? `${stat.ino} ${stat.size} ${stat.mtimeNs}` : '';
}

/** A running agent keeps its settings when another account replaces the file. */
function readIfOurs(path: string): ReturnType<typeof readSettings> | "another account's" {
  try {
    return readSettings(path);
  } catch (error) {
    if (error instanceof AppError && error.code === 'DATA_FOLDER_UNUSABLE') return "another account's";
    throw error;
  }
}

function readSettings(path: string): StoredSettings | 'missing' | 'corrupt' {
  let text: string;
  try {
    text = readNotPlanted(path);
  } catch (error) {
    if (error instanceof AppError) throw error;
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'missing';
    const code = systemTrouble(error) ?? 'FILE_UNREADABLE';
    throw new AppError(code, { detail: (error as Error).message, cause: error });
  }
  try {
    return parseSettings(JSON.parse(text));
  } catch {
    return 'corrupt';
  }
}

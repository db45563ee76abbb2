import Conf from 'conf';
import { openSettingsFile, type SettingsFile } from '#core/public/files.ts';
import type { Settings } from '#shared/settings/settings.ts';

export interface SettingsStoreOptions {
  /** Absolute; created when missing. */
  readonly directory: string;
  /** Whether to look for changes made by other processes; only what runs for long needs it. */
  readonly watch?: boolean;
  readonly onProblem?: (message: string) => void;
}

/** The settings file through `conf`, which needs no Electron. */
export function openSettingsStore(options: SettingsStoreOptions): SettingsFile {
  return openSettingsFile({
    ...options,
    openStore: ({ directory, name, watch }) =>
      new Conf<Settings>({
        cwd: directory,
        configName: name,
        watch,
        configFileMode: 0o600,
        clearInvalidConfig: false,
      }),
  });
}

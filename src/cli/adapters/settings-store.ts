import { openSettingsFile, type SettingsFile } from '#core/public/files.ts';
import type { Policy } from '#shared/settings/policy.ts';
import type { StoredSettings } from '#shared/settings/settings.ts';
import { deafToSignals } from '../interruption.ts';

export interface SettingsStoreOptions {
  /** Absolute; created when missing. */
  readonly directory: string;
  /** Whether to look for changes made by other processes; only what runs for long needs it. */
  readonly watch?: boolean;
  /** What the administrator of the machine set. */
  readonly policy?: Policy | undefined;
  readonly onProblem?: (message: string) => void;
}

/** The settings file through `conf`, which needs no Electron. */
export function openSettingsStore(options: SettingsStoreOptions): Promise<SettingsFile> {
  return openSettingsFile({
    ...options,
    openStore: async ({ directory, name, watch }) => {
      // A library that it brings (when-exit) would end the process at the first signal.
      const { default: Conf } = await deafToSignals(process, () => import('conf'));
      return new Conf<StoredSettings>({
        cwd: directory,
        configName: name,
        watch,
        configFileMode: 0o600,
        clearInvalidConfig: false,
      });
    },
  });
}

import ElectronStore from 'electron-store';
import { openSettingsFile, type SettingsFile } from '#core/public/files.ts';
import type { Policy } from '#shared/settings/policy.ts';
import type { Settings } from '#shared/settings/settings.ts';

/**
 * The settings file through electron-store. Changes by the command line on the same data folder are noticed.
 */
export function openSettingsStore(
  directory: string,
  policy: Policy | undefined,
  onProblem: (message: string) => void,
): Promise<SettingsFile> {
  return openSettingsFile({
    directory,
    watch: true,
    policy,
    onProblem,
    openStore: ({ directory: cwd, name, watch }) =>
      new ElectronStore<Settings>({ cwd, name, watch, configFileMode: 0o600, clearInvalidConfig: false }),
  });
}

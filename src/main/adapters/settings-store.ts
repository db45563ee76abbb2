import ElectronStore from 'electron-store';
import type { StoredSettings } from '#shared/settings/settings.ts';
import type { AppSettingsOptions } from './app-settings.ts';

/** The settings file through electron-store. */
export const openElectronStore: AppSettingsOptions['openStore'] = ({ directory, name, watch }) =>
  new ElectronStore<StoredSettings>({
    cwd: directory,
    name,
    watch,
    configFileMode: 0o600,
    clearInvalidConfig: false,
  });

import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import envPaths from 'env-paths';
import type { CommonOptions } from '../common-options.ts';
import type { Environment } from '../environment.ts';
import { usage } from '../options.ts';

/**
 * Where this agent keeps everything: what `--data-dir` says, with `--app` the desktop app's, else the usual
 * place of the operating system.
 *
 * @throws AppError `USAGE` for both at once, and with `--app` where the app was never started
 */
export function dataDirectory(
  { dataDir, app }: Pick<CommonOptions, 'dataDir' | 'app'>,
  { workingDirectory, variables }: Pick<Environment, 'workingDirectory' | 'variables'>,
  platform: NodeJS.Platform = process.platform,
): string {
  if (app === true) {
    if (dataDir !== undefined) throw usage('cli.app.both');
    const folder = dataFolderOfApp(platform, variables);
    if (existsSync(folder)) return folder;
    throw usage('cli.app.none', { folder });
  }
  if (dataDir !== undefined) return resolve(workingDirectory, dataDir);
  return envPaths('sluice', { suffix: '' }).data;
}

/**
 * The desktop app's data folder: `data` in what Electron calls `userData`, which is its name (`name` in
 * package.json) in the system's folder for it
 * (https://www.electronjs.org/docs/latest/api/app#appgetpathname).
 */
export function dataFolderOfApp(platform: NodeJS.Platform, variables: Environment['variables']): string {
  return join(applicationData(platform, variables), 'sluice', 'data');
}

function applicationData(platform: NodeJS.Platform, variables: Environment['variables']): string {
  if (platform === 'win32') {
    const { APPDATA: roaming, USERPROFILE: home = homedir() } = variables;
    return roaming || join(home, 'AppData/Roaming');
  }
  const { HOME: home = homedir(), XDG_CONFIG_HOME: named = '' } = variables;
  if (platform === 'darwin') return join(home, 'Library/Application Support');
  return isAbsolute(named) ? named : join(home, '.config');
}

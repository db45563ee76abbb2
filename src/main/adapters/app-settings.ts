import { openSettingsFile, type PolicyPlace, readPolicy, type SettingsFile } from '#core/public/files.ts';
import { finishRestore } from '#core/public/finish-restore.ts';
import type { Policy } from '#shared/settings/policy.ts';

export interface AppSettingsOptions
  extends Pick<Parameters<typeof openSettingsFile>[0], 'directory' | 'openStore'> {
  /** Where the administrator of the machine says what the app may do. */
  readonly policyPlace: PolicyPlace;
  readonly onProblem: (message: string) => void;
}

export interface AppSettings {
  readonly policy: Policy | undefined;
  readonly settings: SettingsFile;
}

/**
 * The app's settings, under the policy of the machine. Changes by the command line on the same data folder
 * are noticed.
 *
 * @throws AppError `POLICY_REFUSED` before anything of the data folder is touched
 */
export async function openAppSettings({ policyPlace, ...options }: AppSettingsOptions): Promise<AppSettings> {
  const policy = await readPolicy(policyPlace);
  finishRestore(options.directory);
  const settings = await openSettingsFile({ ...options, watch: true, policy });
  return { policy, settings };
}

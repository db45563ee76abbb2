import type { CommonOptions } from '../common-options.ts';
import { usage } from '../options.ts';
import type { EnvironmentKey } from './secrets.ts';

/**
 * The key in `SLUICE_API_KEY` and where it may go: to the origins of `SLUICE_API_KEY_ORIGIN` (a list with
 * commas) where that is set, else to the addresses given on the same command line and those that keys of the
 * profile may go to.
 *
 * @throws AppError `USAGE` when `SLUICE_API_KEY_ORIGIN` holds something else than web addresses
 */
export function environmentKey(
  variables: Readonly<Record<string, string | undefined>>,
  { baseUrl, agentsUrl }: CommonOptions,
  profileId: string | null,
): EnvironmentKey | undefined {
  const key = variables.SLUICE_API_KEY?.trim();
  if (key === undefined || key === '') return undefined;
  const named = variables.SLUICE_API_KEY_ORIGIN?.trim();
  const given = [baseUrl, agentsUrl]
    .filter((address) => address !== undefined)
    .map((one) => new URL(one).origin);
  return {
    key,
    profileId,
    given,
    only: named === undefined || named === '' ? undefined : named.split(',').map(originNamed),
  };
}

function originNamed(text: string): string {
  const url = URL.parse(text.trim());
  if (url !== null && /^https?:$/.test(url.protocol)) return url.origin;
  throw usage('cli.key.origin');
}

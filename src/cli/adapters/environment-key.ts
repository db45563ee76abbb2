import type { CommonOptions } from '../common-options.ts';
import { usage } from '../options.ts';
import { secretVariables } from '../variables/secret-names.ts';
import { type SecretReader, secretFrom } from '../variables/secret-variables.ts';
import type { EnvironmentKey } from './secrets.ts';

/**
 * The key from outside (`SLUICE_API_KEY`, its file or a credential) and where it may go: to the origins of
 * `SLUICE_API_KEY_ORIGIN` (a list with commas) where that is set, else to the addresses given on the same
 * command line and those that keys of the profile may go to.
 *
 * @throws AppError `USAGE` when `SLUICE_API_KEY_ORIGIN` holds something else than web addresses
 */
export function environmentKey(
  reader: SecretReader,
  { baseUrl, agentsUrl }: CommonOptions,
  profileId: () => string | null,
): EnvironmentKey | undefined {
  const key = secretFrom(reader, secretVariables.apiKey);
  if (key === undefined) return undefined;
  const { variables } = reader.environment;
  const named = variables.SLUICE_API_KEY_ORIGIN?.trim();
  const given = [baseUrl, agentsUrl]
    .filter((address) => address !== undefined)
    .map((one) => new URL(one).origin);
  return {
    key,
    get profileId() {
      return profileId();
    },
    given,
    only: named === undefined || named === '' ? undefined : named.split(',').map(originNamed),
  };
}

function originNamed(text: string): string {
  const url = URL.parse(text.trim());
  if (url !== null && /^https?:$/.test(url.protocol)) return url.origin;
  throw usage('cli.key.origin');
}

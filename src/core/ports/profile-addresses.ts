import { AppError } from '#shared/errors/app-error.ts';
import { insecureSentence, isInsecure } from '#shared/settings/insecure-address.ts';
import type { Profile } from '#shared/settings/profile.ts';
import { said } from '#shared/spoken/said.ts';

/** What decides where a profile sends its key. */
export type Addresses = Pick<Profile, 'baseUrl' | 'agentsUrl'>;

/** Scheme, host and port of each address of a profile, each once: what a key is given for. */
export function originsOf({ baseUrl, agentsUrl }: Addresses): string[] {
  return [...new Set([baseUrl, agentsUrl ?? baseUrl].map((address) => new URL(address).origin))];
}

/**
 * Why nothing is sent to an address: it is not https (unless a person accepted that in words), or it carries
 * a user name or password, which would stand in logs and go to whoever answers.
 */
export function addressProblem(address: string, accepted: string | null | undefined): AppError | undefined {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol))
    return new AppError('ADDRESS_REFUSED', { spoken: said('address.none') });
  if (url.username !== '' || url.password !== '')
    return new AppError('ADDRESS_REFUSED', { spoken: said('address.credentials') });
  if (isInsecure(url) && accepted !== insecureSentence)
    return new AppError('INSECURE_ADDRESS', { detail: url.origin });
  return undefined;
}

/**
 * Looks at the addresses of a profile before it is kept.
 *
 * @throws AppError `INSECURE_ADDRESS` or `ADDRESS_REFUSED`
 */
export function checkAddresses({ baseUrl, agentsUrl, insecureAccepted }: Profile): void {
  const problem =
    addressProblem(baseUrl, insecureAccepted) ?? addressProblem(agentsUrl ?? baseUrl, insecureAccepted);
  if (problem) throw problem;
}

/** A profile with changes. What was accepted for one address is not accepted for another. */
export function movedTo(before: Profile, changes: Partial<Profile>): Profile {
  const after = { ...before, ...changes };
  const known = originsOf(before);
  const isElsewhere = originsOf(after).some((origin) => !known.includes(origin));
  return isElsewhere ? { ...after, insecureAccepted: changes.insecureAccepted ?? null } : after;
}

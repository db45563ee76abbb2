import { createHash } from 'node:crypto';
import { type ProfileId, profileIdSchema } from '#shared/ids/ids.ts';

/**
 * The same address and name always give the same id, so that the ledger of a fresh set-up knows what is in
 * already.
 */
export function profileId(baseUrl: string, name: string): ProfileId {
  return profileIdSchema.parse(
    `p-${createHash('sha256').update(`${baseUrl}\n${name}`).digest('hex').slice(0, 12)}`,
  );
}

/** The profile of "Try it now": always the same, so that the ledger goes on where it was. */
export const sandboxProfileId = profileIdSchema.parse('sandbox');

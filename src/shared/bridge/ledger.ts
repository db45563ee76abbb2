import { z } from 'zod';
import { profileIdSchema } from '../ids/ids.ts';
import { call } from './define.ts';

const profileId = z.object({ profileId: profileIdSchema });
const done = z.object({ done: z.literal(true) });

/** What a person says about the ledger as a whole. */
export const ledgerCalls = {
  /** Asks the service what it holds before anything more is sent, as after a lost ledger. */
  'ledger.rebuild': call(profileId, done),
  /** Goes on without what the service holds: files are new, whatever is there. */
  'ledger.startFresh': call(profileId, done),
  /**
   * Whether a profile whose address was changed leads to the same service, or to another, for which
   * everything starts afresh.
   */
  'ledger.settleService': call(
    profileId.extend({ choice: z.enum(['same-service', 'another-service']) }),
    done,
  ),
};

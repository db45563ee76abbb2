import type { Clock } from '#core/ports/clock.ts';
import type { Profile } from '#shared/settings/profile.ts';
import type { FoundKey } from '../ports/secrets.ts';
import {
  type AccountCheck,
  accountCheckOf,
  isOtherKey,
  noteKey,
  setAccountCheck,
} from '../ledger/accepted-key.ts';
import type { Ledger } from '../ledger/sqlite-ledger.ts';
import type { ServiceClient } from '../service/client.ts';
import { type Absence, presenceOf, type Sought } from '../service/presence.ts';

interface AccountCheckContext {
  readonly profile: Pick<Profile, 'id' | 'baseUrl'>;
  readonly client: ServiceClient;
  readonly ledger: Pick<Ledger, 'history' | 'facts' | 'left'>;
  readonly clock: Clock;
  /** The key that requests are sent with now. */
  readonly getKey: () => Promise<FoundKey>;
  /** While nothing is answered at all: that says nothing of these documents. */
  readonly isHeld: () => boolean;
}

/** Documents that are asked for, of so many. */
const asked = 3;
const atMost = 1_000;
/** So long nothing is sent while the service answers everything but this, ms. */
const longestMs = 15 * 60_000;

/**
 * The service accepted another key than before: its check begins. It asks for the newest documents that stay;
 * those that others see too prove nothing as long as there are others.
 */
export function noteNewKey({
  ledger,
  profile,
  clock,
}: Pick<AccountCheckContext, 'ledger' | 'profile' | 'clock'>): AccountCheck {
  const check = { since: clock.now(), documents: chooseDocuments(), absences: {} };
  setAccountCheck(ledger, profile.id, check);
  return check;

  function chooseDocuments(): readonly Sought[] {
    const begun = accountCheckOf(ledger, profile.id);
    if (begun !== undefined) return begun.documents;
    const newest = ledger.history.list({
      ...{ filter: { profileId: profile.id, states: ['completed', 'processing'] }, order: 'newest' },
      ...{ offset: 0, limit: atMost },
    });
    const stored = newest.rows.flatMap(({ contentId, fileName, size, options: { noStore, share } }) =>
      contentId === null || noStore ? [] : { share, sought: { contentId, fileName, size } },
    );
    const own = stored.filter(({ share }) => !share);
    return (own.length > 0 ? own : stored).slice(0, asked).map(({ sought }) => sought);
  }
}

/** Whether the key in use may be another account's, which was not found out yet. */
export function isCheckDue(
  { ledger, profile }: Pick<AccountCheckContext, 'ledger' | 'profile'>,
  key: FoundKey,
): boolean {
  return accountCheckOf(ledger, profile.id) !== undefined || isOtherKey(ledger, profile, key);
}

/**
 * Whether the key in use sees none of the newest documents that were uploaded with the profile: then it is
 * another account's, and what counts as uploaded is not there. Without any, it is another one if the profile has
 * documents at a service or account that it left, which may be this one. Costs one request for each of three
 * documents. Undefined while the service does not say, and until a "not found" has lasted: call it again. After a
 * quarter of an hour a person is asked.
 */
export async function isOtherAccount(
  context: AccountCheckContext,
  key: FoundKey,
  signal: AbortSignal,
): Promise<boolean | undefined> {
  const { profile, ledger, clock } = context;
  const { since, documents, absences: before } = accountCheckOf(ledger, profile.id) ?? noteNewKey(context);
  const absences: Record<string, Absence> = {};
  let isOther: boolean | undefined = documents.length > 0 || ledger.left.hasLeft(profile.id);
  for (const document of documents) {
    const isGone = await isOutOfSight(context, document, before, absences, signal);
    // Each request is sent with the key in force, and this answer may be that of another one.
    if ((await context.getKey()) !== key) return undefined;
    if (isGone !== true) isOther = isGone;
    if (isGone === false) break;
  }
  if (isOther === undefined && (context.isHeld() || clock.now() - since < longestMs)) {
    setAccountCheck(ledger, profile.id, { since, documents, absences });
    return undefined;
  }
  setAccountCheck(ledger, profile.id, undefined);
  noteKey(ledger, profile, { key, accepted: true, at: clock.now() });
  return isOther ?? true;
}

/** @param after gets the looks that did not find it, which `before` has from the last time */
async function isOutOfSight(
  { client, clock }: AccountCheckContext,
  sought: Sought,
  before: AccountCheck['absences'],
  after: Record<string, Absence>,
  signal: AbortSignal,
): Promise<boolean | undefined> {
  const look = { now: clock.now, priority: 'polling', signal, absence: before[sought.contentId] } as const;
  const presence = await presenceOf(client, sought, look);
  // Services answer either way for what is another account's.
  if (presence.seen === 'unanswered')
    return presence.failure.error.code === 'NOT_PERMITTED' ? true : undefined;
  if (presence.seen !== 'missing') return presence.seen === 'gone';
  after[sought.contentId] = presence.absence;
  return undefined;
}

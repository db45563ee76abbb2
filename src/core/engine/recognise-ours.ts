import type { Clock } from '#core/ports/clock.ts';
import type { Team } from '#core/ports/team.ts';
import type { Ledger } from '../ledger/sqlite-ledger.ts';
import { rebuildFactOf } from '../ledger/rebuild-fact.ts';
import { recognise } from '../rebuild/recognise.ts';
import type { UploadRow } from '../ledger/upload-row.ts';
import type { ServiceClient } from '../service/client.ts';
import { teamAgainMs } from '../upload/claim-from-team.ts';
import type { UploadContext } from '../upload/job.ts';
import { isReplaying } from '../upload/replay-to-team.ts';

/**
 * While a team is told what it lost, a file is looked at again after this, ms: each look reads the file, and
 * there may be thousands.
 */
const replayAgainMs = 30_000;

interface RecogniserContext {
  readonly client: ServiceClient;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly team: Team;
  readonly scope: () => Promise<string | undefined>;
  /** Ends what is asked of the team. */
  readonly end: AbortSignal;
}

/**
 * Recognises what the service holds from before a ledger, or a team's database, lost what it knew. Where
 * another machine's claim names the document, it is not this one's, and the claim decides.
 */
export function createRecogniser(context: RecogniserContext): NonNullable<UploadContext['recognise']> {
  const { client, ledger, clock, team, scope, end } = context;
  const looked = {
    ledger,
    client,
    clock,
    reading: new Map(),
    sized: new Map(),
    absent: new Map(),
  };
  if (team.isAlone) return (row, read) => recognise(looked, row, read);
  return async (row, read) => {
    // What the service holds is still being collected, and nothing is claimed: no user needs to decide yet,
    // and the requests are left to those that collect.
    if (mayBeIn(ledger, row, read) && isReplaying({ profileId: row.profileId, team, ledger }))
      return { kind: 'later', at: clock.now() + replayAgainMs };
    const found = await recognise(looked, row, read);
    if (found?.kind !== 'known') return found;
    const of = await scope();
    const named = of === undefined ? 'unreachable' : await team.namedByOthers(of, [found.contentId], end);
    if (named === 'unreachable') return { kind: 'later', at: clock.now() + teamAgainMs };
    return named.has(found.contentId) ? undefined : found;
  };
}

/** Whether the service, or a person, would be asked about it. */
function mayBeIn(
  ledger: Ledger,
  { profileId, fileName }: UploadRow,
  { size }: { readonly size: number },
): boolean {
  const fact = rebuildFactOf(ledger, profileId);
  if (fact === undefined) return false;
  const { known } = ledger;
  return (
    fact.state === 'uncertain' ||
    known.listBySize(profileId, size).length > 0 ||
    known.listByName(profileId, fileName).length > 0 ||
    known.listWithoutSize(profileId, 1).length > 0
  );
}

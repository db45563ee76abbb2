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
import type { SetForward } from './set-forward.ts';

/**
 * Wait before a file is tried again while the team's entries are being reported again, ms. Each try reads the
 * whole file, and thousands of files may wait.
 */
const replayAgainMs = 30_000;

interface RecogniserContext {
  readonly client: ServiceClient;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly team: Team;
  readonly scope: () => Promise<string | undefined>;
  readonly otherProfiles: () => readonly string[];
  readonly setForward: SetForward;
  /** Aborts queries to the team. */
  readonly end: AbortSignal;
}

/**
 * Recognises documents that the service already has from before the ledger, or the team's database, lost its
 * entries. If another machine's claim names the document, that claim decides.
 */
export function createRecogniser(context: RecogniserContext): NonNullable<UploadContext['recognise']> {
  const { client, ledger, clock, team, scope, otherProfiles, setForward, end } = context;
  // If the clock was behind when the list was judged and is set after that, old files must not count as new.
  const lostAt = (at: number) => at + setForward.uncounted();
  const looked = {
    ledger,
    client,
    clock,
    reading: new Map(),
    looking: new Map(),
    sized: new Map(),
    absent: new Map(),
    otherProfiles,
    lostAt,
  };
  if (team.isAlone) return (row, read) => recognise(looked, row, read);
  return async (row, read) => {
    // Collecting is still under way, and nothing is claimed. The user need not decide yet, and the collecting
    // needs the requests.
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

/** Whether recognising the file would take a request to the service, or a decision by the user. */
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

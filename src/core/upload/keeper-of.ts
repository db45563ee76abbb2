import type { Member, Team } from '#core/ports/team.ts';
import type { Ledger } from '../ledger/sqlite-ledger.ts';
import type { UploadRow } from '../ledger/upload-row.ts';
import { keptBy, letGoOfAll } from './let-go.ts';

export interface KeeperContext {
  readonly ledger: Pick<Ledger, 'history' | 'known' | 'memberships' | 'team'>;
  readonly team: Pick<Team, 'isAlone' | 'claim' | 'name' | 'landed' | 'letGo'>;
  /** As of an upload's context. */
  readonly scope: () => Promise<string | undefined>;
}

/**
 * Asked before the document of an upload is deleted because its file is not what it was: which machine of the
 * team still stands for it. From here on it is that one's, and stays. `unknown` while the team cannot be
 * asked.
 */
export async function keeperOf(
  { ledger, team, scope }: KeeperContext,
  row: UploadRow,
  signal: AbortSignal,
): Promise<Member | 'unknown' | undefined> {
  if (row.sha256 === null) return undefined;
  if (team.isAlone) return formerKeeperOf(ledger, row) ?? formerTeamOf(ledger, row);
  const open = ledger.team.openOf(row);
  // Sluice reports to the team soon that it landed, unless it is being deleted.
  if (open && row.state !== 'cancelling') return 'unknown';
  if (open && row.contentId !== null && row.landedAt !== null) {
    // The team may know already, if only its answer was lost: then another machine may rely on it.
    const written = await team.landed(open, row.contentId, signal);
    if (written === 'unreachable') return 'unknown';
    // Another machine took over the claim. `discard` notices that before it deletes anything.
    if (written === 'fenced') return undefined;
    ledger.team.told({ ...open, stands: 'landed' });
  } else if (open) return undefined;
  const of = ledger.team.scopeOf(row) ?? (await scope());
  if (of === undefined) return 'unknown';
  const bytes = { scope: of, sha256: row.sha256, upload: row.uuid };
  const left = await letGoOfAll({ profileId: row.profileId, ledger, team }, bytes, signal);
  if (left === 'unreachable') return 'unknown';
  return keptBy(left, row.contentId) ?? formerKeeperOf(ledger, row);
}

/**
 * Undoes `keeperOf` where the service did not delete the document after all: the team hears again that these
 * bytes are there, so that no other machine sends them a second time. False while the team cannot be asked.
 */
export async function standAgain(
  { ledger, team }: Pick<KeeperContext, 'ledger' | 'team'>,
  row: UploadRow,
  signal: AbortSignal,
): Promise<boolean> {
  const { contentId, sha256, size, uuid: upload, fileName, options } = row;
  const scope = ledger.team.scopeOf(row);
  if (team.isAlone || scope === undefined || contentId === null || sha256 === null) return true;
  // The team is never told of documents that the service deletes after a day.
  if (options.noStore || ledger.team.openOf(row)) return true;
  const bytes = { scope, sha256, size };
  const answer = await team.claim({ ...bytes, upload, fileName, isShared: options.share }, signal);
  if (answer.kind === 'unreachable') return false;
  // Another machine has sent these bytes meanwhile, or is about to.
  if (answer.kind === 'landed' || answer.kind === 'held') return true;
  ledger.team.claimedAgain(row, bytes, answer.claim);
  return (await team.name(answer.claim, contentId, signal)) !== 'unreachable';
}

/**
 * The team that this profile left, if it knows the document. Another machine there may rely on the document,
 * and this one can no longer ask. A ledger that was lost does not know which documents those are: then it may
 * be any from before.
 */
function formerTeamOf(
  { known, memberships, team }: KeeperContext['ledger'],
  row: UploadRow,
): Member | undefined {
  const { profileId, contentId } = row;
  const mayKnow = team.scopeOf(row) !== undefined || (contentId !== null && known.has(profileId, contentId));
  const name = mayKnow ? memberships.lastTeam(profileId) : undefined;
  if (name === undefined) return undefined;
  team.letGoLater(row);
  return { agent: '', name };
}

/**
 * Who may need the document outside this team, which does not know them: the machine of an earlier team that
 * uploaded it, and that this one recognised when it joined here; or an earlier team for which this machine
 * uploaded it.
 */
function formerKeeperOf(
  { history, memberships }: KeeperContext['ledger'],
  row: UploadRow,
): Member | undefined {
  const { id, contentId, profileId } = row;
  for (const { kind, detail } of history.events(id)) {
    if (detail?.contentId !== contentId || typeof detail?.machine !== 'string') continue;
    const { machine } = detail;
    if (kind === 'duplicate' || (kind === 'team-left' && machine !== memberships.lastTeam(profileId)))
      return { agent: '', name: machine };
  }
  return undefined;
}

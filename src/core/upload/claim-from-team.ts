import type { ClaimAnswer, Intent, Member } from '#core/ports/team.ts';
import type { DocumentStatus } from '#shared/bridge/documents.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { StoredDocument } from '../ledger/document-row.ts';
import type { TeamBytes, TeamClaim } from '../ledger/team-claims.ts';
import type { UploadPatch, UploadRow } from '../ledger/upload-row.ts';
import { compareOriginal } from '../service/hash-original.ts';
import { presenceOf } from '../service/presence.ts';
import { leftForDuplicate } from './duplicate.ts';
import { letGo } from './let-go.ts';
import { done, moved, priorityOf, type StepOutcome, type UploadContext } from './job.ts';
import { landedAtLatestMs, lateLandingMs } from './landing.ts';

/** The team could not be asked: asked again after this, ms. No attempt is burned. */
export const teamAgainMs = 5_000;
/** The least that a machine waits before it asks again about bytes that another one has, ms. */
const leastLookMs = 1_000;

/** What the service says of a document that this key may not see. */
const invisible: ReadonlySet<string> = new Set(['NOT_PERMITTED', 'NOT_FOUND']);
/** A document of another key that landed so lately may not be everywhere yet, ms. */
const replicaBehindMs = 60_000;
/**
 * For this long another machine may still find its document empty and send the bytes again, ms: its last look
 * may come late.
 */
const sentAgainAtLatestMs = 2 * landedAtLatestMs;
/** The service's list proves for this long that a document is there, ms. */
const listedLatelyMs = 60 * 60_000;

/** Nothing was counted; the upload waits. */
const waits: StepOutcome = { kind: 'held' };

interface Asking {
  readonly bytes: TeamBytes;
  /** Its folder wants a document of its own of these bytes, whoever has them. */
  readonly evenIfHeld: boolean;
  /** Where it goes on once the bytes are its own: `queued` where they were not read yet. */
  readonly next: 'enriching' | 'queued';
  /** Waits until the upload may go on, in `claiming`: nothing was asked of the service. */
  readonly mayGoOn?: (() => Promise<void>) | undefined;
}

/**
 * Asks the team for the bytes of an upload in `claiming`, and writes the answer down. `ours`: it goes on;
 * else what became of it. After a kill the same question is asked again.
 */
export async function claimFromTeam(
  context: UploadContext,
  row: UploadRow,
  signal: AbortSignal,
  { bytes, evenIfHeld, next, mayGoOn }: Asking,
): Promise<'ours' | StepOutcome> {
  const { clock, ledger } = context;
  const withoutClaim = async () => {
    await mayGoOn?.();
    return goOnWithoutClaim(context, row, bytes, next);
  };
  if (!(await givenBack(context, row, bytes, signal))) return unreachable(context, row, bytes);
  const answer = await ask(context, row, { bytes, evenIfHeld }, signal);
  switch (answer.kind) {
    case 'ours':
      await mayGoOn?.();
      return ledger.team.claimed(row, bytes, answer.claim, { state: next, notBefore: 0 }) ? 'ours' : moved;
    case 'adopt': {
      const { claim, contentId } = answer;
      // Looked at as after a PUT without an answer: late bytes are waited for, then it is adopted or deleted.
      const patch = {
        state: 'verifying',
        contentId,
        notBefore: 0,
        pollAt: clock.now() + lateLandingMs,
      } as const;
      const event = { kind: 'taken-over', detail: { contentId } };
      return ledger.team.claimed(row, bytes, claim, patch, event) ? done : moved;
    }
    case 'held': {
      if (evenIfHeld) return withoutClaim();
      const machine = answer.by.name;
      const notBefore = clock.now() + Math.max(leastLookMs, answer.lookAgainMs);
      const isNews = row.code !== 'WAITS_FOR_MACHINE' || row.remoteMachine !== machine;
      const patch = {
        ...waiting(notBefore, 'WAITS_FOR_MACHINE', machine),
        ...remoteOf(answer.by),
        stuckSince: isNews ? clock.now() : row.stuckSince,
      };
      const event = row.remoteMachine === machine ? undefined : { kind: 'waits-for', detail: { machine } };
      return ledger.team.notClaimed(row, bytes, patch, event) ? waits : moved;
    }
    case 'landed':
      if (evenIfHeld) return withoutClaim();
      return endAsDuplicate(context, row, bytes, answer);
    case 'unreachable':
      return unreachable(context, row, bytes);
    case 'ignored':
      return withoutClaim();
  }
}

/**
 * A document counts where the service shows that it has these bytes, or that it still has the document whose
 * bytes a machine with the same key proved. Otherwise this machine uploads its own: with a claim where the
 * other document is another key's or gone, without one (`ignored`) where the entry is in the way.
 */
async function ask(
  context: UploadContext,
  row: UploadRow,
  { bytes, evenIfHeld }: Pick<Asking, 'bytes' | 'evenIfHeld'>,
  signal: AbortSignal,
): Promise<ClaimAnswer | { readonly kind: 'ignored' }> {
  const { team } = context;
  const { fileName, options } = row;
  const intent: Intent = { ...bytes, upload: row.uuid, fileName, isShared: options.share };
  for (const onlyOwn of [false, true, true]) {
    const answer = await team.claim({ ...intent, onlyOwn }, signal);
    if (answer.kind !== 'landed' || evenIfHeld) return answer;
    const { by, proof, scope } = answer;
    const found = proof === 'wrong' ? 'other' : await compare(context, row, bytes, answer, signal);
    if (found === 'same') return answer;
    if (found === 'later') return { kind: 'held', by, lookAgainMs: teamAgainMs };
    if (typeof found === 'number') return { kind: 'held', by, lookAgainMs: found - context.clock.now() };
    const isOwn = scope === bytes.scope;
    if (isOwn && found === 'other') return { kind: 'ignored' };
    const { sha256 } = bytes;
    const left = isOwn
      ? await team.forgetGone({ scope, sha256 }, answer.contentId, signal)
      : (await team.letGo({ scope, sha256, upload: row.uuid }, signal)).kind;
    if (left === 'unreachable') return { kind: 'unreachable' };
  }
  return { kind: 'ignored' };
}

/**
 * Compares the bytes with a document that the team's database names. The word of another key proves nothing,
 * and a size can be guessed: the original is hashed. The word of the own key proves the bytes, and not that
 * the service still has them. A number (ms since the epoch) says when to look again: the document was not
 * found or is still empty.
 */
async function compare(
  { absent, client, clock, ledger }: UploadContext,
  row: UploadRow,
  { sha256, size }: TeamBytes,
  { contentId, ageMs, proof }: Landed,
  signal: AbortSignal,
): Promise<'same' | 'other' | 'gone' | 'later' | number> {
  const isProven = proof === 'key';
  const known = ledger.documents.get(row.profileId, contentId);
  if (isProven && isListed(known, size, clock.now())) return 'same';
  // The other machine's file may have another name than this one.
  const sought = { contentId, fileName: known?.fileName ?? row.fileName, size };
  const look = { priority: priorityOf(row), signal, now: clock.now, absence: absent.get(contentId) } as const;
  const presence = await presenceOf(client, sought, look);
  if ('absence' in presence) absent.set(contentId, presence.absence);
  else absent.delete(contentId);
  if ('record' in presence) ledger.documents.upsert(row.profileId, [presence.record], { isFresh: true });
  // Before, a replica may be behind.
  const isSettled = ageMs >= replicaBehindMs;
  switch (presence.seen) {
    case 'missing':
      return isSettled ? presence.lookAgainAt : 'later';
    case 'gone':
      return isSettled ? 'gone' : 'later';
    case 'unanswered':
      // A service that is away says nothing of the document.
      return isSettled && invisible.has(presence.failure.error.code) ? 'other' : 'later';
    case 'other':
      return 'other';
    case 'empty':
      // The other machine waits for the service too, and sends the bytes again if they are lost.
      if (isProven && ageMs < sentAgainAtLatestMs) return clock.now() + Math.max(teamAgainMs, ageMs / 2);
      return isSettled ? 'other' : 'later';
    case 'whole':
    case 'landed':
    case 'failed':
    case 'hollow':
    case 'silent':
      if (isProven) return presence.has === 'yes' ? 'same' : 'later';
      break;
    default:
      return presence satisfies never;
  }
  const compared = await compareOriginal(client, { sha256, size }, contentId, signal);
  if (compared instanceof AppError) return 'later';
  return compared === 'same' ? 'same' : 'other';
}

/** What the service's list says of a document that is there; the others are known from elsewhere. */
const there: ReadonlySet<DocumentStatus> = new Set(['waiting', 'processing', 'completed']);

/** Whether the service listed the document lately, with this size: then no request by its id is needed. */
function isListed(known: StoredDocument | undefined, size: number, now: number): boolean {
  if (known?.checkedAt == null || known.size !== size) return false;
  return there.has(known.status) && known.checkedAt <= now && now - known.checkedAt < listedLatelyMs;
}

const remoteOf = ({ name, person }: Member) => ({ remoteMachine: name, remotePerson: person ?? null });

/**
 * What this machine gave up of the same bytes is told first, or the team would speak of a document that is
 * not there any more.
 */
async function givenBack(
  { clock, ledger, team }: UploadContext,
  { profileId }: UploadRow,
  bytes: TeamBytes,
  signal: AbortSignal,
): Promise<boolean> {
  for (const claim of ledger.team.listReleases(bytes, profileId)) {
    if (claim.epoch === 0) {
      if (!(await letGo({ profileId, team, ledger, clock }, claim, signal))) return false;
      continue;
    }
    if ((await team.release(claim, signal)) === 'unreachable') return false;
    ledger.team.told(claim);
  }
  return true;
}

function unreachable({ clock, ledger }: UploadContext, row: UploadRow, bytes: TeamBytes): StepOutcome {
  const patch = waiting(clock.now() + teamAgainMs, 'TEAM_UNREACHABLE', null);
  const event = row.code === 'TEAM_UNREACHABLE' ? undefined : { kind: 'team-unreachable' };
  return ledger.team.notClaimed(row, bytes, patch, event) ? waits : moved;
}

const waiting = (notBefore: number, code: 'WAITS_FOR_MACHINE' | 'TEAM_UNREACHABLE', detail: string | null) =>
  ({ state: 'claiming', notBefore, code, detail }) satisfies UploadPatch;

function goOnWithoutClaim(
  { ledger }: UploadContext,
  row: UploadRow,
  bytes: TeamBytes,
  next: Asking['next'],
): 'ours' | StepOutcome {
  const patch = { state: next, notBefore: 0, ...nobody, code: null, detail: null } as const;
  return ledger.team.notClaimed(row, bytes, patch) ? 'ours' : moved;
}

const nobody = { remoteMachine: null, remotePerson: null, stuckSince: null } as const;

type Landed = Extract<ClaimAnswer, { kind: 'landed' }>;

/** The bytes are a document that another machine sent: as of a duplicate of an upload of this ledger (W6). */
async function endAsDuplicate(
  context: UploadContext,
  row: UploadRow,
  bytes: TeamBytes,
  { by, contentId, scope, ageMs }: Landed,
): Promise<StepOutcome> {
  const now = Math.round(context.clock.now());
  const patch = {
    state: 'duplicate',
    stuckSince: null,
    ...remoteOf(by),
    remoteContentId: contentId,
    duplicateOf: null,
    afterState: await leftForDuplicate(context, row, null),
    notBefore: 0,
    finishedAt: now,
    code: null,
    detail: null,
    remoteStatus: null,
    remoteError: null,
  } as const;
  const event = { kind: 'duplicate', detail: { machine: by.name, contentId, sentAt: now - ageMs } };
  const { documents, team } = context.ledger;
  if (!team.standsFor(row, { ...bytes, scope }, patch, event)) return moved;
  documents.tellFailed(row.profileId, contentId);
  return done;
}

/** Goes on with an upload that waits for the team, without reading its file: it may wait for days. */
export async function askAgain(
  context: UploadContext,
  { row, signal }: { readonly row: UploadRow; readonly signal: AbortSignal },
): Promise<StepOutcome> {
  const scope = context.team.isAlone ? undefined : await context.scope();
  if (scope === undefined || row.sha256 === null) return startOver(context, row);
  const bytes = { scope, sha256: row.sha256, size: row.size };
  const evenIfHeld = row.options.duplicates === 'upload';
  const answer = await claimFromTeam(context, row, signal, { bytes, evenIfHeld, next: 'queued' });
  return answer === 'ours' ? done : answer;
}

/** The team was left, or there is no key to say whose bytes these are. */
async function startOver({ ledger }: UploadContext, row: UploadRow): Promise<StepOutcome> {
  const patch = { state: 'queued', notBefore: 0, code: null, detail: null, ...nobody } as const;
  return (await ledger.uploads.advance(row, ['claiming'], patch)) ? done : moved;
}

/** The claim an upload sends under; undefined where it needs none. */
export function claimOf({ ledger, team }: UploadContext, row: UploadRow): TeamClaim | undefined {
  return team.isAlone ? undefined : ledger.team.openOf(row);
}

import type { Clock } from '#core/ports/clock.ts';
import type { Team } from '#core/ports/team.ts';
import type { ContentId } from '#shared/ids/ids.ts';
import type { AbandonedSlot } from '../ledger/abandoned-slots.ts';
import type { Ledger } from '../ledger/sqlite-ledger.ts';
import type { ServiceClient } from '../service/client.ts';
import { holdsBytes, presenceIn, presenceOf } from '../service/presence.ts';
import type { DocumentRecord } from '../service/schemas/document.ts';
import { isRefusal } from './delete-refused.ts';
import { isReplaying } from './replay-to-team.ts';

/**
 * Minimum age of a slot before Sluice deletes it by its name, ms. Another agent of the same account may have
 * requested a slot of that name in the same minutes and may still be uploading over a slow line. No upload
 * takes a day, and no upload address lives that long. Until then the slot is harmless litter without bytes.
 */
export const slotAgeMs = 24 * 60 * 60_000;
/** The list is seconds behind. A lost slot that is still missing after this does not exist, ms. */
const listLagMs = 15_000;
/** Clocks of service and machine may differ by this much, ms. */
const clockMarginMs = 5 * 60_000;
const attemptsBeforeGivingUp = 20;
/** A service may refuse to delete what it is still processing: so many refusals pass. */
const refusalsBelieved = 2;
/** Wait before the team is asked again who owns a slot, ms. */
const teamWaitMs = 60_000;
/**
 * A slot that was deleted while bytes may have been on their way, or while the service did not find it
 * (`again`): waits between the sweep's deletions, ms. The later ones are for a service that has lost sight of
 * its documents for an hour, or for most of a day.
 */
const waitsAgain = [15 * 60_000, 2 * 60 * 60_000, 22 * 60 * 60_000];

export interface SweepContext {
  readonly profileId: string;
  readonly client: ServiceClient;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly team: Pick<Team, 'isAlone' | 'namedByOthers' | 'needsReplay'>;
  /** The same as in an upload's context. */
  readonly scope: () => Promise<string | undefined>;
  /** Overrides `slotAgeMs` in tests. */
  readonly minimumAgeMs: number;
}

/**
 * Deletes slots that no upload will fill, if the service allows it (U7). Returns when to run again, ms from
 * now, or undefined.
 */
export async function sweepSlots(context: SweepContext, signal: AbortSignal): Promise<number | undefined> {
  const { clock, ledger, profileId } = context;
  // The owners of slots are unknown until all machines have reported, and reporting needs the requests.
  if (isReplaying(context)) return teamWaitMs;
  for (const slot of ledger.slots.listDue(profileId, clock.now(), 100)) {
    signal.throwIfAborted();
    if (slot.contentId === null) await findAndDelete(context, slot, signal);
    else await deleteSlot(context, slot, slot.contentId, signal);
  }
  const at = ledger.slots.nextWake(profileId);
  return at === undefined ? undefined : Math.max(1_000, at - clock.now());
}

async function deleteSlot(
  context: SweepContext,
  slot: AbandonedSlot,
  contentId: ContentId,
  signal: AbortSignal,
): Promise<void> {
  const { client, clock, ledger } = context;
  // An upload that was interrupted between journaling the slot and abandoning it looks again, and may find
  // that its bytes arrived.
  if (ledger.slots.isOurs(contentId)) return ledger.slots.close(slot.id, 'deleted');
  const owned = await ownedByOthers(context, [contentId], signal);
  if (owned === 'unreachable') return waitForTeam(context, slot);
  if (owned.has(contentId)) return ledger.slots.close(slot.id, 'unreachable');
  const answer = await client.documents.delete(contentId, { priority: 'polling', signal });
  if (!answer.ok) {
    if (!isRefusal(answer.failure) || slot.attempts < refusalsBelieved) return postpone(context, slot);
    const isThere = await isDocument(context, slot, contentId, signal);
    return postpone(context, { ...slot, sight: isThere ? 'refused' : null });
  }
  const wait = slot.purpose === 'again' ? waitsAgain[slot.attempts] : undefined;
  if (wait !== undefined) return ledger.slots.postpone(slot.id, clock.now() + wait);
  // The replica that answered may be behind.
  if (answer.value === 'absent' && slot.purpose === 'delete') {
    const { profileId, fileName, since } = slot;
    ledger.slots.addAgain({ profileId, contentId, fileName, uploadId: null }, clock.now(), since);
  }
  ledger.slots.close(slot.id, 'deleted');
}

/** Whether the document has bytes: then it is not an empty slot, and the user must know that it stays. */
async function isDocument(
  { client, clock }: SweepContext,
  { fileName }: AbandonedSlot,
  contentId: ContentId,
  signal: AbortSignal,
): Promise<boolean> {
  const look = { priority: 'polling', signal, now: clock.now } as const;
  return holdsBytes(await presenceOf(client, { contentId, fileName }, look));
}

/**
 * A slot that a claim names belongs to that claim, whichever machine made it: that machine may have adopted
 * the slot, or be sending to it.
 */
async function ownedByOthers(
  { team, scope }: SweepContext,
  contentIds: readonly ContentId[],
  signal: AbortSignal,
): Promise<ReadonlySet<ContentId> | 'unreachable'> {
  if (team.isAlone || contentIds.length === 0) return new Set();
  const ours = await scope();
  return ours === undefined ? 'unreachable' : team.namedByOthers(ours, contentIds, signal);
}

function waitForTeam({ clock, ledger }: SweepContext, slot: AbandonedSlot): void {
  ledger.slots.wait(slot.id, clock.now() + teamWaitMs);
}

/** A document that stays is reported until somebody deletes it; it is tried again once an hour. */
function postpone(context: SweepContext, slot: AbandonedSlot): void {
  if (slot.sight !== 'refused' && slot.attempts + 1 >= attemptsBeforeGivingUp) {
    context.ledger.slots.close(slot.id, 'unreachable');
    return;
  }
  const wait = Math.min(3_600_000, 15_000 * 2 ** slot.attempts);
  context.ledger.slots.postpone(slot.id, context.clock.now() + wait, slot.sight);
}

/**
 * The answer with the slot's id was lost, so the slot is looked up by its file name. A record is deleted only
 * if nothing else can explain it: it was created at that time, belongs to no upload of ours, there are no
 * more such records than lost answers, it is a day old, and it is as empty and unchanged as when it was first
 * seen. A record that may belong to someone else stays: it has no bytes.
 */
async function findAndDelete(context: SweepContext, slot: AbandonedSlot, signal: AbortSignal): Promise<void> {
  const { client, clock, ledger, minimumAgeMs } = context;
  const now = clock.now();
  const answer = await client.documents.list(
    {
      file_name: slot.fileName,
      from_date: new Date(slot.since - clockMarginMs).toISOString(),
      ownership: 'owned',
      page: 1,
      page_size: 100,
      sort_by: 'created_at',
      sort_order: 'asc',
    },
    { priority: 'polling', signal },
  );
  if (!answer.ok) {
    if (client.documents.listAvailable() === 'no') return ledger.slots.close(slot.id, 'unreachable');
    return postpone(context, slot);
  }
  const fitting = answer.value.filter((one) => mayBeLost(one, slot) && !ledger.slots.isOurs(one.id));
  const owned = await ownedByOthers(
    context,
    fitting.map(({ id }) => id),
    signal,
  );
  if (owned === 'unreachable') return waitForTeam(context, slot);
  const found = fitting.filter(({ id }) => !owned.has(id));
  if (found.length === 0 && now - slot.until > listLagMs) return ledger.slots.close(slot.id, 'deleted');
  if (found.length === 0) return ledger.slots.postpone(slot.id, slot.until + listLagMs + 1_000);
  if (now - slot.until < minimumAgeMs) return ledger.slots.postpone(slot.id, slot.until + minimumAgeMs);
  if (found.length > slot.lost) return ledger.slots.close(slot.id, 'unreachable');
  const sight = sightOf(found);
  if (sight !== slot.sight)
    return ledger.slots.postpone(slot.id, now + Math.max(1_000, minimumAgeMs / 24), sight);
  for (const record of found) {
    const named = await ownedByOthers(context, [record.id], signal);
    if (named === 'unreachable') return waitForTeam(context, slot);
    if (named.has(record.id)) return postpone(context, slot);
    if (!(await deleteIfUntouched(context, record, signal))) return postpone(context, slot);
  }
  ledger.slots.close(slot.id, 'deleted');
}

/**
 * Requests the record by id right before deleting it. Returns false if it changed, or did not get deleted.
 */
async function deleteIfUntouched(
  { client, clock }: SweepContext,
  { id: contentId, file_name: fileName, updated_at: updatedAt }: DocumentRecord,
  signal: AbortSignal,
): Promise<boolean> {
  const options = { priority: 'polling', signal } as const;
  const presence = await presenceOf(
    client,
    { contentId, fileName: fileName ?? null },
    { ...options, now: clock.now },
  );
  // It has no bytes, so a late replica does no harm here.
  if (presence.seen === 'missing' || presence.seen === 'gone') return true;
  if (presence.seen !== 'empty' || presence.record.updated_at !== updatedAt) return false;
  return (await client.documents.delete(contentId, options)).ok;
}

function sightOf(records: readonly DocumentRecord[]): string {
  return JSON.stringify(records.map(({ id, updated_at }) => [id, updated_at ?? null]).sort());
}

function mayBeLost(record: DocumentRecord, slot: AbandonedSlot): boolean {
  const { seen } = presenceIn(record, {}, 'documents.list', slot.until);
  if (record.file_name !== slot.fileName || seen !== 'empty') return false;
  const created = record.created_at === undefined ? Number.NaN : Date.parse(record.created_at);
  // Without a plausible creation time it may belong to anyone.
  return created >= slot.since - clockMarginMs && created <= slot.until + clockMarginMs;
}

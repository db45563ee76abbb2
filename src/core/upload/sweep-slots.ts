import type { Clock } from '#core/ports/clock.ts';
import type { AbandonedSlot } from '../ledger/abandoned-slots.ts';
import type { Ledger } from '../ledger/port.ts';
import type { ServiceClient } from '../service/client.ts';
import type { DocumentRecord } from '../service/schemas/document.ts';
import { hasLanded } from './verify.ts';

/** A slot without a name is deleted only when it is this old, ms: until then another machine may be about to fill it. */
export const slotAgeMs = 10 * 60_000;
/** The list is seconds behind; a lost slot that is not in it after this does not exist, ms. */
const listLagMs = 15_000;
/** Clocks of service and machine may differ by this much, ms. */
const clockMarginMs = 5 * 60_000;
const attemptsBeforeGivingUp = 20;

export interface SweepContext {
  readonly profileId: string;
  readonly client: ServiceClient;
  readonly ledger: Ledger;
  readonly clock: Clock;
  /** Overrides `slotAgeMs` in tests. */
  readonly minimumAgeMs: number;
}

/** Deletes slots nobody will fill, where the service lets us (U7). Returns when to come again, ms from now, or undefined. */
export async function sweepSlots(context: SweepContext, signal: AbortSignal): Promise<number | undefined> {
  const { clock, ledger, profileId } = context;
  for (const slot of await ledger.slots.due(profileId, clock.now(), 100)) {
    signal.throwIfAborted();
    if (slot.contentId === null) await findAndDelete(context, slot, signal);
    else await deleteSlot(context, slot, slot.contentId, signal);
  }
  const at = await ledger.slots.nextWake(profileId);
  return at === undefined ? undefined : Math.max(1_000, at - clock.now());
}

async function deleteSlot(
  context: SweepContext,
  slot: AbandonedSlot,
  contentId: string,
  signal: AbortSignal,
): Promise<void> {
  const answer = await context.client.documents.delete(contentId, { priority: 'polling', signal });
  if (answer.ok) return context.ledger.slots.close(slot.id, 'deleted');
  await postpone(context, slot);
}

async function postpone(context: SweepContext, slot: AbandonedSlot): Promise<void> {
  if (slot.attempts + 1 >= attemptsBeforeGivingUp) return context.ledger.slots.close(slot.id, 'unreachable');
  const wait = Math.min(3_600_000, 15_000 * 2 ** slot.attempts);
  await context.ledger.slots.postpone(slot.id, context.clock.now() + wait);
}

/** The answer that named the slot was lost: look for an empty one of that file name, made at that time, that is not ours. */
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
  const orphans: DocumentRecord[] = [];
  for (const record of answer.value) {
    if (isLost(record, slot) && !(await ledger.slots.isOurs(record.id))) orphans.push(record);
  }
  if (orphans.length === 0 && now - slot.until > listLagMs) return ledger.slots.close(slot.id, 'deleted');
  if (orphans.length === 0) return ledger.slots.postpone(slot.id, slot.until + listLagMs + 1_000);
  if (now - slot.until < minimumAgeMs) return ledger.slots.postpone(slot.id, slot.until + minimumAgeMs);
  for (const orphan of orphans) {
    const deleted = await client.documents.delete(orphan.id, { priority: 'polling', signal });
    if (!deleted.ok) return postpone(context, slot);
  }
  await ledger.slots.close(slot.id, 'deleted');
}

function isLost(record: DocumentRecord, slot: AbandonedSlot): boolean {
  if (record.file_name !== slot.fileName || hasLanded(record)) return false;
  const created = record.created_at === undefined ? Number.NaN : Date.parse(record.created_at);
  // Without a believable time it might be anybody's.
  return created >= slot.since - clockMarginMs && created <= slot.until + clockMarginMs;
}

import type { Clock } from '#core/ports/clock.ts';
import type { Team } from '#core/ports/team.ts';
import type { ServiceClient } from '../service/client.ts';
import { presenceOf } from '../service/presence.ts';

/** So often one machine of the team looks, ms. */
const againMs = 5 * 60_000;
/** Looked at in one turn; the rest in the next. */
const together = 100;

export interface StrandedContext {
  readonly client: ServiceClient;
  readonly clock: Pick<Clock, 'now'>;
  readonly team: Pick<Team, 'lead' | 'stranded' | 'recordLanded'>;
  /** As of an upload's context. */
  readonly scope: () => Promise<string | undefined>;
}

/**
 * Asks the service what became of files whose machine is gone while it sent them. What landed is recorded;
 * anything else is only there, and waits for that machine. One machine of the team does so. Returns when to
 * come again, ms.
 */
export async function sweepStranded(
  { client, clock, team, scope }: StrandedContext,
  signal: AbortSignal,
): Promise<number> {
  const of = await scope();
  if (of === undefined) return againMs;
  const lease = await team.lead('stranded', of, signal);
  if (lease === 'unreachable' || !('lost' in lease)) return againMs;
  try {
    const stranded = await team.stranded(of, together, signal);
    if (stranded === 'unreachable') return againMs;
    for (const file of stranded.files) {
      if (file.contentId === null) continue;
      const sought = { contentId: file.contentId, fileName: null, size: file.size };
      const { has } = await presenceOf(client, sought, { priority: 'polling', signal, now: clock.now });
      if (has !== 'yes') continue;
      if ((await team.recordLanded(of, file, signal)) === 'unreachable') break;
    }
    return againMs;
  } finally {
    lease.leave();
  }
}

import type { Holder } from '../../ledger/lock.ts';
import type { Ledger } from '../../ledger/port.ts';
import { type LiveParts, livePartsSchema } from './live-parts.ts';

const key = 'agent.report';

/** The process that has the data folder tells those beside it how it is doing. */
export async function leaveReport(
  { facts }: Pick<Ledger, 'facts'>,
  { process, since }: Holder,
  parts: LiveParts,
): Promise<void> {
  await facts.set(key, { process, since, parts });
}

/** What the agent said last; undefined where it was not this one, or said nothing that is understood here. */
export async function reportOf(
  { facts }: Pick<Ledger, 'facts'>,
  holder: Holder,
): Promise<LiveParts | undefined> {
  const known = (await facts.get(key)) as { process?: unknown; since?: unknown; parts?: unknown } | undefined;
  if (known?.process !== holder.process || known.since !== holder.since) return undefined;
  return livePartsSchema.safeParse(known.parts).data;
}

/** Whatever some agent said last, for what it says of how long something has been so. */
export async function lastReport({ facts }: Pick<Ledger, 'facts'>): Promise<LiveParts | undefined> {
  const known = (await facts.get(key)) as { parts?: unknown } | undefined;
  return livePartsSchema.safeParse(known?.parts).data;
}

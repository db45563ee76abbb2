import { z } from 'zod';
import type { Holder } from '../../ledger/lock.ts';
import type { Ledger } from '../../ledger/sqlite-ledger.ts';
import { type LiveParts, livePartsSchema } from './live-parts.ts';

const key = 'agent.report';
const reportSchema = z.object({ process: z.number(), since: z.string(), parts: livePartsSchema });

/** The process that has the data folder tells those beside it how it is doing. */
export function leaveReport(
  { facts }: Pick<Ledger, 'facts'>,
  { process, since }: Holder,
  parts: LiveParts,
): void {
  facts.set(key, { process, since, parts });
}

/** What the agent said last; undefined where it was not this one, or said nothing that is understood here. */
export function reportOf(ledger: Pick<Ledger, 'facts'>, holder: Holder): LiveParts | undefined {
  const report = read(ledger);
  return report?.process === holder.process && report.since === holder.since ? report.parts : undefined;
}

/** Whatever some agent said last, for what it says of how long something has been so. */
export function lastReport(ledger: Pick<Ledger, 'facts'>): LiveParts | undefined {
  return read(ledger)?.parts;
}

function read({ facts }: Pick<Ledger, 'facts'>) {
  return reportSchema.safeParse(facts.get(key)).data;
}

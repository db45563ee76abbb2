import { join } from 'node:path';
import { z } from 'zod';
import { createSteadyFile, readSteadyFile } from '../../data-folder/steady-file.ts';
import type { Holder } from '../../ledger/lock.ts';
import { type LiveParts, livePartsSchema } from './live-parts.ts';

/** Longest time between two reports of the agent, ms. */
export const reportEvery = 15_000;
/** An older report counts as none, ms: the agent hangs, or cannot write. */
const validFor = 60_000;
/** Bytes of the file. A report of 100 watch folders takes about half. */
const size = 64 * 1024;
/** Tries: a report that is read while it is being written is read again. */
const reads = 3;

const reportSchema = z
  .object({
    process: z.number(),
    since: z.string(),
    /** When the parts were gathered, wall time in ms. */
    at: z.number(),
    /** Null while the agent starts. */
    parts: livePartsSchema.nullable(),
    /** Whether any agent finished its start here. One that was killed while it started leaves no parts. */
    hasWorked: z.boolean(),
    /** The same as `at`. If the two differ, the text consists of halves of two reports. */
    end: z.number(),
  })
  .refine(({ at, end }) => at === end);

const fileOf = (directory: string) => join(directory, 'agent.report.json');

/**
 * The agent's report about itself to the processes beside it. It is a file of fixed size and not a row of the
 * ledger: whatever keeps the ledger from being written must not block the report of it.
 */
export interface AgentReport {
  /** The last report of any agent; shows for how long a state has lasted. */
  readonly before: LiveParts | undefined;
  /** @throws what prevents the write; the report then becomes stale */
  leave(parts: LiveParts | null): void;
  close(): void;
}

/** Opens the report of the process that has the lock of the data folder. */
export function openAgentReport(
  directory: string,
  { process, since }: Pick<Holder, 'process' | 'since'>,
  now: () => number,
): AgentReport {
  const before = read(directory);
  const file = createSteadyFile(fileOf(directory), size);
  return {
    before: before?.parts ?? undefined,
    leave(parts) {
      const at = now();
      const hasWorked = before?.hasWorked === true || parts !== null;
      file.write(JSON.stringify({ process, since, at, parts, hasWorked, end: at }));
    },
    close: file.close,
  };
}

/** Whether an agent has ever worked with this data folder. */
export function hasReported(directory: string): boolean {
  return read(directory)?.hasWorked === true;
}

export interface ReportBeside {
  /** The agent's parts; undefined while it starts, and when it has not reported for a minute. */
  readonly parts?: LiveParts | undefined;
  /** Since when there is no report, ms since the epoch; null if unknown, absent while there is one. */
  readonly silentSince?: number | null;
}

/** Reads the report of the agent that has the lock of the data folder. @param now wall time, ms */
export function reportOf(
  directory: string,
  holder: Holder | 'unnamed' | undefined,
  now: number,
): ReportBeside {
  // A command has the lock for a moment, and reports nothing.
  if (holder === undefined || (holder !== 'unnamed' && holder.engine === 'none')) return {};
  const report = read(directory);
  const isIts = holder === 'unnamed' || (report?.process === holder.process && report.since === holder.since);
  if (report === undefined || !isIts) {
    const since = holder === 'unnamed' ? null : Date.parse(holder.since);
    return since === null || !isRecent(since, now) ? { silentSince: since } : {};
  }
  return isRecent(report.at, now) ? { parts: report.parts ?? undefined } : { silentSince: report.at };
}

/** Tolerates a clock that was set back: the next report has the new time. */
const isRecent = (at: number, now: number) => Math.abs(now - at) < validFor;

function read(directory: string): z.infer<typeof reportSchema> | undefined {
  for (let count = 0; count < reads; count++) {
    const text = readSteadyFile(fileOf(directory));
    if (text === undefined) return undefined;
    try {
      return reportSchema.parse(JSON.parse(text));
    } catch {
      // Read again.
    }
  }
  return undefined;
}

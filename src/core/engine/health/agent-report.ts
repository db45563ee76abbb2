import { join } from 'node:path';
import { z } from 'zod';
import { createSteadyFile, readSteadyFile } from '../../data-folder/steady-file.ts';
import type { Holder } from '../../ledger/lock.ts';
import { type LiveParts, livePartsSchema } from './live-parts.ts';

/** How often the agent leaves its report at least, ms. */
export const reportEvery = 15_000;
/** An older report counts as none, ms: the agent hangs, or cannot write any more. */
const validFor = 60_000;
/** Bytes of the file. A report of 100 watch folders takes about half. */
const size = 64 * 1024;
/** A report that is read while it is written is read again. */
const reads = 3;

const reportSchema = z
  .object({
    process: z.number(),
    since: z.string(),
    /** When the parts were gathered, wall time, ms. */
    at: z.number(),
    /** Null while the agent starts. */
    parts: livePartsSchema.nullable(),
    /** `at` again: where the two differ, the report is half of two. */
    end: z.number(),
  })
  .refine(({ at, end }) => at === end);

const fileOf = (directory: string) => join(directory, 'agent.report.json');

/**
 * What the agent reports about itself to the processes beside it. It is a file of fixed size and not a row of
 * the ledger: what keeps the ledger from being written must not keep the report from saying so.
 */
export interface AgentReport {
  /** What some agent reported last, for how long something has been so. */
  readonly before: LiveParts | undefined;
  /** @throws what keeps the file from being written; the report goes stale then */
  leave(parts: LiveParts | null): void;
  close(): void;
}

/** Opens the report of the process that holds the data folder. */
export function openAgentReport(
  directory: string,
  { process, since }: Pick<Holder, 'process' | 'since'>,
  now: () => number,
): AgentReport {
  const file = createSteadyFile(fileOf(directory), size);
  return {
    before: read(directory)?.parts ?? undefined,
    leave(parts) {
      const at = now();
      file.write(JSON.stringify({ process, since, at, parts, end: at }));
    },
    close: file.close,
  };
}

export interface ReportBeside {
  /** What the agent knows; undefined while it starts, and where it has not reported for a minute. */
  readonly parts?: LiveParts | undefined;
  /** Since when there is none, ms since the epoch; null where no one knows, left out while there is one. */
  readonly silentSince?: number | null;
}

/** What the agent that holds the data folder reports of itself. @param now wall time, ms */
export function reportOf(
  directory: string,
  holder: Holder | 'unnamed' | undefined,
  now: number,
): ReportBeside {
  // A command holds the folder for a moment, and reports nothing.
  if (holder === undefined || (holder !== 'unnamed' && holder.engine === 'none')) return {};
  const report = read(directory);
  const isIts = holder === 'unnamed' || (report?.process === holder.process && report.since === holder.since);
  if (report === undefined || !isIts) {
    const since = holder === 'unnamed' ? null : Date.parse(holder.since);
    return since === null || !isRecent(since, now) ? { silentSince: since } : {};
  }
  return isRecent(report.at, now) ? { parts: report.parts ?? undefined } : { silentSince: report.at };
}

/** Also of a clock that was set back: the next report has the new time. */
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

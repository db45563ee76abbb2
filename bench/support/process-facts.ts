import { readFileSync } from 'node:fs';

/** What the system counts for a process. */
export interface ProcessFacts {
  /** Resident memory now and at its highest so far, bytes. */
  readonly rss: number;
  readonly peakRss: number;
  /** Bytes that went through read calls so far, from files, pipes and sockets alike. */
  readonly readBytes: number;
}

/** Reads `/proc`: Linux only, as the figures of these benchmarks are. */
export function processFacts(pid: number): ProcessFacts {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const io = readFileSync(`/proc/${pid}/io`, 'utf8');
  const field = (text: string, name: string) =>
    Number(new RegExp(`^${name}:\\s*(\\d+)`, 'm').exec(text)?.[1]);
  return {
    rss: field(status, 'VmRSS') * 1024,
    peakRss: field(status, 'VmHWM') * 1024,
    readBytes: field(io, 'rchar'),
  };
}

export const megabyte = 1_000_000;

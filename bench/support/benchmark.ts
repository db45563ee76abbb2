import type { Result } from './result.ts';

/** How much work a run does; what is left out is the benchmark's own full size. */
export interface Size {
  /** Files or documents. */
  readonly files?: number;
  readonly rounds?: number;
  /** Size of the large file. */
  readonly megabytes?: number;
  /** How much faster than real time the turned clock goes. */
  readonly speed?: number;
  /** Folder for a CPU profile of the agent in each round. */
  readonly profileTo?: string;
}

export interface Run {
  readonly size: Size;
  /** A folder of this run's own, removed afterwards. */
  readonly directory: string;
  readonly report: (result: Result) => void;
  /** What is going on, for whoever waits. */
  readonly say: (text: string) => void;
}

export interface Benchmark {
  readonly name: string;
  /** What it measures, in a line. */
  readonly about: string;
  /** Left out unless named. */
  readonly onRequest?: boolean;
  readonly run: (run: Run) => Promise<void>;
}

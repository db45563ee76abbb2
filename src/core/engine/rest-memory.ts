import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Clock } from '#core/ports/clock.ts';
import type { Logger } from '#core/ports/logger.ts';
import type { Database } from '../ledger/database.ts';
import { shrinkMemory } from '../ledger/shrink-memory.ts';

/** How often it is looked whether there is memory to give back, ms. */
const everyMs = 60_000;
/** A share of the time between two looks; who worked more is not at rest. */
const atRest = 0.05;
/** Bytes of heap that are left alone; an agent needs about 25 MB of its own. */
const usual = 40e6;
/** By how much the heap has to grow again before it is worth another look. */
const again = 1.5;

/** What is looked at and done; of this process, where nothing else is said. */
export interface OwnMemory {
  /** Bytes. */
  readonly heap: () => number;
  /** The share of time in which this thread worked since the last call, 0 to 1. */
  readonly utilization: () => number;
  readonly collect: () => void;
}

/**
 * Gives memory back once an agent rests. V8 keeps what a large piece of work needed, a first look through
 * 100,000 files for instance, for as long as nothing more is asked of it, and that is nearly always.
 */
export class RestMemory {
  readonly #clock: Clock;
  readonly #database: Database;
  readonly #logger: Logger;
  readonly #memory: OwnMemory;
  #leave = usual;
  #cancel: (() => void) | undefined;

  constructor(clock: Clock, database: Database, logger: Logger, memory: OwnMemory = ofThisProcess()) {
    this.#clock = clock;
    this.#database = database;
    this.#logger = logger;
    this.#memory = memory;
  }

  start(): void {
    this.#memory.utilization();
    this.#plan();
  }

  stop(): void {
    this.#cancel?.();
  }

  #plan(): void {
    this.#cancel = this.#clock.setTimer(everyMs, () => {
      this.#plan();
      if (this.#memory.utilization() > atRest || this.#memory.heap() <= this.#leave) return;
      try {
        shrinkMemory(this.#database);
        this.#memory.collect();
      } catch (error) {
        // What is not given back is missing nowhere else.
        this.#logger.warn('Memory could not be given back.', { error });
      }
      this.#leave = Math.max(usual, this.#memory.heap() * again);
    });
  }
}

function ofThisProcess(): OwnMemory {
  let last = performance.eventLoopUtilization();
  return {
    heap: () => getHeapStatistics().total_heap_size,
    utilization() {
      const now = performance.eventLoopUtilization();
      const since = performance.eventLoopUtilization(now, last);
      last = now;
      return since.utilization;
    },
    collect() {
      // There is no other way to it in a program that was started without the flag.
      setFlagsFromString('--expose-gc');
      const collect = runInNewContext('gc') as NodeJS.GCFunction;
      // The one that also makes the young generation small again.
      collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    },
  };
}

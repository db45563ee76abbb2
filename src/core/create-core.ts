import type { Calls, EventName, EventPayload } from '#shared/bridge/contract.ts';
import { createHandlers } from './calls/create-handlers.ts';
import type { CoreDependencies, Engine } from './engine/core-dependencies.ts';
import { CoreRuntime } from './engine/core-runtime.ts';
import type { Measures, TeamMeasures } from './engine/measures.ts';
import type { SendReport } from './service/send-report.ts';

export type { CoreDependencies, Engine, Measures, SendReport, TeamMeasures };

export interface Core {
  /** @throws AppError `LEDGER_BUSY` when another agent holds the data folder (its message says who). */
  start(engine: Engine): Promise<void>;
  /** Ends cleanly: nothing new starts, what is under way is journaled and cut off. */
  stop(): Promise<void>;
  readonly calls: Calls;
  on<N extends EventName>(name: N, listener: (payload: EventPayload<N>) => void): () => void;
  /** What is counted while it runs. @throws AppError while it is not started, or starts again after damage */
  measures(): Promise<Measures>;
  /** Tells who watches over it, at an address that a person named; as `createReporter` does. */
  report: SendReport;
  /**
   * Whether the engine goes on. Resolves when its parts were heard of: never while the thread that watches
   * hangs.
   */
  pulse(): Promise<boolean>;
  /**
   * Resolves when nothing is queued, under way or being enriched any more (attention and paused do not count)
   * and watched folders are settled.
   *
   * @param without profiles whose uploads are not waited for
   * @throws AppError `KEY_MISSING` or `KEY_REJECTED` when nothing can go on before a person acts
   */
  whenIdle(signal?: AbortSignal, without?: ReadonlySet<string>): Promise<void>;
}

/** The whole product without a window. Nothing runs before `start`. */
export function createCore(dependencies: CoreDependencies): Core {
  const runtime = new CoreRuntime(dependencies);
  return {
    start: (engine) => runtime.start(engine),
    stop: () => runtime.stop(),
    calls: createHandlers(() => runtime.context()),
    measures: () => runtime.measures(),
    report: runtime.report,
    pulse: () => runtime.pulse(),
    on: (name, listener) => runtime.on(name, listener),
    whenIdle: (signal, without) => runtime.whenIdle(signal, without),
  };
}

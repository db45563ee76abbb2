import type { Command } from 'commander';
import type { Engine } from '#core/create-core.ts';
import { createRedactor } from '#core/public/redactor.ts';
import type { ExitClass } from '#shared/errors/catalog-entry.ts';
import { createLogger } from './adapters/logger.ts';
import type { Context } from './context.ts';
import type { Environment } from './environment.ts';
import type { CommonOptions } from './options.ts';
import { createOutput } from './output/output.ts';
import { openQueueSession, type QueueSession } from './queue-session.ts';
import { openSession, openSetup, type Session, type Setup } from './session.ts';

/** What the work of a command ends with; nothing means all went well. */
export type Outcome = ExitClass | undefined;
// biome-ignore lint/suspicious/noConfusingVoidType: a command with nothing to report need not return anything
type Work<S, A extends unknown[]> = (start: S, ...args: A) => Promise<Outcome | void>;
type Action<A extends unknown[]> = (...args: A) => Promise<void>;

/** Turns the work of commands into commander's actions, each with as much opened around it as it needs. */
export interface Host {
  /** Nothing opened. */
  plain<A extends unknown[]>(work: Work<Context, A>): Action<A>;
  /** Settings, keys and profile. */
  setup<A extends unknown[]>(work: Work<Setup, A>): Action<A>;
  /** Core started with this engine, and stopped at the end. */
  session<A extends unknown[]>(engine: Engine, work: Work<Session, A>): Action<A>;
  /** Core working through the queue, or handing over to the agent that does. */
  queue<A extends unknown[]>(work: Work<QueueSession, A>, engine?: 'uploads' | 'watch'): Action<A>;
}

export function createHost(context: () => Context, finish: (outcome: ExitClass) => void): Host {
  /** Opens, works, closes whatever happened. */
  const around =
    <S extends Setup, A extends unknown[]>(
      open: () => Promise<S>,
      close: (start: S) => unknown,
      work: Work<S, A>,
    ) =>
    async (...args: A) => {
      const start = await open();
      try {
        finish((await work(start, ...args)) ?? 'ok');
      } finally {
        start.output.endLive(false);
        await close(start);
      }
    };
  const end = (session: { end(): Promise<void> }) => session.end();
  return {
    plain:
      (work) =>
      async (...args) => {
        finish((await work(context(), ...args)) ?? 'ok');
      },
    setup: (work) =>
      around(
        () => openSetup(context(), false),
        (setup) => setup.close(),
        work,
      ),
    session: (engine, work) => around(() => openSession(context(), engine), end, work),
    queue: (work, engine) => around(() => openQueueSession(context(), engine), end, work),
  };
}

/** Output, redactor and logger as the common options ask for them. */
export function createContext(environment: Environment, program: Command): Context {
  const options: CommonOptions = program.opts();
  const redactor = createRedactor();
  const key = environment.variables.SLUICE_API_KEY?.trim();
  if (key !== undefined && key !== '') redactor.add(key);
  const json = options.json === true;
  const output = createOutput(environment, { json, redactor });
  const logger = createLogger({
    write: (line) => output.note(line),
    redactor,
    level: options.verbose === true ? 'debug' : 'warn',
    json,
    now: Date.now,
  });
  return { environment, options, output, redactor, logger };
}

import type { Engine } from '#core/create-core.ts';
import type { ExitClass } from '#shared/errors/catalog-entry.ts';
import type { Context } from './context.ts';
import type { QueueSession } from './queue-session.ts';
import type { Session, Setup } from './session.ts';

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
  /** Core started with this engine, after what is to come before, and stopped at the end. */
  session<A extends unknown[]>(
    engine: Engine,
    work: Work<Session, A>,
    before?: (context: Context, ...args: A) => Promise<void>,
  ): Action<A>;
  /** Core working through the queue, or handing over to the agent that does. */
  queue<A extends unknown[]>(work: Work<QueueSession, A>, engine?: 'uploads' | 'watch'): Action<A>;
}

const bounded = <T>({ limit }: Context, work: Promise<T>) => limit?.bound(work) ?? work;

/** What is opened is loaded then too: neither the help nor the version needs any of it. */
export function createHost(context: () => Promise<Context>, finish: (outcome: ExitClass) => void): Host {
  /** Opens, works, closes whatever happened. */
  const around =
    <S extends Setup, A extends unknown[]>(
      open: (context: Context, args: A) => Promise<S>,
      close: (start: S) => unknown,
      work: Work<S, A>,
    ) =>
    async (...args: A) => {
      const made = await context();
      const start = await bounded(made, open(made, args));
      try {
        finish((await bounded(made, work(start, ...args))) ?? 'ok');
      } finally {
        start.output.endLive(false);
        await close(start);
      }
    };
  const openSession = (engine: Engine) => async (made: Context) =>
    (await import('./session.ts')).openSession(made, engine);
  const openQueue = (engine?: 'uploads' | 'watch') => async (made: Context) =>
    (await import('./queue-session.ts')).openQueueSession(made, engine);
  const end = (session: { end(): Promise<void> }) => session.end();
  return {
    plain:
      (work) =>
      async (...args) => {
        const made = await context();
        finish((await bounded(made, work(made, ...args))) ?? 'ok');
      },
    setup: (work) =>
      around(
        async (made) => (await import('./session.ts')).openSetup(made, false),
        (setup) => setup.close(),
        work,
      ),
    session: <A extends unknown[]>(
      engine: Engine,
      work: Work<Session, A>,
      before?: (context: Context, ...args: A) => Promise<void>,
    ) =>
      around<Session & { end(): Promise<void> }, A>(
        async (made, args) => {
          await before?.(made, ...args);
          return openSession(engine)(made);
        },
        end,
        // What works through a queue, or watches, ends by itself.
        engine === 'none'
          ? async (session, ...args) => {
              const { untilInterrupted } = await import('./time-limit.ts');
              return untilInterrupted(session.environment.interrupted, work(session, ...args));
            }
          : work,
      ),
    queue: (work, engine) => around(openQueue(engine), end, work),
  };
}

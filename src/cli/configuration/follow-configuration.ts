import type { CallOutput } from '#shared/bridge/contract.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Context } from '../context.ts';
import { printable } from '../output/format.ts';
import { openSession, type Session } from '../session.ts';
import { changeLines, leftOutLines, unfinishedLines } from './change-text.ts';
import { problemJson, problemText, refusedConfiguration } from './problem-text.ts';
import { type ConfigurationFile, readConfigurationFile, readSettledFile } from './read-file.ts';
import { createWords } from '../output/words.ts';
import { inEnglish } from '#shared/sentences/english.ts';

/** Which file an agent works by, and whether it says all there is. */
export interface ConfigurationFlags {
  readonly config?: string;
  readonly prune?: boolean;
}

type Done = CallOutput<'settings.configure'>;

/** An agent that works by a file. */
export interface ConfigurationFollower {
  /**
   * Puts the file into force before the agent starts: which profile is in force, and so whose the key of the
   * environment is, may come from it.
   *
   * @throws AppError `CONFIGURATION_REFUSED`, with nothing changed
   */
  applyAtStart(context: Context, flags: ConfigurationFlags): Promise<void>;
  /**
   * Reads the file anew at each SIGHUP, one after the other. Where it is wrong, what is in force stays, and
   * the log and the health of the agent say so. Returns the way to stop.
   *
   * @param around tells whoever watches over the agent that it reads its configuration
   */
  follow(
    session: Session,
    flags: ConfigurationFlags,
    around: <T>(work: () => Promise<T>) => Promise<T>,
  ): () => Promise<void>;
}

export function createConfigurationFollower(): ConfigurationFollower {
  /** SIGHUP came while the agent still started. */
  let isAsked = false;
  return {
    async applyAtStart(context, { config, prune }) {
      if (config === undefined) return;
      context.environment.onHangup?.(() => {
        isAsked = true;
      });
      const file = await readConfigurationFile(config, context.environment);
      const session = await openSession(context, 'none');
      try {
        const asked = { ...file, prune: prune === true, mode: 'apply' } as const;
        const done = await session.calls['settings.configure'](asked);
        if (done.problems.length > 0)
          throw refusedConfiguration(config, done.problems, context.output.note, context.output);
        say(context, config, done);
      } finally {
        await session.end();
      }
    },
    follow(session, { config, prune }, around) {
      const { environment, logger } = session;
      if (config === undefined || environment.onHangup === undefined) return async () => undefined;
      let reloading: Promise<void> = Promise.resolve();
      const onHangup = () => {
        reloading = reloading
          .then(() => around(() => reload(session, config, prune === true)))
          .catch((error: unknown) => {
            logger.error('The configuration was not read anew; the settings in force stay.', { error });
          });
      };
      const stop = environment.onHangup(onHangup);
      if (isAsked) onHangup();
      return async () => {
        stop();
        await reloading;
      };
    },
  };
}

async function reload(session: Session, config: string, prune: boolean): Promise<void> {
  const { calls, output } = session;
  const file = await readAgain(session, config);
  const done = await calls['settings.configure']({ ...file, prune, mode: 'apply' });
  say(session, config, done);
  if (done.problems.length === 0) return;
  for (const problem of done.problems) output.note(problemText(config, problem, output));
  output.note(output.say('cli.config.staysInForce'));
}

/** A file that cannot be read is told as an empty one, so that the agent's health knows of it. */
async function readAgain({ environment, output }: Session, path: string): Promise<ConfigurationFile> {
  try {
    return await readSettledFile(path, environment);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    output.note(output.happened(error.code, error.detail));
    return { text: '', path, base: environment.workingDirectory, isOwn: true };
  }
}

function say(
  { output }: Pick<Context, 'output'>,
  path: string,
  { problems, changes, leftOut, unfinished }: Done,
): void {
  const english = createWords(inEnglish);
  output.event('configuration', {
    applied: problems.length === 0,
    problems: problems.map((problem) => problemJson(problem, english)),
    changes,
    leftOut,
    unfinished,
  });
  if (problems.length > 0) return;
  const lines = changeLines(changes, output);
  for (const line of lines) output.line(line);
  output.line(output.say('cli.config.reloaded', { path: printable(path), count: lines.length }));
  if (leftOut.length > 0) output.note(output.say('cli.config.notOwn', { path: printable(path) }));
  for (const line of leftOutLines(leftOut, output)) output.note(line);
  for (const text of unfinishedLines(unfinished, output)) output.note(text);
}

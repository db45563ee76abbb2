import type { Clock } from '#core/ports/clock.ts';
import type { Member, Stranded } from '#core/ports/team.ts';
import { askStatement } from './ask-statement.ts';
import { createConnection } from './connection.ts';
import { type Statement, statements } from './statements.ts';
import type { TeamOptions } from './options-of.ts';

export interface QuestionOptions extends TeamOptions {
  readonly clock: Clock;
}

/** What is asked of a team's database by somebody who is no member of it. */
export interface TeamQuestions {
  /** Server, schema and rights; `roundTripMs` of the last question, over a connection that stands. */
  look(): Promise<ServerLook>;
  status(): Promise<StatementAnswer<typeof statements.status>>;
  /** As of the port; `agent` is the one that is not told, if there is one. */
  othersWith(agent: string | undefined, scope: string, contentId: string): Promise<readonly Member[]>;
  /** Files of this key that only machines have which are gone, and the first `limit` of them. */
  stranded(scope: string, limit: number): Promise<Stranded>;
  /** As a machine of the team does; everybody where `whom` is null. */
  pause(by: string, whom: string | null, paused: boolean): Promise<'written' | 'nobody'>;
  /** A machine that is gone: what it held is free. */
  release(agent: string): Promise<StatementAnswer<typeof statements.releaseAgent>>;
}

type StatementAnswer<S> = S extends Statement<infer T> ? T : never;
export type ServerLook = StatementAnswer<typeof statements.server> & {
  readonly schema: number;
  readonly roundTripMs: number;
};

const deadlineMs = 4_000;
/** A person waits: a connection that is refused is tried for no longer. */
const patienceMs = 500;

/**
 * Asks a team's database over a connection of its own, which ends with the work.
 *
 * @throws TeamTrouble when it gives no answer
 */
export async function questionTeam<T>(
  { clock, address, password, ca }: QuestionOptions,
  work: (team: TeamQuestions) => Promise<T>,
): Promise<T> {
  const connection = createConnection({
    clock,
    address,
    deadlineMs,
    random: () => 0,
    onResult: () => undefined,
    password,
    ...(ca === undefined ? {} : { ca }),
  });
  const ask = <A>(statement: Statement<A>, values: readonly unknown[] = []) =>
    askStatement(connection, statement, values, patienceMs);
  try {
    return await work({
      async look() {
        const server = await ask(statements.server);
        const { schema } = await ask(statements.status);
        const before = clock.monotonic();
        await ask(statements.server);
        return { ...server, schema, roundTripMs: clock.monotonic() - before };
      },
      status: () => ask(statements.status),
      othersWith: async (agent, of, contentId) =>
        (await ask(statements.othersWith, [agent ?? null, of, contentId])).others,
      stranded: (scope, limit) => ask(statements.stranded, [scope, limit]),
      pause: async (by, whom, paused) => (await ask(statements.pauseAs, [by, whom, paused])).kind,
      release: (agent) => ask(statements.releaseAgent, [agent]),
    });
  } finally {
    await connection.close();
  }
}

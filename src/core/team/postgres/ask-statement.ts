import type { Connection } from './connection.ts';
import type { Statement } from './statements.ts';
import { TeamTrouble } from './trouble.ts';

/**
 * Asks until there is an answer or `patienceMs` are over.
 *
 * @throws TeamTrouble when there is none, or none that is understood
 */
export async function askStatement<T>(
  connection: Pick<Connection, 'ask'>,
  statement: Statement<T>,
  values: readonly unknown[],
  patienceMs: number,
): Promise<T> {
  return parseAnswer(statement, await connection.ask(statement.text, values, patienceMs));
}

/** @throws TeamTrouble where the database answers something else */
export function parseAnswer<T>({ answer }: Statement<T>, given: unknown): T {
  const found = answer.safeParse(given);
  if (!found.success) throw new TeamTrouble('unexpected', 'ANSWER', true);
  return found.data;
}

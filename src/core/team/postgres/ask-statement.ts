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
  { text, answer }: Statement<T>,
  values: readonly unknown[],
  patienceMs: number,
): Promise<T> {
  const found = answer.safeParse(await connection.ask(text, values, patienceMs));
  if (!found.success) throw new TeamTrouble('unexpected', 'ANSWER', true);
  return found.data;
}

import type { Clock } from '#core/ports/clock.ts';
import { createConnection } from './connection.ts';
import type { TeamStatus } from './postgres-team.ts';
import { statements } from './statements.ts';
import type { TeamAddress } from './team-address.ts';
import { TeamTrouble } from './trouble.ts';

export interface AskTeamOptions {
  readonly clock: Clock;
  readonly random: () => number;
  readonly address: TeamAddress;
  /** Undefined: the passfile of PostgreSQL. */
  readonly password: () => Promise<string | undefined>;
  /** A company's own authority, PEM. */
  readonly ca?: () => Promise<string>;
}

/** How long a person waits for it, ms. */
const patienceMs = 5_000;

/**
 * What people see of a team, for who does not belong to it or runs beside the agent that does; or why it
 * cannot be asked.
 */
export async function askTeam(options: AskTeamOptions): Promise<TeamStatus | TeamTrouble> {
  let trouble: TeamTrouble | undefined;
  const connection = createConnection({
    ...options,
    deadlineMs: patienceMs,
    onResult: (met) => {
      trouble = met ?? trouble;
    },
  });
  try {
    const { text, answer } = statements.status;
    return answer.parse(await connection.ask(text, [], patienceMs));
  } catch (error) {
    // That patience ended says less than what was met meanwhile.
    return trouble ?? (error instanceof TeamTrouble ? error : new TeamTrouble('unexpected', 'ANSWER', true));
  } finally {
    await connection.close();
  }
}

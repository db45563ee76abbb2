import { isPassing } from '#shared/bridge/health.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { said } from '#shared/spoken/said.ts';
import { TeamTrouble } from './trouble.ts';

/** What a question to a team's database met, as an expected failure: whether it passes, and why. */
export function teamError(error: unknown): unknown {
  if (!(error instanceof TeamTrouble)) return error;
  const { kind, code } = error;
  const spoken = said(`team.${kind}`, { code });
  return new AppError(isPassing(kind) ? 'TEAM_UNREACHABLE' : 'TEAM_REFUSED', { spoken, cause: error });
}

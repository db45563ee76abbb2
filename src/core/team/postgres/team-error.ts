import { AppError } from '#shared/errors/app-error.ts';
import { said } from '#shared/spoken/said.ts';
import { TeamTrouble, type TroubleKind } from './trouble.ts';

/** What ends by itself: the network, and a server that is busy, starts or stops. */
const passing: ReadonlySet<TroubleKind> = new Set(['network', 'away', 'full', 'unexpected']);

/** What a question to a team's database met, as an expected failure: whether it passes, and why. */
export function teamError(error: unknown): unknown {
  if (!(error instanceof TeamTrouble)) return error;
  const { kind, code } = error;
  const spoken = said(`team.${kind}`, { code });
  return new AppError(passing.has(kind) ? 'TEAM_UNREACHABLE' : 'TEAM_REFUSED', { spoken, cause: error });
}

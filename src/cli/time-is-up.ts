import { AppError } from '#shared/errors/app-error.ts';
import type { Context } from './context.ts';

/** A failure that only says that the work was ended, as the time limit did. */
export function isCutOff(failure: unknown, { limit }: Context): boolean {
  if (limit?.isOver() !== true || !(failure instanceof AppError)) return false;
  return ['CALL_CANCELLED', 'CANCELLED', 'TIME_IS_UP'].includes(failure.code);
}

/** That a command ended because its time was over. */
export function timeIsUp({ limit, output }: Context): AppError {
  return new AppError('TIME_IS_UP', { detail: output.seconds((limit?.milliseconds ?? 0) / 1000) });
}

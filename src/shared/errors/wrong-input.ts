import type { z } from 'zod';
import { saidIssue } from '../spoken/said-issue.ts';
import { AppError } from './app-error.ts';
import type { ErrorCode } from './catalog.ts';

/**
 * The failure of an input that its schema refuses, by the first thing that is wrong with it.
 *
 * @param whole what the input is called where all of it is wrong
 */
export function wrongInput(error: z.ZodError, whole: string, code: ErrorCode = 'USAGE'): AppError {
  const [issue] = error.issues;
  return new AppError(code, {
    cause: error,
    ...(issue === undefined ? {} : { spoken: saidIssue(issue, whole) }),
  });
}

import { AppError } from '#shared/errors/app-error.ts';
import type { Answer } from '../answer.ts';
import type { RawAnswer } from '../read-answer.ts';
import type { Ask } from './ask-once.ts';
import type { Learned } from './learned.ts';

type Failed = Extract<Answer<never>, { ok: false }>;

/** Adds what is known of this operation to a refusal, and learns from it. */
export function explainFailure(
  {
    name,
    operation,
    given,
    learned,
  }: Pick<Ask, 'name' | 'operation' | 'given'> & { readonly learned: Learned },
  answer: Failed,
  raw: RawAnswer | undefined,
): Failed {
  const { status, error } = answer.failure;
  if (raw === undefined || status === undefined || (status >= 200 && status < 300)) return answer;
  const refusal = { ...given, status, answer: contentOf(raw), said: error.detail ?? '' };
  if (operation.learns !== undefined) {
    const values = operation.learns.from(refusal);
    if (values.length > 0) learned.set(name, operation.learns.field, values);
  }
  const detail = operation.explain?.(refusal);
  if (detail === undefined) return answer;
  const { code, retryable, requestId, cause } = error;
  const explained = new AppError(code, {
    detail,
    retryable,
    cause,
    ...(requestId === undefined ? {} : { requestId }),
  });
  return { ok: false, failure: { ...answer.failure, error: explained } };
}

function contentOf({ body }: RawAnswer): unknown {
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

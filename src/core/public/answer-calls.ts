import {
  type Calls,
  type HostHandlers,
  type PageCallName,
  pageCalls,
  type Reply,
} from '#shared/bridge/contract.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { ledgerRefusal } from '#shared/errors/system-trouble.ts';
import { wrongInput } from '#shared/errors/wrong-input.ts';
import { type Said, said } from '#shared/spoken/said.ts';
import type { Logger } from '../ports/logger.ts';
import type { Redactor } from '../redact/redact.ts';
import { isPageCall } from './is-page-call.ts';
import type { Leave } from './leave.ts';

export interface AnswerOptions {
  readonly calls: Calls;
  readonly host: HostHandlers;
  /** What a person allowed the pages. */
  readonly leave: Pick<Leave, 'check'>;
  readonly redactor: Redactor;
  readonly logger: Logger;
}

/** Answers one call of a page; never rejects. `name` and `input` are whatever came over the wire. */
export type Answer = (name: unknown, input: unknown) => Promise<Reply>;

/**
 * The answers to the calls of the contract, and to no others: input is parsed, output is stripped to what the
 * contract names. An expected failure travels with its sentences, redacted; anything else is logged and
 * becomes `UNEXPECTED` without a word of its internals.
 */
export function createAnswer({ calls, host, leave, redactor, logger }: AnswerOptions): Answer {
  const handlers = { ...calls, ...host } as Record<PageCallName, (input: unknown) => Promise<unknown>>;
  return async (name, input) => {
    try {
      if (!isPageCall(name)) throw new AppError('USAGE', { spoken: said('input.noCall') });
      const parsed = pageCalls[name].input.safeParse(input);
      if (!parsed.success) throw wrongInput(parsed.error, name);
      await leave.check(name, parsed.data);
      const value = await handlers[name](parsed.data);
      return { ok: true, value: pageCalls[name].output.parse(value) };
    } catch (error) {
      if (error instanceof AppError) return refusal(error, redactor);
      const refused = ledgerRefusal(error);
      if (refused) return refusal(new AppError(refused, { detail: (error as Error).message }), redactor);
      logger.error('A call of a page failed unexpectedly.', { call: name, error });
      return refusal(new AppError('UNEXPECTED'), redactor);
    }
  };
}

/** A failure as it travels: as a value. */
export function refusal(error: AppError, redactor: Redactor): Reply {
  const { code, message, detail, spoken, maybeDone, requestId } = error;
  return {
    ok: false,
    error: {
      code,
      message: redactor.text(message),
      ...(detail === undefined ? {} : { detail: redactor.text(detail) }),
      ...(spoken === undefined ? {} : { said: redactor.value(spoken) as Said }),
      ...(maybeDone ? { maybeDone } : {}),
      ...(requestId === undefined ? {} : { requestId: redactor.text(requestId) }),
    },
  };
}

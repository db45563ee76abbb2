import type { Reply } from '#shared/bridge/contract.ts';

type Failure = Extract<Reply, { ok: false }>['error'];

/** A call that the host answered with a failure. Decide by `code`. */
export class CallError extends Error {
  readonly code: string;
  readonly detail: string | undefined;
  readonly said: Failure['said'];
  readonly maybeDone: boolean;
  readonly requestId: string | undefined;

  constructor({ code, message, detail, said, maybeDone = false, requestId }: Failure) {
    super(message);
    this.name = 'CallError';
    this.code = code;
    this.detail = detail;
    this.said = said;
    this.maybeDone = maybeDone;
    this.requestId = requestId;
  }
}

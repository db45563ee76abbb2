/** One entry of the validation error body (section 7). */
export interface ValidationDetail {
  loc: (string | number)[];
  msg: string;
  type: string;
  ctx?: Record<string, unknown>;
  input?: unknown;
}

/** A refusal thrown by a handler; the profile decides how its body looks. */
export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  readonly detail: ValidationDetail[] | undefined;
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    code: string,
    message: string,
    more: { detail?: ValidationDetail[]; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.detail = more.detail;
    this.headers = more.headers ?? {};
  }
}

/** 404 with the one code the specification names (section 7). */
export function documentNotFound(): Problem {
  return new Problem(404, 'PRIVATE_CONTENT_NOT_FOUND', 'The document does not exist.');
}

/** 422 with the validation error object of section 7. */
export function invalid(...detail: ValidationDetail[]): Problem {
  return new Problem(422, 'VALIDATION_ERROR', 'The request is not valid.', { detail });
}

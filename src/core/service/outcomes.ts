import type { ErrorCode } from '#shared/errors/catalog.ts';
import type { Concerns, Disposition } from './answer.ts';
import type { ParsedError } from './parse-error.ts';

/**
 * What kind of request failed: `enrich` reserves a document, `put` and `download` go to storage, `read` asks
 * for one thing, `list` for many, `change` is everything else that changes something.
 */
export type OperationKind = 'enrich' | 'put' | 'download' | 'read' | 'change' | 'list';

export interface Outcome {
  readonly code: ErrorCode;
  readonly disposition: Disposition;
  readonly concerns: Concerns;
  readonly maybeDone: boolean;
}

export interface OutcomeRow {
  /** A status, or the first and last of a range. */
  readonly status: number | readonly [number, number];
  /** Absent: every kind. */
  readonly kinds?: readonly OperationKind[];
  /** Tested against the service's code, a space and its sentence. */
  readonly says?: RegExp;
  readonly shape?: ParsedError['shape'];
  readonly code: ErrorCode;
  readonly disposition: Disposition;
  /** Whose trouble it is. Absent: that of this one request. */
  readonly concerns?: Exclude<Concerns, 'request'>;
  /** Whether a change may have taken effect all the same. Reading never has an effect. */
  readonly maybeDone?: true;
}

const storage = ['put', 'download'] as const;
const anyStatus = [100, 599] as const;

/** `INVALID_TAGS_ERROR` has been seen; the validation error of a field reads `tags…: …`. */
const unknownTag = /^\S*(INVALID|UNKNOWN)\S*TAG|^\S*TAG\S*(INVALID|UNKNOWN|NOT_FOUND)|^\S+ tags\b/;

/**
 * THE table: what each HTTP outcome means (U6). The first row that fits counts, so the particular stand
 * before the general. `never` and `fix-first` end one upload, except where the row says that it `concerns`
 * the profile: then every other upload would meet the same end, and the governor holds them all until it is
 * over.
 */
export const outcomeRows: readonly OutcomeRow[] = [
  // Everywhere.
  { status: 429, code: 'RATE_LIMITED', disposition: 'rate-limited' },
  { status: 407, code: 'BLOCKED_BY_FIREWALL', disposition: 'retry', concerns: 'perhaps-profile' },
  { status: 408, code: 'TIMED_OUT', disposition: 'retry', concerns: 'perhaps-profile' },
  {
    status: 403,
    shape: 'html',
    code: 'BLOCKED_BY_FIREWALL',
    disposition: 'retry',
    concerns: 'perhaps-profile',
  },

  // Storage. A refusal says nothing about the API key; most of them say that this address is spent
  // (service-behaviour.md, "Enrich and upload").
  {
    status: 503,
    kinds: storage,
    says: /SlowDown/,
    code: 'RATE_LIMITED',
    disposition: 'rate-limited',
    // Said over and over it is not the file's.
    concerns: 'perhaps-profile',
  },
  {
    status: 403,
    kinds: storage,
    says: /SignatureDoesNotMatch/,
    code: 'STORAGE_REFUSED',
    disposition: 'new-address',
  },
  { status: 400, kinds: storage, says: /EntityTooLarge/, code: 'FILE_TOO_LARGE', disposition: 'never' },
  {
    status: 400,
    kinds: storage,
    says: /Expired|AuthorizationQueryParameters|AccessDenied|InvalidToken/,
    code: 'ADDRESS_USED_OR_EXPIRED',
    disposition: 'new-address',
  },
  { status: [401, 403], kinds: storage, code: 'ADDRESS_USED_OR_EXPIRED', disposition: 'new-address' },
  { status: 404, kinds: ['download'], code: 'NOT_FOUND', disposition: 'new-address' },
  { status: 404, kinds: ['put'], code: 'ADDRESS_USED_OR_EXPIRED', disposition: 'new-address' },
  { status: 409, kinds: storage, code: 'STORAGE_REFUSED', disposition: 'new-address' },
  { status: 410, kinds: storage, code: 'ADDRESS_USED_OR_EXPIRED', disposition: 'new-address' },
  { status: 412, kinds: storage, code: 'ADDRESS_USED_OR_EXPIRED', disposition: 'new-address' },
  { status: 413, kinds: storage, code: 'FILE_TOO_LARGE', disposition: 'never' },
  { status: [300, 499], kinds: storage, code: 'STORAGE_REFUSED', disposition: 'retry' },

  // The API: refused, and why. 403 with this sentence means that there is no such route
  // (service-behaviour.md, "Errors").
  {
    status: [300, 399],
    code: 'BLOCKED_BY_FIREWALL',
    disposition: 'retry',
    concerns: 'perhaps-profile',
    maybeDone: true,
  },
  { status: 401, code: 'KEY_REJECTED', disposition: 'fix-first', concerns: 'profile' },
  {
    status: 402,
    kinds: ['enrich'],
    code: 'QUOTA_EXHAUSTED',
    disposition: 'fix-first',
    concerns: 'profile',
  },
  // Units of a search, or of whatever else was asked for.
  { status: 402, code: 'QUOTA_EXHAUSTED', disposition: 'fix-first' },
  // Cut short before it said what was refused: asked again, it may say it.
  { status: [400, 499], shape: 'cut', code: 'BAD_ANSWER', disposition: 'retry' },
  {
    status: 403,
    kinds: ['enrich'],
    says: /Missing Authentication Token/i,
    code: 'NO_SUCH_OPERATION',
    disposition: 'fix-first',
    concerns: 'profile',
  },
  { status: 403, says: /Missing Authentication Token/i, code: 'NO_SUCH_OPERATION', disposition: 'never' },
  // Nothing is named yet that could be somebody else's, but sharing may be what is not allowed.
  {
    status: 403,
    kinds: ['enrich'],
    code: 'NOT_PERMITTED',
    disposition: 'fix-first',
    concerns: 'perhaps-profile',
  },
  { status: 403, code: 'NOT_PERMITTED', disposition: 'fix-first' },
  {
    status: 404,
    says: /^\S*(CONTENT|DOCUMENT)_NOT_FOUND /,
    code: 'DOCUMENT_NOT_FOUND',
    disposition: 'never',
  },
  {
    status: 404,
    kinds: ['enrich'],
    code: 'NO_SUCH_OPERATION',
    disposition: 'fix-first',
    concerns: 'profile',
  },
  { status: 404, kinds: ['list'], code: 'NO_SUCH_OPERATION', disposition: 'never' },
  { status: 404, code: 'NOT_FOUND', disposition: 'never' },
  {
    status: 405,
    kinds: ['enrich'],
    code: 'NO_SUCH_OPERATION',
    disposition: 'fix-first',
    concerns: 'profile',
  },
  { status: 405, code: 'NO_SUCH_OPERATION', disposition: 'never' },
  { status: 409, code: 'CONFLICT', disposition: 'fix-first' },
  { status: 410, code: 'NOT_FOUND', disposition: 'never' },
  { status: 412, code: 'CONFLICT', disposition: 'fix-first' },
  { status: 413, kinds: ['enrich'], code: 'FILE_TOO_LARGE', disposition: 'never' },
  {
    status: [400, 422],
    kinds: ['change'],
    says: /^\S*(ALREADY_EXISTS|DUPLICATE)/,
    code: 'CONFLICT',
    disposition: 'fix-first',
  },
  {
    status: 400,
    kinds: ['enrich', 'change'],
    says: unknownTag,
    code: 'UNKNOWN_TAG',
    disposition: 'fix-first',
  },
  {
    status: 422,
    kinds: ['enrich', 'change'],
    says: unknownTag,
    code: 'UNKNOWN_TAG',
    disposition: 'fix-first',
  },
  { status: 421, code: 'SERVICE_FAILED', disposition: 'retry', concerns: 'perhaps-profile' },
  { status: [423, 425], code: 'SERVICE_FAILED', disposition: 'retry', concerns: 'perhaps-profile' },
  { status: 451, code: 'NOT_PERMITTED', disposition: 'fix-first' },
  { status: [400, 499], code: 'REFUSED_AS_INVALID', disposition: 'never' },

  // The service's own trouble. It may have done what was asked before it failed.
  {
    status: [500, 599],
    kinds: ['put'],
    code: 'STORAGE_FAILED',
    disposition: 'retry',
    concerns: 'perhaps-profile',
    maybeDone: true,
  },
  {
    status: 501,
    kinds: ['enrich'],
    code: 'NO_SUCH_OPERATION',
    disposition: 'fix-first',
    concerns: 'profile',
  },
  { status: 501, code: 'NO_SUCH_OPERATION', disposition: 'never' },
  {
    status: [500, 599],
    code: 'SERVICE_FAILED',
    disposition: 'retry',
    concerns: 'perhaps-profile',
    maybeDone: true,
  },
  {
    status: anyStatus,
    code: 'BAD_ANSWER',
    disposition: 'retry',
    concerns: 'perhaps-profile',
    maybeDone: true,
  },
];

const fallback: OutcomeRow = {
  status: anyStatus,
  code: 'BAD_ANSWER',
  disposition: 'retry',
  concerns: 'perhaps-profile',
  maybeDone: true,
};

/** The row for a failed answer. */
export function outcomeRow(status: number, kind: OperationKind, error: ParsedError): OutcomeRow {
  // What decides is at the beginning; a service may write a code of any length.
  const said = `${error.code} ${error.sentence}`.slice(0, 500);
  return (
    outcomeRows.find(
      (row) =>
        includesStatus(row.status, status) &&
        (row.kinds === undefined || row.kinds.includes(kind)) &&
        (row.shape === undefined || row.shape === error.shape) &&
        (row.says === undefined || row.says.test(said)),
    ) ?? fallback
  );
}

/** What a failed answer means for the one who asked. */
export function outcomeOf(status: number, kind: OperationKind, error: ParsedError): Outcome {
  const { code, disposition, concerns = 'request', maybeDone = false } = outcomeRow(status, kind, error);
  return { code, disposition, concerns, maybeDone: maybeDone && hasEffect(kind) };
}

/** Whether such a request changes something, so that a lost answer leaves doubt. */
export function hasEffect(kind: OperationKind): boolean {
  return kind === 'enrich' || kind === 'put' || kind === 'change';
}

function includesStatus(rule: OutcomeRow['status'], status: number): boolean {
  return typeof rule === 'number' ? rule === status : status >= rule[0] && status <= rule[1];
}

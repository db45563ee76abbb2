import { inEnglish } from '../sentences/english.ts';
import type { Say } from '../sentences/sentences.ts';
import type { ErrorCode } from './catalog.ts';
import { explained } from './explained.ts';

export interface AppErrorOptions {
  /**
   * What exactly, in a sentence: the service's own words, a path, a field. Shown after the catalog's
   * sentence.
   */
  readonly detail?: string;
  /** The detail in the language of `say`, where it is a sentence of ours; in English it is `detail`. */
  readonly said?: (say: Say) => string;
  /** True when the same request may succeed later without anybody changing anything. */
  readonly retryable?: boolean;
  /** The service's id of the request, for its support. */
  readonly requestId?: string;
  readonly cause?: unknown;
}

/** An expected failure. Decide by `code`; `message` is for people and may change. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly retryable: boolean;
  readonly detail: string | undefined;
  readonly said: AppErrorOptions['said'];
  readonly requestId: string | undefined;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    const detail = options.detail ?? options.said?.(inEnglish.say);
    super(sentence(code, detail), { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.retryable = options.retryable ?? false;
    this.detail = detail;
    this.said = options.said;
    this.requestId = options.requestId;
  }
}

/** What happened, with the detail where there is one. */
export function sentence(code: ErrorCode, detail?: string): string {
  const { happened } = explained(code);
  return detail === undefined || detail === '' ? happened : `${happened} (${detail})`;
}

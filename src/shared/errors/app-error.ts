import { inEnglish } from '../sentences/english.ts';
import type { Say } from '../sentences/sentences.ts';
import type { Said, SpokenCode } from '../spoken/said.ts';
import type { ErrorCode } from './catalog.ts';
import { explained } from './explained.ts';
import { withDetail } from './with-detail.ts';

export interface AppErrorOptions {
  /**
   * What exactly, in a sentence: the service's own words, a path, a field. Shown after the catalog's
   * sentence.
   */
  readonly detail?: string;
  /** The detail in the language of `say`, where it is a sentence of ours; in English it is `detail`. */
  readonly said?: (say: Say) => string;
  /** The same as a code and its values, which travels to the pages. */
  readonly spoken?: Said;
  /** True when the same request may succeed later without anybody changing anything. */
  readonly retryable?: boolean;
  /** True when what failed may have been done at the service all the same: its answer was lost. */
  readonly maybeDone?: boolean;
  /** The service's id of the request, for its support. */
  readonly requestId?: string;
  readonly cause?: unknown;
}

/** An expected failure. Decide by `code`; `message` is for people and may change. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly retryable: boolean;
  readonly maybeDone: boolean;
  readonly detail: string | undefined;
  readonly said: AppErrorOptions['said'];
  readonly spoken: Said | undefined;
  readonly requestId: string | undefined;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    const said = options.said ?? inWords(options.spoken);
    const detail = options.detail ?? said?.(inEnglish.say);
    super(sentence(code, detail), { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.retryable = options.retryable ?? false;
    this.maybeDone = options.maybeDone ?? false;
    this.detail = detail;
    this.said = said;
    this.spoken = options.spoken;
    this.requestId = options.requestId;
  }
}

function inWords(spoken: Said | undefined): AppErrorOptions['said'] {
  return spoken && ((say) => say(`said.${spoken.code as SpokenCode}`, spoken.values));
}

/** What happened, with the detail where there is one. */
export function sentence(code: ErrorCode, detail?: string): string {
  return withDetail(explained(code).happened, detail);
}

import type { z } from 'zod';
import type { Clock } from '#core/ports/clock.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { rule } from '#shared/spoken/rule.ts';
import { type Said, said } from '#shared/spoken/said.ts';
import type { Answer, Priority } from '../answer.ts';
import type { Http } from '../http.ts';
import { isOperationName, type OperationName, operations } from '../operations.ts';
import type { StorageArea } from '../storage.ts';
import { askAllPages } from './ask-all-pages.ts';
import { createAskOnce } from './ask-once.ts';
import { checkInput, type InputProblem } from './check-input.ts';
import type { Operation, OperationInput } from './define.ts';
import { createLearned, type Learned } from './learned.ts';
import { runBatch } from './run-batch.ts';
import { runStream } from './run-stream.ts';
import { unusable } from './unusable.ts';

/** What an operation brought. */
export interface OperationAnswer<T = unknown> {
  /** HTTP status. */
  readonly status: number;
  /** The JSON as it came, unknown fields and all. Of a stream: the list of its events. */
  readonly value: unknown;
  /** The same as the specification shows it; undefined where the answer is of another shape. */
  readonly typed: T | undefined;
  /** Sentences that a person should read beside the answer. */
  readonly notes: readonly Said[];
  readonly requestId: string | undefined;
}

/** Something on the way to the answer: an event of a stream, a page, a step of a batch. */
export interface OperationPiece {
  readonly data: unknown;
  /** Name of the event, where it has one. */
  readonly event?: string;
  /** What happened. */
  readonly note?: Said;
}

export interface OperationOptions {
  readonly signal?: AbortSignal | undefined;
  readonly priority?: Priority | undefined;
  /** All pages of a paged operation as one answer. */
  readonly all?: boolean | undefined;
  readonly onPiece?: ((piece: OperationPiece) => void) | undefined;
}

type InputPart<K extends 'params' | 'body', S> = [S] extends [z.ZodType]
  ? Record<never, never> extends z.input<S>
    ? { readonly [N in K]?: z.input<S> }
    : { readonly [N in K]: z.input<S> }
  : { readonly [N in K]?: never };

/** Input of one operation, as its schemas describe it. */
export type OperationInputOf<N extends OperationName> = InputPart<
  'params',
  (typeof operations)[N]['params']
> &
  InputPart<'body', (typeof operations)[N]['body']> &
  Pick<OperationInput, 'queries'>;

/** A method for each operation of the registry, typed by its schemas. */
export type OperationMethods = {
  readonly [N in OperationName]: (
    input: OperationInputOf<N>,
    options?: OperationOptions,
  ) => Promise<Answer<OperationAnswer<z.output<(typeof operations)[N]['response']>>>>;
};

export interface OperationClient {
  readonly methods: OperationMethods;
  /**
   * Calls an operation by name. A broken rule fails with `USAGE` before anything is sent; an abort rejects.
   */
  call(name: string, input: OperationInput, options?: OperationOptions): Promise<Answer<OperationAnswer>>;
  /** What the rules say about a request, without making it. */
  check(name: string, input: OperationInput): readonly InputProblem[];
  /** What refusals have taught about accepted values, by operation and field. */
  readonly learned: Learned;
  /** Aborts what is under way. Calls after it still work. */
  close(): void;
}

export interface OperationClientDependencies {
  /** The way to `base_url` and the one to `agents_url`. */
  readonly http: Readonly<Record<Operation['host'], Http>>;
  readonly storage: Pick<StorageArea, 'put'>;
  readonly clock: Clock;
}

/** Creates the calls of all operations, derived from the registry. */
export function createOperationClient(dependencies: OperationClientDependencies): OperationClient {
  const { http, storage, clock } = dependencies;
  const learned = createLearned();
  const askOnce = createAskOnce(http, learned);
  let closing = new AbortController();

  async function call(
    name: string,
    input: OperationInput,
    given: OperationOptions = {},
  ): Promise<Answer<OperationAnswer>> {
    const signal =
      given.signal === undefined ? closing.signal : AbortSignal.any([given.signal, closing.signal]);
    const options = { ...given, signal };
    const found = find(name);
    if (found === undefined) return unusable([said('input.operation', { name })]);
    const checked = checkInput(found, input);
    if (!checked.ok) return unusable(checked.problems.map((problem) => problem.said));
    const ask = { name, operation: found, given: checked.given, options };
    if (options.all === true && found.kind !== 'paged') return unusable([said(rule('cursor-pages'))]);
    if (options.all === true) return askAllPages(askOnce, ask);
    if (found.kind === 'stream') return runStream({ http, learned }, ask);
    if (found.kind === 'batch' && input.queries !== undefined) {
      const status = { name: 'search.batches.get', operation: operations['search.batches.get'] };
      return runBatch({ askOnce, storage, clock }, { ...ask, queries: input.queries, status });
    }
    return askOnce(ask);
  }

  const methods = Object.fromEntries(
    Object.keys(operations).map((name) => [
      name,
      (input: OperationInput, options?: OperationOptions) => call(name, input, options),
    ]),
  ) as unknown as OperationMethods;

  return {
    methods,
    call,
    check(name, input) {
      const found = find(name);
      if (found === undefined) return [{ field: '', said: said('input.operation', { name }) }];
      const checked = checkInput(found, input);
      return checked.ok ? [] : checked.problems;
    },
    learned,
    close() {
      closing.abort(new AppError('CALL_CANCELLED'));
      closing = new AbortController();
    },
  };
}

function find(name: string): Operation | undefined {
  return isOperationName(name) ? operations[name] : undefined;
}

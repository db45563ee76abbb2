import { z } from 'zod';
import type { AnswerDeclaration } from '#shared/operations/answer-declaration.ts';
import type { OperationArea, OperationForm } from '#shared/operations/description.ts';
import type { RuleCode } from '#shared/spoken/rule.ts';
import type { Said } from '#shared/spoken/said.ts';
import type { OperationKind } from '../outcomes.ts';

/**
 * What a call of an operation is given: path and query parameters together, the body, and the lines of a
 * batch.
 */
export interface OperationInput {
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
  /** Requests for the `.jsonl` file of a batch, one a line. */
  readonly queries?: readonly unknown[] | undefined;
}

/** The same once it is known to be objects. */
export interface Given {
  readonly params: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A rule of the specification that concerns several fields, or one in a certain case. */
export interface Rule {
  /** The rule, as the sentence of the error. */
  readonly says: RuleCode;
  /** The field to mark in a form. */
  readonly field: string;
  readonly broken: (given: Given) => boolean;
}

/** A request and what came back, as remarks and explanations see it. */
export interface Exchange extends Given {
  /** The answer as it came; whatever JSON. */
  readonly value: unknown;
}

export interface Refusal extends Given {
  readonly status: number;
  /** The body of the refusal: JSON where it was, else text. */
  readonly answer: unknown;
  /** The service's own words about it; may be empty. */
  readonly said: string;
}

/**
 * One operation of the interface, as data. Its name is its key in the registry; `operation.NAME` of the
 * sentences is what it is called.
 */
export interface Operation<
  P extends z.ZodObject = z.ZodObject,
  B extends z.ZodType | undefined = z.ZodType | undefined,
  R extends z.ZodType = z.ZodType,
> {
  readonly area: OperationArea;
  /** Section of the specification. */
  readonly section: string;
  readonly host: 'base' | 'agents';
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Asked with when the service says that it has no such operation: for those whose method is not shown. */
  readonly otherMethod?: 'GET' | 'POST';
  /** Path parameters in braces. */
  readonly path: string;
  readonly kind?: OperationForm;
  /**
   * Of a stream: the words, in small letters, by which an event says that nothing more comes, and that the
   * run failed. They stand as its name, type or status.
   */
  readonly stream?: { readonly ends: readonly string[]; readonly fails: readonly string[] };
  readonly effect?: 'changes' | 'deletes';
  /** Which rows of the table of outcomes count; follows from the others where it is not said. */
  readonly outcome?: OperationKind;
  /** What it costs, where that is known. */
  readonly cost?: string;
  /** What the specification does not show. */
  readonly notShown: readonly string[];
  /** Path and query parameters. */
  readonly params: P;
  readonly body: B;
  /** True where the specification shows every field of the body: others are sent, and remarked upon. */
  readonly complete?: boolean;
  readonly response: R;
  /** Where the answer has what it is about. */
  readonly answer: AnswerDeclaration;
  readonly rules?: readonly Rule[];
  /** What a person should know about an answer. */
  readonly remarks?: (exchange: Exchange) => readonly Said[];
  /** A refusal in better words than the service's, where there are some. */
  readonly explain?: (refusal: Refusal) => Said | undefined;
  /** What a refusal teaches: accepted values of `learns`. */
  readonly learns?: { readonly field: string; readonly from: (refusal: Refusal) => readonly string[] };
  /** A request that shows the form. */
  readonly example?: OperationInput;
}

/** Keeps the exact types of an operation's schemas, and fills in that there are no parameters or no body. */
export function operation<
  R extends z.ZodType,
  P extends z.ZodObject = typeof noParameters,
  B extends z.ZodType | undefined = undefined,
>(
  given: Omit<Operation<P, B, R>, 'params' | 'body' | 'notShown'> & {
    readonly params?: P;
    readonly body?: B;
    readonly notShown?: readonly string[];
  },
): Operation<P, B, R> {
  const { params = noParameters, body, notShown = [] } = given;
  return { ...given, notShown, params: params as P, body: body as B };
}

const noParameters = z.looseObject({});

/** Whether a path parameter: the others go into the query. */
export function isPathParameter({ path }: Pick<Operation, 'path'>, name: string): boolean {
  return path.includes(`{${name}}`);
}

import { z } from 'zod';
import { isRecord } from '#shared/operations/is-record.ts';
import { rule } from '#shared/spoken/rule.ts';
import { type Said, said } from '#shared/spoken/said.ts';
import { saidIssue } from '#shared/spoken/said-issue.ts';
import type { Given, Operation, OperationInput } from './define.ts';

/** What is wrong with one field. */
export interface InputProblem {
  /** Dotted; a parameter's name, or a field of the body. */
  readonly field: string;
  readonly said: Said;
}

export type CheckedInput =
  | { readonly ok: true; readonly given: Given }
  | { readonly ok: false; readonly problems: readonly InputProblem[] };

/**
 * Applies everything the specification says about a request before it is made. What is sent is what was
 * given: no default is filled in and no unknown field is taken away.
 */
export function checkInput(operation: Operation, input: OperationInput): CheckedInput {
  const body = input.body ?? {};
  if (!isRecord(body)) return wrong([{ field: 'body', said: said(rule('body-object')) }]);
  if (operation.body === undefined && Object.keys(body).length > 0)
    return wrong([{ field: 'body', said: said(rule('no-body')) }]);
  const params = understood(operation.params, input.params ?? {});
  const given: Given = { params, body };
  const problems = [
    ...issuesOf(operation.params, params, 'params'),
    ...issuesOf(operation.body ?? z.unknown(), body, 'body'),
    ...queryProblems(operation, input.queries),
  ];
  // Rules look at fields of the right type only.
  if (problems.length > 0) return wrong(problems);
  const broken = (operation.rules ?? []).filter((rule) => rule.broken(given));
  const seen = new Set<string>();
  const unsaid = broken.filter(({ says }) => !seen.has(says) && seen.add(says));
  return broken.length === 0
    ? { ok: true, given }
    : wrong(unsaid.map(({ field, says }) => ({ field, said: said(says) })));
}

function wrong(problems: readonly InputProblem[]): CheckedInput {
  return { ok: false, problems };
}

function queryProblems({ kind }: Operation, queries: OperationInput['queries']): InputProblem[] {
  if (queries === undefined) return [];
  if (kind !== 'batch') return [{ field: 'queries', said: said(rule('no-queries')) }];
  if (queries.length === 0) return [{ field: 'queries', said: said(rule('some-queries')) }];
  const odd = queries.findIndex((query) => !isRecord(query));
  return odd === -1 ? [] : [{ field: `queries.${odd}`, said: said('input.query', { at: odd + 1 }) }];
}

/**
 * Parameters from a command line are text: what a schema does not take as text may be a number, true or a
 * list.
 */
function understood(schema: z.ZodObject, params: Given['params']): Given['params'] {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      const field = Object.hasOwn(schema.shape, name) ? schema.shape[name] : undefined;
      if (typeof value !== 'string' || field === undefined || z.safeParse(field, value).success)
        return [name, value];
      const other = [/^-?\d+$/.test(value) ? Number(value) : value, value === 'true', [value]].find(
        (one) =>
          (typeof one !== 'boolean' || /^(true|false)$/.test(value)) && z.safeParse(field, one).success,
      );
      return [name, other ?? value];
    }),
  );
}

function issuesOf(schema: z.ZodType, value: unknown, whole: string): InputProblem[] {
  const parsed = schema.safeParse(value);
  if (parsed.success) return [];
  return parsed.error.issues.map((issue) => ({
    field: issue.path.map(String).join('.'),
    said: saidIssue(issue, whole),
  }));
}

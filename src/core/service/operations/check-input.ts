import { z } from 'zod';
import { isRecord } from '#shared/operations/is-record.ts';
import type { Given, Operation, OperationInput } from './define.ts';

/** What is wrong with one field, as a sentence. */
export interface InputProblem {
  /** Dotted; a parameter's name, or a field of the body. */
  readonly field: string;
  readonly message: string;
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
  if (!isRecord(body)) return wrong([{ field: 'body', message: 'The body is a JSON object.' }]);
  if (operation.body === undefined && Object.keys(body).length > 0)
    return wrong([{ field: 'body', message: 'This operation takes no body.' }]);
  const params = understood(operation.params, input.params ?? {});
  const given: Given = { params, body };
  const problems = [
    ...issuesOf(operation.params, params),
    ...issuesOf(operation.body ?? z.unknown(), body),
    ...queryProblems(operation, input.queries),
  ];
  // Rules look at fields of the right type only.
  if (problems.length > 0) return wrong(problems);
  const broken = (operation.rules ?? []).filter((rule) => rule.broken(given));
  const said = new Set<string>();
  const unsaid = broken.filter(({ says }) => !said.has(says) && said.add(says));
  return broken.length === 0
    ? { ok: true, given }
    : wrong(unsaid.map(({ field, says }) => ({ field, message: says })));
}

function wrong(problems: readonly InputProblem[]): CheckedInput {
  return { ok: false, problems };
}

function queryProblems({ kind }: Operation, queries: OperationInput['queries']): InputProblem[] {
  if (queries === undefined) return [];
  if (kind !== 'batch') return [{ field: 'queries', message: 'Only a batch takes a list of queries.' }];
  if (queries.length === 0) return [{ field: 'queries', message: 'A batch has at least one query.' }];
  const odd = queries.findIndex((query) => !isRecord(query));
  return odd === -1 ? [] : [{ field: `queries.${odd}`, message: `Query ${odd + 1} is not a JSON object.` }];
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

function issuesOf(schema: z.ZodType, value: unknown): InputProblem[] {
  const parsed = schema.safeParse(value);
  if (parsed.success) return [];
  return parsed.error.issues.map(({ path, message }) => {
    const field = path.map(String).join('.');
    return { field, message: sentenceOf(field, message) };
  });
}

/** Our own messages are sentences; Zod's have no full stop. */
function sentenceOf(field: string, message: string): string {
  if (message.endsWith('.')) return message;
  if (/received undefined$/.test(message)) return `${field} is required.`;
  const text = message.replace(/^Invalid input: /, '');
  return field === '' ? `${text}.` : `${field}: ${text}.`;
}

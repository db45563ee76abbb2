import type { z } from 'zod';
import { invalid, type ValidationDetail } from './problem.ts';

/**
 * Checks a value against a schema.
 *
 * @param where first part of every `loc`: `body`, `query` or `path`
 * @throws Problem 422 with one entry of `detail` for each thing wrong (section 7)
 */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  where: 'body' | 'query' | 'path',
): z.output<Schema> {
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  throw invalid(...result.error.issues.map((issue) => toDetail(issue, value, where)));
}

function toDetail(issue: z.core.$ZodIssue, whole: unknown, where: string): ValidationDetail {
  const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part)));
  // A schema can rearrange the value: then only the issue has the input.
  const input = valueAt(whole, path) ?? issue.input;
  const missing = issue.code === 'invalid_type' && input === undefined;
  return {
    loc: [where, ...path],
    msg: missing ? 'Field required' : issue.message,
    type: missing ? 'missing' : detailType(issue),
    input: missing ? (valueAt(whole, path.slice(0, -1)) ?? null) : input,
  };
}

function detailType(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') return `${issue.expected}_type`;
  if (issue.code === 'invalid_value') return 'enum';
  if (issue.code === 'unrecognized_keys') return 'extra_forbidden';
  if (issue.code === 'invalid_format') return 'string_pattern_mismatch';
  return 'value_error';
}

function valueAt(whole: unknown, path: readonly (string | number)[]): unknown {
  let value: unknown = whole;
  for (const part of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<string, unknown>)[String(part)];
  }
  return value;
}

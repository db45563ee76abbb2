import type { z } from 'zod';
import { isRule } from './rule.ts';
import { type Said, said } from './said.ts';

type Issue = z.core.$ZodIssue;

/**
 * What is wrong with an input: the rule that a schema names, else what Zod found, in sentences of ours. Zod's
 * own are one language at a time for the whole process, and an answer and its log are often in two.
 *
 * @param whole what the input is called where all of it is wrong
 */
export function saidIssue(issue: Issue, whole: string): Said {
  if (isRule(issue.message)) return said(issue.message);
  const field = issue.path.length === 0 ? whole : issue.path.map(String).join('.');
  switch (issue.code) {
    case 'invalid_type':
      return isMissing(issue)
        ? said('input.required', { field })
        : said('input.type', { field, type: issue.expected });
    case 'too_small':
      return tooSmall(issue, field);
    case 'too_big': {
      const kind = issue.inclusive === false ? 'exclusive' : issue.origin;
      return said('input.tooBig', { field, kind, most: Number(issue.maximum) });
    }
    case 'invalid_value':
      return isMissing(issue)
        ? said('input.required', { field })
        : said('input.oneOf', { field, list: issue.values.map(String).join(', ') });
    case 'invalid_format':
      return said('input.format', { field, kind: issue.format });
    case 'unrecognized_keys':
      return said('input.unknown', { field, list: issue.keys.join(', ') });
    default:
      return said('input.odd', { field });
  }
}

/** Zod tells it in its sentence only. */
function isMissing({ message }: Issue): boolean {
  return /received undefined$/.test(message);
}

function tooSmall(issue: z.core.$ZodIssueTooSmall, field: string): Said {
  const least = Number(issue.minimum);
  // An empty text is none.
  if (issue.origin === 'string' && least === 1) return said('input.required', { field });
  const kind = issue.inclusive === false ? 'exclusive' : issue.origin;
  return said('input.tooSmall', { field, kind, least });
}

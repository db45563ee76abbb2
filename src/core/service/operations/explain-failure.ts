import { isRecord } from '#shared/operations/is-record.ts';
import { said } from '#shared/spoken/said.ts';
import { type Answer, retold } from '../answer.ts';
import { parseJson } from '../parse-json.ts';
import type { RawAnswer } from '../read-answer.ts';
import type { Ask } from './ask-once.ts';
import type { Learned } from './learned.ts';

/** The commonest reason by far (specification, head: two addresses). */
const otherAddress = said('input.agentsAddress');

type Failed = Extract<Answer<never>, { ok: false }>;

/** Adds what is known of this operation to a refusal, and learns from it. */
export function explainFailure(
  {
    name,
    operation,
    given,
    learned,
  }: Pick<Ask, 'name' | 'operation' | 'given'> & { readonly learned: Learned },
  answer: Failed,
  raw: RawAnswer | undefined,
): Failed {
  const { status, error } = answer.failure;
  if (raw === undefined || status === undefined || (status >= 200 && status < 300)) return answer;
  const refusal = { ...given, status, answer: contentOf(raw), said: error.detail ?? '' };
  if (operation.learns !== undefined) {
    const values = operation.learns.from(refusal);
    if (values.length > 0) learned.set(name, operation.learns.field, values);
  }
  // Without an id in the path nothing but the operation itself can be missing, unless the service names what
  // is.
  const isMissing =
    error.code === 'NOT_FOUND' && !operation.path.includes('{') && !namesAThing(refusal.answer);
  const code = isMissing ? 'NO_SUCH_OPERATION' : error.code;
  const elsewhere = code === 'NO_SUCH_OPERATION' && operation.host === 'agents';
  const spoken = operation.explain?.(refusal) ?? (elsewhere ? otherAddress : undefined);
  if (spoken !== undefined) return retold(answer, { code, spoken });
  return code === error.code ? answer : retold(answer, { code, detail: error.detail ?? '' });
}

/** Whether a refusal says that a thing is not there, as in `TEMPLATE_NOT_FOUND`; a route is no such thing. */
function namesAThing(answer: unknown): boolean {
  const code = isRecord(answer) ? (answer.errorCode ?? answer.code) : undefined;
  return (
    typeof code === 'string' &&
    /_NOT_FOUND$/i.test(code) &&
    !/^(ROUTE|ENDPOINT|OPERATION|PATH|URL|METHOD)_/i.test(code)
  );
}

function contentOf({ body }: RawAnswer): unknown {
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  return (parseJson(text) ?? { value: text }).value;
}

import { isDeepStrictEqual } from 'node:util';
import { redacted } from '../redact/patterns.ts';
import { matcherOf, shortestInside } from '../redact/redact.ts';
import type { z } from 'zod';
import { isRule } from '#shared/spoken/rule.ts';
import { said } from '#shared/spoken/said.ts';
import { speakEnglish } from '#shared/spoken/speak-english.ts';
import { type Answer, answered, failed } from './answer.ts';
import { hasEffect, type OperationKind, outcomeOf } from './outcomes.ts';
import { type ErrorSource, parseError } from './parse-error.ts';
import { hasTooManyValues, isTooDeep, parseJson } from './parse-json.ts';

export interface RawAnswer extends ErrorSource {
  readonly retryAfterMs?: number | undefined;
}

export interface Expectation<T> {
  readonly kind: OperationKind;
  readonly schema: z.ZodType<T>;
  /** Values sent that an answer might repeat: what is read of it is kept, shown and backed up. */
  readonly secrets: readonly string[];
}

/** Whether a status says that the request succeeded. */
export function isGood(status: number): boolean {
  return status >= 200 && status < 300;
}

/** Turns what came over the wire into what was asked for, or into what the failure means. */
export function readAnswer<T>(raw: RawAnswer, expected: Expectation<T>): Answer<T> {
  const { status } = raw;
  if (!isGood(status)) return refusal(raw, expected);
  const text = (typeof raw.body === 'string' ? raw.body : new TextDecoder().decode(raw.body)).trim();
  // 204, and deployments that answer a deletion with nothing instead of `null`.
  const json = text === '' ? { value: null } : parseJson(text, cleaner(text, expected));
  const parsed = json === undefined ? undefined : expected.schema.safeParse(json.value);
  if (parsed?.success) return answered(parsed.data);
  const { shape, sentence, requestId } = parseError(raw);
  const maybeDone = hasEffect(expected.kind);
  const concerns = 'perhaps-profile' as const;
  const common = { status, concerns, maybeDone, ...idOf(requestId, expected) };
  // A sign-in page of a network comes with 200.
  if (shape === 'html')
    return failed('BLOCKED_BY_FIREWALL', 'retry', { ...common, detail: clean(sentence, expected) });
  const issue = parsed?.error.issues[0];
  const detail =
    issue === undefined ? whyUnread(text) : `${issue.path.map(String).join('.')}: ${words(issue)}`;
  return failed('BAD_ANSWER', 'retry', { ...common, detail: clean(detail, expected) });
}

function whyUnread(text: string): string {
  if (isTooDeep(text)) return 'nested too deeply';
  return hasTooManyValues(text) ? 'too many values' : 'no JSON';
}

function words({ message }: z.core.$ZodIssue): string {
  return isRule(message) ? speakEnglish(said(message)) : message;
}

function refusal<T>(raw: RawAnswer, expected: Expectation<T>): Answer<T> {
  const error = parseError(raw);
  const { code, disposition, concerns, maybeDone } = outcomeOf(raw.status, expected.kind, error);
  return failed(code, disposition, {
    status: raw.status,
    concerns,
    maybeDone,
    detail: clean(error.sentence, expected),
    ...idOf(error.requestId, expected),
    retryAfterMs: raw.retryAfterMs,
  });
}

const idOf = (requestId: string | undefined, expected: Sent) =>
  requestId === undefined ? {} : { requestId: clean(requestId, expected) };

type Sent = Pick<Expectation<unknown>, 'secrets'>;

/** Cleans each text of an answer; undefined where none can repeat what was sent. */
function cleaner(
  body: string,
  { secrets, schema }: Expectation<unknown>,
): ((text: string) => string) | undefined {
  if (schema.meta()?.isAddress === true) return undefined;
  // A shorter secret may be a part of an id or of a name by chance.
  const sent = { secrets: secrets.filter(({ length }) => length >= shortestInside) };
  // An escaped character may be one of a secret.
  const isSuspect = body.includes('\\u') || body.search(matcherOfSent(sent)) !== -1;
  return isSuspect ? (text) => clean(text, sent) : undefined;
}

const clean = (text: string, { secrets }: Sent) => withoutSecrets(text, secrets);

/** The text without any form of what was sent, since it is kept, shown and backed up. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return text.replaceAll(matcherOfSent({ secrets }), redacted);
}

let last: { readonly secrets: readonly string[]; readonly matcher: RegExp } | undefined;

/** Remembers the last one, since nearly all requests are sent with the same key. */
function matcherOfSent({ secrets }: Sent): RegExp {
  if (last === undefined || !isDeepStrictEqual(last.secrets, secrets))
    last = { secrets, matcher: matcherOf(new Set(secrets.filter((secret) => secret !== ''))) };
  return last.matcher;
}

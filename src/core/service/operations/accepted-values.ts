import { isRecord } from '#shared/operations/is-record.ts';

/** Far more values than any field has, and a far longer text than any message. */
const most = 100;
const longestText = 10_000;
const name = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/**
 * The names that a 422 gives as accepted for `field` (specification 7): from `ctx` or `msg` of the entries
 * about it. What was refused is not among them. Empty when none are given; never throws.
 */
export function acceptedValues(answer: unknown, field: string, sent: unknown): string[] {
  const detail = isRecord(answer) ? answer.detail : undefined;
  const found = new Set<string>();
  for (const entry of Array.isArray(detail) ? detail : []) {
    if (!isRecord(entry) || !Array.isArray(entry.loc) || !entry.loc.includes(field)) continue;
    const refused = entry.input ?? refusedOf(entry.loc, sent);
    const places = [...(isRecord(entry.ctx) ? Object.values(entry.ctx) : []), entry.msg];
    for (const one of places.flatMap(namesIn)) if (one !== refused && found.size < most) found.add(one);
  }
  // One name alone is rather the one that was refused, said back.
  return found.size > 1 ? [...found] : [];
}

/** `['body', 'categories', 1]` is about the second value sent. */
function refusedOf(loc: readonly unknown[], sent: unknown): unknown {
  const index = loc.at(-1);
  return typeof index === 'number' && Array.isArray(sent) ? sent[index] : undefined;
}

/**
 * Names in a list, quoted in a text (`'a', 'b' or 'c'`), or after its last colon (`accepted: a, b and c`).
 */
function namesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.filter((one) => typeof one === 'string' && name.test(one));
  if (typeof value !== 'string') return [];
  const text = value.slice(0, longestText);
  const quoted = [...text.matchAll(/['"`]([^'"`]{1,60})['"`]/g)].map((match) => match[1] ?? '');
  const accepted = quoted.filter((one) => name.test(one));
  if (accepted.length > 1) return accepted;
  const listed = text.slice(text.lastIndexOf(':') + 1).split(/,|;|\s+(?:or|and)\s+/);
  return listed.map((one) => one.trim().replace(/\.$/, '')).filter((one) => name.test(one));
}

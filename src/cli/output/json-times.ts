/**
 * Names of times in what core answers: `createdAt`, `dueAt`, `stuckSince`, `waitsUntil`, `since`, `at`,
 * `notBefore`. What the service answers has other names and its own times.
 */
const timeName = /^(at|since|until|notBefore)$|[a-z](At|Since|Until)$/;

/** The same value with its times, which core keeps in milliseconds since the epoch, in RFC 3339. */
export function withTimes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withTimes);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, of]) => [name, timeName.test(name) ? timeText(of) : withTimes(of)]),
  );
}

/** Zero is "now", "never" or "not known": no document is from then, and no program guesses what it means. */
function timeText(value: unknown): unknown {
  if (typeof value !== 'number') return withTimes(value);
  const time = new Date(value);
  return value === 0 || Number.isNaN(time.getTime()) ? null : time.toISOString();
}

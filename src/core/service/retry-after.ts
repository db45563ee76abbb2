/** Nobody is believed to want silence for longer than this without being asked again, ms. */
const longestMs = 60 * 60_000;

/**
 * Milliseconds to wait, from a `Retry-After` header in either form: seconds, or an HTTP date (U5). A date is
 * measured against the answer's own `Date` header where there is one, because the clock of this machine may
 * be wrong; else against `wallNow`.
 */
export function parseRetryAfter(
  value: string | undefined,
  dateHeader: string | undefined,
  wallNow: number,
): number | undefined {
  const text = value?.trim();
  if (text === undefined || text === '') return undefined;
  if (/^\d+(\.\d+)?$/.test(text)) return Math.min(Number(text) * 1_000, longestMs);
  // `Date.parse` accepts much that is no date ("-5"); an HTTP date begins with the name of a day.
  if (!/^[A-Za-z]{3,9},? /.test(text)) return undefined;
  const until = Date.parse(/GMT|UTC|[+-]\d{4}/.test(text) ? text : `${text} GMT`);
  if (Number.isNaN(until)) return undefined;
  const serverNow = Date.parse(dateHeader ?? '');
  return Math.min(Math.max(0, until - (Number.isNaN(serverNow) ? wallNow : serverNow)), longestMs);
}

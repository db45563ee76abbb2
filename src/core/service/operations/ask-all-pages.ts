import { isRecord } from '#shared/operations/is-record.ts';
import { type Said, said } from '#shared/spoken/said.ts';
import { type Answer, answered } from '../answer.ts';
import type { Ask, AskOnce } from './ask-once.ts';
import type { OperationAnswer } from './operation-client.ts';
import { readOperationAnswer } from './read-operation-answer.ts';

/** How often a page is asked for again when the service asked for a pause; the budget waits in between. */
const mostPauses = 10;

/**
 * Follows `cursor` to the last page (specification 2.2) and gives all `results` as one page, in the order
 * they came.
 */
export async function askAllPages(askOnce: AskOnce, ask: Ask): Promise<Answer<OperationAnswer>> {
  const results: unknown[] = [];
  const seen = new Set<unknown>();
  const notes = new Map<string, Said>();
  const remark = (note: Said) => notes.set(JSON.stringify(note), note);
  let cursor = ask.given.params.cursor;
  let first: OperationAnswer | undefined;
  let pauses = 0;
  for (;;) {
    const params = { ...ask.given.params, cursor };
    const answer = await askOnce({ ...ask, given: { ...ask.given, params } });
    if (!answer.ok) {
      if (answer.failure.disposition !== 'rate-limited' || pauses >= mostPauses) return answer;
      pauses += 1;
      continue;
    }
    const { value } = answer.value;
    first ??= answer.value;
    for (const note of answer.value.notes) remark(note);
    const page = isRecord(value) ? value : {};
    if (Array.isArray(page.results)) for (const one of page.results) results.push(one);
    const count = results.length;
    const note =
      typeof page.count === 'number'
        ? said('remark.receivedOf', { count, total: page.count })
        : said('remark.received', { count });
    // The pages themselves come with the answer; told one by one they would travel twice.
    ask.options.onPiece?.({ data: { received: count }, note });
    cursor = page.cursor;
    if (typeof cursor !== 'string' || cursor === '') break;
    if (seen.has(cursor)) {
      remark(said('remark.sameCursor'));
      break;
    }
    seen.add(cursor);
  }
  if (!isRecord(first.value) || !Array.isArray(first.value.results)) return answered(first);
  const exchange = { ...ask.given, value: { ...first.value, results, cursor: null } };
  const whole = readOperationAnswer(ask.operation, exchange, undefined);
  return whole.ok
    ? answered({
        ...whole.value,
        notes: [...notes.values()],
        status: first.status,
        requestId: first.requestId,
      })
    : whole;
}

import { type Clock, sleep } from '#core/ports/clock.ts';
import { type BatchId, batchIdSchema } from '#shared/ids/ids.ts';
import { batchState } from '#shared/operations/batch-state.ts';
import { isRecord } from '#shared/operations/is-record.ts';
import { said } from '#shared/spoken/said.ts';
import { type Answer, failed, retold } from '../answer.ts';
import type { StorageArea } from '../storage.ts';
import type { Ask, AskOnce } from './ask-once.ts';
import type { OperationAnswer } from './operation-client.ts';

interface BatchAsk extends Ask {
  readonly queries: readonly unknown[];
  /** The operation that is polled. */
  readonly status: Pick<Ask, 'name' | 'operation'>;
}

/**
 * Between two looks at a batch, ms of the clock: not before it is expected, not longer than a person likes to
 * wait.
 */
const shortestWait = 1_000;
const longestWait = 30_000;
/** A batch takes long; a line that breaks for a moment does not end the wait. */
const mostFailuresInRow = 5;

/**
 * Makes a batch, sends its queries to the upload address as `.jsonl` (no header of ours, as for every
 * storage) and asks for the status until the job is done (specification 4.13).
 */
export async function runBatch(
  { askOnce, storage, clock }: { askOnce: AskOnce; storage: Pick<StorageArea, 'put'>; clock: Clock },
  { queries, status, ...ask }: BatchAsk,
): Promise<Answer<OperationAnswer>> {
  const { priority = 'person', signal, onPiece } = ask.options;
  const made = await askOnce(ask);
  if (!made.ok) return made;
  const { batch_id: told, presigned_url: address } = isRecord(made.value.value) ? made.value.value : {};
  const { data: id } = batchIdSchema.safeParse(told);
  if (id === undefined || typeof address !== 'string')
    return failed('BAD_ANSWER', 'retry', { spoken: said('detail.noBatch'), maybeDone: true });
  onPiece?.({ data: { batch_id: id }, note: said('remark.batchMade', { id }) });

  const bytes = new TextEncoder().encode(queries.map((query) => `${JSON.stringify(query)}\n`).join(''));
  const sent = await storage.put(address, { kind: 'buffer', bytes }, { priority, signal });
  if (!sent.ok) return about(id, 'batchNotSent', sent);
  onPiece?.({
    data: { batch_id: id, queries: queries.length },
    note: said('remark.queriesSent', { count: queries.length }),
  });

  let failures = 0;
  let expectedAt: number | undefined;
  for (let pause = shortestWait; ; pause = Math.min(longestWait, pause * 2)) {
    // The service says when it will be done: no look before that, but a sign of life now and then.
    const untilThen = expectedAt === undefined ? pause : expectedAt - clock.now();
    await sleep(clock, Math.min(longestWait, Math.max(shortestWait, untilThen)), signal);
    const given = { params: { batch_id: id }, body: {} };
    const answer = await askOnce({ ...status, given, options: ask.options });
    if (!answer.ok) {
      failures += 1;
      const isLasting = answer.failure.disposition === 'never' || answer.failure.disposition === 'fix-first';
      if (isLasting || failures >= mostFailuresInRow) return about(id, 'batchUnknown', answer);
      continue;
    }
    failures = 0;
    const state = batchState(answer.value.value);
    // Its results may be large, and are the answer.
    onPiece?.({ data: state.isDone ? { batch_id: id } : answer.value.value, note: state.said });
    if (state.isDone) return answer;
    expectedAt = state.expectedAt;
  }
}

/** The failure, with the id of the batch: it is there and can be asked for by it. */
function about(
  id: BatchId,
  what: 'batchNotSent' | 'batchUnknown',
  answer: Extract<Answer<never>, { ok: false }>,
): Answer<never> {
  const { detail: reason } = answer.failure.error;
  const spoken = reason ? said(`detail.${what}`, { id, reason }) : said(`detail.${what}NoReason`, { id });
  return retold(answer, { spoken });
}

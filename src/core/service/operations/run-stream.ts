import { z } from 'zod';
import type { AppError } from '#shared/errors/app-error.ts';
import { joinDeltas } from '#shared/operations/deltas.ts';
import { type Said, said } from '#shared/spoken/said.ts';
import { type Answer, answered, failed, retold } from '../answer.ts';
import type { Http } from '../http.ts';
import type { RawAnswer } from '../read-answer.ts';
import { type Ask, requestFor } from './ask-once.ts';
import type { Operation } from './define.ts';
import { explainFailure } from './explain-failure.ts';
import type { Learned } from './learned.ts';
import type { OperationAnswer } from './operation-client.ts';
import { readOperationAnswer } from './read-operation-answer.ts';
import { endIn, type StreamEnd } from './stream-end.ts';

type Failed = Extract<Answer<never>, { ok: false }>;

const nothingKnown = { ends: [], fails: [] };

/**
 * Runs an operation that answers with server-sent events: each is told as it comes, all of them are the
 * answer. A stream that says that its run failed has failed, and so has one that ends without its end: it was
 * cut off.
 */
export async function runStream(
  { http, learned }: { http: Readonly<Record<Operation['host'], Http>>; learned: Learned },
  { name, operation, given, options }: Ask,
): Promise<Answer<OperationAnswer>> {
  const events: unknown[] = [];
  let raw: RawAnswer | undefined;
  let end: StreamEnd | undefined;
  const answer = await http[operation.host].stream(
    {
      ...requestFor(operation, given),
      schema: z.unknown(),
      onAnswer: (received) => {
        raw = received;
      },
      onEvent: (piece) => {
        // A failure stands, whatever comes after it; an end may be that of a step.
        if (end?.kind !== 'failed') end = endIn(operation.stream ?? nothingKnown, piece) ?? end;
        events.push(piece.data);
        options.onPiece?.(piece);
      },
      onDone: () => {
        end ??= { kind: 'ended' };
      },
    },
    { priority: options.priority ?? 'person', signal: options.signal },
  );
  if (end?.kind === 'failed') {
    const why = end.message === undefined ? { spoken: said('detail.noReason') } : { detail: end.message };
    return named(events, failed('RUN_FAILED', 'never', { ...why, maybeDone: true }));
  }
  // What breaks behind the end takes nothing from it. What was refused, or never sent, began nothing.
  if (!answer.ok && end === undefined && events.length === 0 && !mayHaveBegun(answer))
    return named(events, explainFailure({ name, operation, given, learned }, answer, raw));
  // What was begun is begun, however it broke off: another try would be another run.
  if (end === undefined) {
    const { detail, spoken, requestId }: Partial<AppError> = answer.ok ? {} : answer.failure.error;
    const told = { ...(detail && { detail }), ...(spoken && { spoken }), ...(requestId && { requestId }) };
    return named(events, failed('STREAM_CUT', 'never', { maybeDone: true, ...told }));
  }
  const whole = readOperationAnswer(operation, { ...given, value: events }, raw);
  return whole.ok ? answered(whole.value) : whole;
}

/** The request went out, and no word of it came back, or that of a gateway which waited for the run. */
function mayHaveBegun({ failure }: Failed): boolean {
  return failure.maybeDone && ['CONNECTION_LOST', 'TIMED_OUT', 'SERVICE_FAILED'].includes(failure.error.code);
}

/** Names the run that was begun, so that it is looked for before another one is. */
function named(events: readonly unknown[], answer: Failed): Failed {
  const { executionId, requestId } = joinDeltas(events);
  const { detail, spoken, requestId: known } = answer.failure.error;
  if (executionId === undefined && (known ?? requestId) === known) return answer;
  const words =
    executionId === undefined
      ? { ...(detail && { detail }), ...(spoken && { spoken }) }
      : { spoken: runSaid(executionId, answer.failure.error) };
  return retold(answer, { ...words, requestId: known ?? requestId });
}

function runSaid(id: string, { detail: reason, spoken }: AppError): Said {
  if (spoken?.code === 'detail.noReason') return said('detail.noReasonAndRun', { id });
  return reason ? said('detail.reasonAndRun', { id, reason }) : said('detail.run', { id });
}

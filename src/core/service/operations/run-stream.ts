import { z } from 'zod';
import { type Answer, answered } from '../answer.ts';
import type { Http } from '../http.ts';
import type { RawAnswer } from '../read-answer.ts';
import { type Ask, requestFor } from './ask-once.ts';
import type { Operation } from './define.ts';
import { explainFailure } from './explain-failure.ts';
import type { Learned } from './learned.ts';
import type { OperationAnswer } from './operation-client.ts';
import { readOperationAnswer } from './read-operation-answer.ts';

/** Runs an operation that answers with server-sent events: each is told as it comes, all of them are the answer. */
export async function runStream(
  { http, learned }: { http: Readonly<Record<Operation['host'], Http>>; learned: Learned },
  { name, operation, given, options }: Ask,
): Promise<Answer<OperationAnswer>> {
  const events: unknown[] = [];
  let raw: RawAnswer | undefined;
  const answer = await http[operation.host].stream(
    {
      ...requestFor(operation, given),
      schema: z.unknown(),
      onAnswer: (received) => {
        raw = received;
      },
      onEvent: (piece) => {
        events.push(piece.data);
        options.onPiece?.(piece);
      },
    },
    { priority: options.priority ?? 'person', signal: options.signal },
  );
  if (!answer.ok) return explainFailure({ name, operation, given, learned }, answer, raw);
  const whole = readOperationAnswer(operation, { ...given, value: events }, raw);
  return whole.ok ? answered(whole.value) : whole;
}

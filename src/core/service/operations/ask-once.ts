import { z } from 'zod';
import type { Answer } from '../answer.ts';
import type { Http } from '../http.ts';
import type { RawAnswer } from '../read-answer.ts';
import type { Given, Operation } from './define.ts';
import { explainFailure } from './explain-failure.ts';
import type { Learned } from './learned.ts';
import type { OperationAnswer, OperationOptions } from './operation-client.ts';
import { readOperationAnswer } from './read-operation-answer.ts';
import { requestOf } from './request-of.ts';
import { secretsOf } from './secrets-of.ts';

/** One checked call. */
export interface Ask {
  readonly name: string;
  readonly operation: Operation;
  readonly given: Given;
  readonly options: OperationOptions;
}

export type AskOnce = (ask: Ask) => Promise<Answer<OperationAnswer>>;

/** One request, one answer. Remembers what refusals teach, and which method works where none is shown. */
export function createAskOnce(http: Readonly<Record<Operation['host'], Http>>, learned: Learned): AskOnce {
  const otherMethods = new Set<string>();

  async function send({ name, operation, given, options }: Ask): Promise<Answer<OperationAnswer>> {
    let raw: RawAnswer | undefined;
    const answer = await http[operation.host].call<unknown>(
      {
        ...requestFor(operation, given),
        // Any JSON is taken: what it means is read below, without losing a field.
        schema: z.unknown(),
        secrets: secretsOf(given.body.config),
        onAnswer: (received) => {
          raw = received;
        },
      },
      { priority: options.priority ?? 'person', signal: options.signal },
    );
    return answer.ok
      ? readOperationAnswer(operation, { ...given, value: answer.value }, raw)
      : explainFailure({ name, operation, given, learned }, answer, raw);
  }

  return async (ask) => {
    const { name, operation } = ask;
    const { otherMethod } = operation;
    if (otherMethod === undefined) return send(ask);
    const other = { ...ask, operation: { ...operation, method: otherMethod } };
    if (otherMethods.has(name)) return send(other);
    const answer = await send(ask);
    if (answer.ok || answer.failure.error.code !== 'NO_SUCH_OPERATION') return answer;
    const second = await send(other);
    if (second.ok) otherMethods.add(name);
    return second.ok || second.failure.error.code !== 'NO_SUCH_OPERATION' ? second : answer;
  };
}

/** The request as it goes out: a GET carries in its query what a POST carries in its body. */
export function requestFor(operation: Operation, { params, body }: Given) {
  if (operation.method === 'GET') return requestOf(operation, { ...body, ...params });
  const request = requestOf(operation, params);
  // A body that is optional and empty is not sent: DELETE takes none, and clone may take none.
  const isEmpty = operation.body === undefined || (operation.body instanceof z.ZodOptional && isBare(body));
  return isEmpty ? request : { ...request, body };
}

function isBare(body: Given['body']): boolean {
  return Object.keys(body).length === 0;
}

import { isRecord } from '#shared/operations/is-record.ts';
import { said } from '#shared/spoken/said.ts';
import { type Answer, answered } from '../answer.ts';
import { requestIdIn } from '../parse-error.ts';
import type { RawAnswer } from '../read-answer.ts';
import type { Exchange, Operation } from './define.ts';
import type { OperationAnswer } from './operation-client.ts';
import { remarksOf } from './remarks-of.ts';

/**
 * Any JSON becomes an answer: what is not as the specification shows it costs the typed view, never the
 * answer.
 */
export function readOperationAnswer(
  operation: Operation,
  exchange: Exchange,
  raw: RawAnswer | undefined,
): Answer<OperationAnswer> {
  const { value } = exchange;
  const parsed = operation.response.safeParse(value);
  const notes = remarksOf(operation, exchange);
  const odd = parsed.success ? [] : [said('remark.otherShape')];
  return answered({
    status: raw?.status ?? 200,
    value,
    typed: parsed.success ? parsed.data : undefined,
    notes: [...odd, ...notes],
    requestId: idIn(value) ?? (raw === undefined ? undefined : requestIdIn(raw.headers)),
  });
}

/** Structured data and knowledge graph carry it in `metadata` (specification 2.5a). */
function idIn(value: unknown): string | undefined {
  if (!isRecord(value)) return undefined;
  const { metadata } = value;
  const id = isRecord(metadata) ? metadata.request_id : value.request_id;
  return typeof id === 'string' && id !== '' ? id : undefined;
}

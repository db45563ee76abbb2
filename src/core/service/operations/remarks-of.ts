import { isRecord } from '#shared/operations/is-record.ts';
import { readAnswer } from '#shared/operations/read-answer.ts';
import { type Said, said } from '#shared/spoken/said.ts';
import type { Exchange, Operation } from './define.ts';
import { fieldsOf } from './fields-of.ts';

/**
 * Sentences about an answer that a person should read: errors on the way, what it cost, what may be missing
 * from it.
 */
export function remarksOf(operation: Operation, exchange: Exchange): Said[] {
  return [
    ...unknownFields(operation, exchange),
    ...errorsIn(exchange.value),
    ...readAnswer(operation.answer, exchange.value).remarks,
    ...(operation.remarks?.(exchange) ?? []),
    ...costsIn(exchange.value),
  ];
}

/** The specification shows all fields of some requests: another one is sent, and may be a slip of the pen. */
function unknownFields(operation: Operation, { params, body }: Exchange): Said[] {
  const known = operation.complete === true ? fieldsOf(operation.body) : undefined;
  const parameters = Object.keys(operation.params.shape);
  const unknown = [
    ...Object.keys(params).filter((name) => parameters.length > 0 && !parameters.includes(name)),
    ...(known === undefined ? [] : Object.keys(body).filter((name) => !known.includes(name))),
  ];
  return unknown.map((name) => said('remark.unlisted', { name }));
}

/** Structured data answers 200 with `errors` for what could not be fetched (specification 7). */
function errorsIn(value: unknown): Said[] {
  const errors = isRecord(value) && Array.isArray(value.errors) ? value.errors : [];
  return errors
    .map((one) => (isRecord(one) && typeof one.message === 'string' ? one.message : JSON.stringify(one)))
    .map((reason) => said('remark.error', { reason }));
}

function costsIn(value: unknown): Said[] {
  const usage = isRecord(value) && isRecord(value.usage) ? value.usage : {};
  return Object.entries(usage).flatMap(([name, amount]) =>
    typeof amount === 'number' ? [costOf(name, amount)] : [],
  );
}

function costOf(field: string, amount: number): Said {
  if (field === 'api_query_units') return said('remark.usedQuota', { amount });
  if (field === 'knowledge_graph_tokens') return said('remark.usedTokens', { count: amount });
  return said('remark.used', { amount, name: field.replaceAll('_', ' ') });
}

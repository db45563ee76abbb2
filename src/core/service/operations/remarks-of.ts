import { isRecord } from '#shared/operations/is-record.ts';
import { readAnswer } from '#shared/operations/read-answer.ts';
import type { Exchange, Operation } from './define.ts';
import { fieldsOf } from './fields-of.ts';

/**
 * Sentences about an answer that a person should read: errors on the way, what it cost, what may be missing
 * from it.
 */
export function remarksOf(operation: Operation, exchange: Exchange): string[] {
  return [
    ...unknownFields(operation, exchange),
    ...errorsIn(exchange.value),
    ...readAnswer(operation.answer, exchange.value).remarks,
    ...(operation.remarks?.(exchange) ?? []),
    ...costsIn(exchange.value),
  ];
}

/** The specification shows all fields of some requests: another one is sent, and may be a slip of the pen. */
function unknownFields(operation: Operation, { params, body }: Exchange): string[] {
  const known = operation.complete === true ? fieldsOf(operation.body) : undefined;
  const parameters = Object.keys(operation.params.shape);
  const unknown = [
    ...Object.keys(params).filter((name) => parameters.length > 0 && !parameters.includes(name)),
    ...(known === undefined ? [] : Object.keys(body).filter((name) => !known.includes(name))),
  ];
  return unknown.map((name) => `${name} is not in the specification; it was sent all the same.`);
}

/** Structured data answers 200 with `errors` for what could not be fetched (specification 7). */
function errorsIn(value: unknown): string[] {
  const errors = isRecord(value) && Array.isArray(value.errors) ? value.errors : [];
  return errors
    .map((one) => (isRecord(one) && typeof one.message === 'string' ? one.message : JSON.stringify(one)))
    .map((message) => `The service met an error: ${message}`);
}

function costsIn(value: unknown): string[] {
  const usage = isRecord(value) && isRecord(value.usage) ? value.usage : {};
  return Object.entries(usage)
    .filter(([, amount]) => typeof amount === 'number')
    .map(([name, amount]) => `Used: ${amount} ${nameOf(name)}.`);
}

/** Fields whose names say nothing to who reads them. */
const named: Readonly<Record<string, string>> = {
  api_query_units: 'of your search quota',
  knowledge_graph_tokens: 'knowledge-graph tokens',
};

function nameOf(field: string): string {
  return named[field] ?? field.replaceAll('_', ' ');
}

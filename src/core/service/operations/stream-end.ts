import { isRecord } from '#shared/operations/is-record.ts';
import type { StreamedEvent } from '../stream-answer.ts';
import type { Operation } from './define.ts';

/** What an event says of the stream it came in. */
export type StreamEnd =
  /** It is whole. */
  | { readonly kind: 'ended' }
  /** The run failed, and why, where it says. */
  | { readonly kind: 'failed'; readonly message: string | undefined };

/**
 * Whether an event ends its stream or says that it failed: by its name, its type or status, or those of its
 * delta, in any spelling of case; an error by its field too. Undefined for all others: plain text is what the
 * run says, and no sign.
 */
export function endIn(
  stream: NonNullable<Operation['stream']>,
  { event, data }: StreamedEvent,
): StreamEnd | undefined {
  const fields = isRecord(data) ? data : {};
  const delta = isRecord(fields.delta) ? fields.delta : {};
  const said = [event, fields.type, fields.status, delta.type, delta.status]
    .filter((word) => typeof word === 'string')
    .map((word) => word.toLowerCase());
  const error = fields.error ?? delta.error;
  if (isSaid(error) || said.some((word) => stream.fails.includes(word))) {
    const words = [error, delta.content, fields.message, fields.detail, data]
      .map(wordsOf)
      .find((text) => text !== '');
    return { kind: 'failed', message: words };
  }
  return said.some((word) => stream.ends.includes(word)) ? { kind: 'ended' } : undefined;
}

function isSaid(error: unknown): boolean {
  return error !== undefined && error !== null && error !== false && error !== '';
}

function wordsOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (!isRecord(value)) return '';
  return [value.message, value.detail, value.code].find((text) => typeof text === 'string') ?? '';
}

import { isRecord } from './is-record.ts';

export interface StreamedMessage {
  readonly id: string;
  readonly role: string | undefined;
  readonly type: string | undefined;
  readonly text: string;
}

export interface StreamedRun {
  readonly executionId: string | undefined;
  readonly requestId: string | undefined;
  /** In the order in which they began. */
  readonly messages: readonly StreamedMessage[];
}

/** The words of one event of a workflow's stream; empty for one without. */
export function deltaText(event: unknown): string {
  const delta = isRecord(event) && isRecord(event.delta) ? event.delta : {};
  return typeof delta.content === 'string' ? delta.content : '';
}

/**
 * The messages that a stream's deltas make, each joined from its pieces (service-behaviour.md, "Workflows":
 * `{ request_id, execution_id, delta: { type, role, content, message_id } }`). What has no message id belongs
 * to the message before. Never throws.
 */
export function joinDeltas(events: readonly unknown[]): StreamedRun {
  const messages = new Map<string, { role?: string; type?: string; parts: string[] }>();
  let executionId: string | undefined;
  let requestId: string | undefined;
  let last = '';
  for (const event of events) {
    if (!isRecord(event)) continue;
    executionId ??= textOf(event.execution_id);
    requestId ??= textOf(event.request_id);
    if (!isRecord(event.delta)) continue;
    last = textOf(event.delta.message_id) ?? last;
    const message = messages.get(last) ?? { parts: [] };
    const role = message.role ?? textOf(event.delta.role);
    const type = message.type ?? textOf(event.delta.type);
    message.parts.push(deltaText(event));
    messages.set(last, { parts: message.parts, ...(role ? { role } : {}), ...(type ? { type } : {}) });
  }
  return {
    executionId,
    requestId,
    messages: [...messages].map(([id, { role, type, parts }]) => ({ id, role, type, text: parts.join('') })),
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

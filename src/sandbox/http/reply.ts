/** What a handler answers; sending, and spoiling it by a fault, is the server's work. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  /**
   * Text and bytes are sent as they are; a path is streamed from disk; parts and events go out one by one as
   * they come.
   */
  body:
    | string
    | Buffer
    | { filePath: string; size: number }
    | { parts: AsyncGenerator<Buffer>; size: number }
    | { events: AsyncGenerator<string> };
}

/** A JSON answer; 200 unless told. */
export function jsonReply(value: unknown, status = 200): Reply {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) };
}

/** An answer without a body; 200 unless told. */
export function emptyReply(status = 200, headers: Record<string, string> = {}): Reply {
  return { status, headers, body: '' };
}

/** A stream of server-sent events, each with one JSON value as its data. */
export function eventsReply(values: AsyncGenerator<unknown>): Reply {
  const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-store' };
  return { status: 200, headers, body: { events: worded(values) } };
}

async function* worded(values: AsyncGenerator<unknown>): AsyncGenerator<string> {
  for await (const value of values) yield `data: ${JSON.stringify(value)}\n\n`;
}

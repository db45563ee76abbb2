/** What a handler answers; sending, and spoiling it by a fault, is the server's work. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  /** Text and bytes are sent as they are; a path is streamed from disk. */
  body: string | Buffer | { filePath: string; size: number };
}

/** A JSON answer; 200 unless told. */
export function jsonReply(value: unknown, status = 200): Reply {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) };
}

/** An answer without a body; 200 unless told. */
export function emptyReply(status = 200, headers: Record<string, string> = {}): Reply {
  return { status, headers, body: '' };
}

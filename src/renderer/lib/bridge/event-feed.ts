import { createParser } from 'eventsource-parser';

/** Milliseconds until a broken stream is asked for again. */
const pause = 1000;

export interface EventFeedOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly onEvent: (name: string, payload: unknown) => void;
  readonly onConnection: (isConnected: boolean) => void;
  readonly onSignedOut: () => void;
  /** Whether the agent answers, and no other server. */
  readonly isAgent: () => Promise<boolean>;
}

/**
 * Follows the agent's events for as long as the session lives. Server-sent events over `fetch`, because an
 * EventSource sends no headers, and the session is one.
 */
export async function followEvents(options: EventFeedOptions): Promise<void> {
  for (;;) {
    const isOver = await read(options).catch(() => false);
    if (isOver) return;
    options.onConnection(false);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** Reads one stream to its end; whether the session is over. */
async function read({
  headers,
  onEvent,
  onConnection,
  onSignedOut,
  isAgent,
}: EventFeedOptions): Promise<boolean> {
  if (!(await isAgent())) return false;
  const answer = await fetch('events', { headers, cache: 'no-store' });
  if (answer.status === 401) {
    onSignedOut();
    return true;
  }
  if (!answer.ok || answer.body === null) return false;
  onConnection(true);
  const parser = createParser({
    onEvent: ({ event, data }) => {
      if (event !== undefined) onEvent(event, JSON.parse(data));
    },
  });
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return false;
    parser.feed(value);
  }
}

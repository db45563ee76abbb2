import { AnswersAhead } from './answers-ahead.ts';
import { createDocumentApi, type DocumentApi } from './document-api.ts';
import { loadDocument, OpenError } from './load-document.ts';
import type { Answer, DocumentSource, Request } from './messages.ts';

/** Milliseconds of reading in the background, after which waiting requests are answered. */
const readingPart = 12;
/**
 * Reading waits while the page asks: so many milliseconds after each answer, yet never longer than that in a
 * row, so that counts go on; and for the first view, which asks a moment after the document is open.
 */
const calm = { afterAnswer: 60, inARow: 400, firstView: 1_000 };
/** Milliseconds between two reports of what was read. */
const reportEvery = 400;

/** Holds one document and answers what a page asks of it. */
export function serveDocuments(post: (answer: Answer) => void): (request: Request) => Promise<void> {
  let api: DocumentApi | undefined;
  const ahead = new AnswersAhead(answer);
  /** Whether there is a document, once that is known. */
  let opening: Promise<boolean> | undefined;
  /** When the last answer was given since the document is open. */
  let answeredAt: number | undefined;

  async function open(source: DocumentSource) {
    api = undefined;
    const tape = await loadDocument(source, (progress) => post({ kind: 'progress', progress }));
    const opened = createDocumentApi(tape);
    api = opened;
    const summary = opened.summary();
    answeredAt = undefined;
    if (summary.isAnnotated) void readAll(opened);
    return summary;
  }

  async function readAll(opened: DocumentApi): Promise<void> {
    let toldAt = 0;
    for (let isDone = false; !isDone; ) {
      await calmness();
      if (opened !== api) return;
      isDone = opened.read(readingPart);
      const now = performance.now();
      if (!isDone && now - toldAt <= reportEvery) continue;
      toldAt = now;
      post({ kind: 'counts', counts: opened.counts() });
    }
  }

  /** Resolves when nobody has asked for a while, and soon where somebody goes on asking. */
  async function calmness(): Promise<void> {
    const since = performance.now();
    const isBusy = (now: number) =>
      answeredAt === undefined
        ? now - since < calm.firstView
        : now - answeredAt < calm.afterAnswer && now - since < calm.inARow;
    do await new Promise((resolve) => setTimeout(resolve, 0));
    while (isBusy(performance.now()));
  }

  function answer(method: string, input: readonly unknown[]): unknown {
    const handler = api?.[method as keyof DocumentApi] as ((...input: never[]) => unknown) | undefined;
    if (handler === undefined) throw new Error(`There is no document to ask for ${method}.`);
    return handler(...(input as never[]));
  }

  return async ({ id, method, input }) => {
    if (method === 'unasked') return ahead.forget(input as readonly string[]);
    try {
      if (method === 'open') {
        const opened = open(input[0] as DocumentSource);
        opening = opened.then(
          () => true,
          () => false,
        );
        post({ kind: 'value', id, value: await opened });
        return;
      }
      // Asked while it is read; where it cannot be, whoever opens it is told.
      if ((await opening) === false) return;
      ahead.note(method, input);
      const value = await answer(method, input);
      const next = ahead.after(method, value);
      post({ kind: 'value', id, value, ...(next.length > 0 && { ahead: next }) });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const failure = error instanceof OpenError ? { failure: error.failure } : {};
      post({ kind: 'failed', id, message, ...failure });
    }
    answeredAt = performance.now();
  };
}

import { createDocumentApi, type DocumentApi } from './document-api.ts';
import { loadDocument, OpenError } from './load-document.ts';
import type { Answer, DocumentSource, Request } from './messages.ts';

/** Milliseconds of reading in the background, after which waiting requests are answered. */
const readingPart = 25;
/** Milliseconds without a request after which it begins, and at most: what a page shows first goes before. */
const calm = { after: 60, within: 1_000 };
/** Milliseconds between two reports of what was read. */
const reportEvery = 400;

/** Holds one document and answers what a page asks of it. */
export function serveDocuments(post: (answer: Answer) => void): (request: Request) => Promise<void> {
  let api: DocumentApi | undefined;
  /** Since the document is open. */
  let askedAt: number | undefined;

  async function open(source: DocumentSource) {
    api = undefined;
    const tape = await loadDocument(source, (progress) => post({ kind: 'progress', progress }));
    const opened = createDocumentApi(tape);
    api = opened;
    const summary = opened.summary();
    if (summary.isAnnotated) readWhenCalm(opened, performance.now());
    return summary;
  }

  function readWhenCalm(opened: DocumentApi, since: number): void {
    setTimeout(() => {
      const now = performance.now();
      const isBusy = (askedAt === undefined || now - askedAt < calm.after) && now - since < calm.within;
      if (isBusy) readWhenCalm(opened, since);
      else readOn(opened, 0);
    }, calm.after);
  }

  function readOn(opened: DocumentApi, toldAt: number): void {
    if (opened !== api) return;
    const isDone = opened.read(readingPart);
    const now = performance.now();
    const isTold = isDone || now - toldAt > reportEvery;
    if (isTold) post({ kind: 'counts', counts: opened.counts() });
    if (!isDone) setTimeout(() => readOn(opened, isTold ? now : toldAt), 0);
  }

  return async ({ id, method, input }) => {
    askedAt = method === 'open' ? undefined : performance.now();
    try {
      if (method === 'open') {
        post({ kind: 'value', id, value: await open(input[0] as DocumentSource) });
        return;
      }
      const handler = api?.[method as keyof DocumentApi] as ((...input: never[]) => unknown) | undefined;
      if (handler === undefined) throw new Error(`There is no document to ask for ${method}.`);
      post({ kind: 'value', id, value: handler(...(input as never[])) });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const failure = error instanceof OpenError ? { failure: error.failure } : {};
      post({ kind: 'failed', id, message, ...failure });
    }
  };
}

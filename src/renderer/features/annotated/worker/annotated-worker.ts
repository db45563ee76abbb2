import type { Request } from './messages.ts';
import { serveDocuments } from './serve-documents.ts';

/** What a worker's global scope has and a page's has not; the pages' types know only the latter. */
interface WorkerScope {
  postMessage(message: unknown): void;
  addEventListener(name: 'message', listener: (event: MessageEvent<Request>) => void): void;
}

const scope = globalThis as unknown as WorkerScope;
const answer = serveDocuments((message) => scope.postMessage(message));
scope.addEventListener('message', ({ data }) => void answer(data));

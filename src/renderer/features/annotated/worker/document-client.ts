import type { JsonSource } from '../../json-tree/json-source.ts';
import type { DocumentCounts, DocumentSummary } from '../model/types.ts';
import type { DocumentApi } from './document-api.ts';
import type { Answer, AnswerAhead, DocumentSource, LoadProgress, OpenFailure, Request } from './messages.ts';
import { takeWorker } from './prepared-worker.ts';

/** The document's methods, one worker away. */
export type RemoteDocument = {
  readonly [Name in keyof DocumentApi]: (
    ...input: Parameters<DocumentApi[Name]>
  ) => Promise<Awaited<ReturnType<DocumentApi[Name]>>>;
};

/** A document that could not be opened. */
export class OpenRefusal extends Error {
  readonly failure: OpenFailure;

  constructor(failure: OpenFailure) {
    super(failure.kind);
    this.failure = failure;
  }
}

interface Line {
  post(request: Request): void;
  end(): void;
}

interface Listeners {
  readonly onProgress: (progress: LoadProgress) => void;
  readonly onCounts: (counts: DocumentCounts) => void;
}

let made = 0;

/** One worker with one document. `end` also stops what it is doing, whatever that is. */
export class DocumentClient {
  /** Tells it from others. */
  readonly number: number;
  readonly remote: RemoteDocument;
  readonly tree: JsonSource;
  readonly #line: Line;
  readonly #waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>();
  /** Answers that came with another one, until this turn of the browser is over. */
  #ahead: readonly AnswerAhead[] = [];
  #last = 0;

  constructor(listeners: Listeners) {
    made += 1;
    this.number = made;
    this.#line = openLine(
      (answer) => this.#take(answer, listeners),
      (detail) => this.#fail(detail),
    );
    const method = (prefix: string) => ({
      get: (_target: object, name: string | symbol) =>
        name === 'then' ? undefined : (...input: unknown[]) => this.#ask(`${prefix}${String(name)}`, input),
    });
    this.remote = new Proxy({}, method('')) as RemoteDocument;
    this.tree = new Proxy({}, method('tree.')) as JsonSource;
  }

  /** @throws OpenRefusal */
  open(source: DocumentSource): Promise<DocumentSummary> {
    return this.#ask('open', [source]) as Promise<DocumentSummary>;
  }

  end(): void {
    this.#line.end();
    this.#waiting.clear();
  }

  #ask(method: string, input: readonly unknown[]): Promise<unknown> {
    const known = this.#ahead.find((one) => one.method === method && isSame(one.input, input));
    if (known !== undefined) {
      this.#ahead = this.#ahead.filter((one) => one !== known);
      return Promise.resolve(known.value);
    }
    return new Promise((resolve, reject) => {
      this.#last += 1;
      this.#waiting.set(this.#last, { resolve, reject });
      this.#line.post({ id: this.#last, method, input });
    });
  }

  /** Who shows a place asks in the same turn; what nobody asks for is of no use later. */
  #takeAhead(answers: readonly AnswerAhead[]): void {
    if (answers.length === 0) return;
    this.#ahead = answers;
    setTimeout(() => {
      const unasked = answers.filter((one) => this.#ahead.includes(one)).map(({ method }) => method);
      this.#ahead = this.#ahead.filter((one) => !answers.includes(one));
      if (unasked.length > 0) this.#line.post({ id: 0, method: 'unasked', input: unasked });
    }, 0);
  }

  /** The worker is gone or never came: whoever waits is told. */
  #fail(detail: string): void {
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(new OpenRefusal({ kind: 'read', detail }));
  }

  #take(answer: Answer, { onProgress, onCounts }: Listeners): void {
    if (answer.kind === 'progress') onProgress(answer.progress);
    else if (answer.kind === 'counts') onCounts(answer.counts);
    else {
      const waiting = this.#waiting.get(answer.id);
      this.#waiting.delete(answer.id);
      if (answer.kind === 'value') {
        this.#takeAhead(answer.ahead ?? []);
        waiting?.resolve(answer.value as never);
      } else waiting?.reject(answer.failure ? new OpenRefusal(answer.failure) : new Error(answer.message));
    }
  }
}

/** Of numbers, and objects of them. */
const isSame = (one: readonly unknown[], other: readonly unknown[]) =>
  JSON.stringify(one) === JSON.stringify(other);

/** To a worker; where there are none, the same in the page itself, which then stands still while it works. */
function openLine(onAnswer: (answer: Answer) => void, onGone: (detail: string) => void): Line {
  if (typeof Worker === 'undefined') {
    let isOpen = true;
    const serving = import('./serve-documents.ts').then(({ serveDocuments }) =>
      serveDocuments((answer) => {
        if (isOpen) onAnswer(answer);
      }),
    );
    return {
      post: (request) => void serving.then((serve) => serve(request)),
      end: () => {
        isOpen = false;
      },
    };
  }
  const worker = takeWorker();
  worker.addEventListener('error', ({ message }) => onGone(message || 'worker'));
  worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => onAnswer(data));
  return { post: (request) => worker.postMessage(request), end: () => worker.terminate() };
}

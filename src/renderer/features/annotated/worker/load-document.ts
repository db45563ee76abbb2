import { TapeScanner } from '#shared/annotated/tape/scan.ts';
import { JsonProblem, type Tape } from '#shared/annotated/tape/tape.ts';
import type { DocumentSource, LoadProgress, OpenFailure } from './messages.ts';

/** Milliseconds between two words on the progress. */
const wordEvery = 60;

export class OpenError extends Error {
  readonly failure: OpenFailure;

  constructor(failure: OpenFailure) {
    super(failure.kind);
    this.failure = failure;
  }
}

/**
 * Reads a document and indexes it while it arrives.
 *
 * @throws OpenError
 */
export async function loadDocument(
  source: DocumentSource,
  onProgress: (progress: LoadProgress) => void,
): Promise<Tape> {
  try {
    const { stream, total } = await open(source);
    const scanner = new TapeScanner(total ?? 0);
    const reader = stream.getReader();
    let told = performance.now();
    let isTold = false;
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      scanner.push(value);
      if (performance.now() - told > wordEvery) {
        told = performance.now();
        isTold = true;
        onProgress({ received: scanner.received, total });
      }
    }
    if (isTold) onProgress({ received: scanner.received, total: scanner.received });
    return scanner.finish();
  } catch (error) {
    if (error instanceof OpenError) throw error;
    if (error instanceof JsonProblem) {
      const { problem, line, column, excerpt } = error;
      throw new OpenError({ kind: 'json', problem, line, column, excerpt });
    }
    if (error instanceof RangeError) throw new OpenError({ kind: 'memory' });
    throw new OpenError({ kind: 'read', detail: error instanceof Error ? error.message : String(error) });
  }
}

async function open(
  source: DocumentSource,
): Promise<{ stream: ReadableStream<Uint8Array>; total: number | null }> {
  if (source.kind === 'file') return { stream: source.file.stream(), total: source.file.size };
  const answer = await fetch(source.url, { headers: source.headers, cache: 'no-store' });
  if (!answer.ok || answer.body === null) {
    throw new OpenError({ kind: 'read', detail: `${answer.status} ${answer.statusText}`.trim() });
  }
  const length = Number(answer.headers.get('content-length'));
  return { stream: answer.body, total: length > 0 ? length : null };
}

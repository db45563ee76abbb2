import {
  getDocument,
  type PDFDocumentProxy,
  PDFWorker,
  PasswordException,
  VerbosityLevel,
  version,
} from 'pdfjs-dist';
import { PdfFailure } from './pdf-failure.ts';

/** Milliseconds after which a file that gives no answer is given up: it may lead its reader in circles. */
const openWithin = 60_000;
/** Milliseconds a worker has to put its things away. */
const endWithin = 1_000;
/** Pixels of an image: an A2 page scanned at 600 dots an inch. */
const mostImagePixels = 140_000_000;

export interface OpenPdf {
  readonly document: PDFDocumentProxy;
  /** Resolves when its worker breaks, from now on: then nothing more comes. */
  readonly broken: Promise<PdfFailure>;
  /** Ends its worker, whatever that is doing. */
  end(): void;
}

/** Reads a PDF in a worker of its own. Its bytes go there and are no longer here. @throws PdfFailure */
export async function openPdf(bytes: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<OpenPdf> {
  if (bytes.length === 0) throw new PdfFailure('empty');
  // By the build beside the pages' code (scripts/pdf-files.ts).
  const files = new URL(`assets/pdfjs-${version}/`, document.baseURI).href;
  const thread = new Worker(new URL('./pdf-worker.ts', import.meta.url), { type: 'module' });
  const worker = PDFWorker.create({ port: thread, verbosity: VerbosityLevel.ERRORS });
  const task = getDocument({
    data: bytes,
    worker,
    verbosity: VerbosityLevel.ERRORS,
    cMapUrl: `${files}cmaps/`,
    cMapPacked: true,
    standardFontDataUrl: `${files}standard_fonts/`,
    // The policy lets no WebAssembly run; without the address of what stands in for it, scans stay white.
    useWasm: false,
    wasmUrl: `${files}decoders/`,
    // The app's own scheme is fetched from as any other.
    useWorkerFetch: true,
    maxImageSize: mostImagePixels,
    enableXfa: false,
    disableAutoFetch: true,
    disableRange: true,
    disableStream: true,
  });
  const end = () => {
    const terminate = () => {
      worker.destroy();
      thread.terminate();
    };
    const late = setTimeout(terminate, endWithin);
    void task
      .destroy()
      .catch(() => undefined)
      .then(() => clearTimeout(late))
      .then(terminate);
  };
  const settled = new AbortController();
  try {
    const failure = failing(thread, signal, settled.signal);
    const document = await Promise.race([task.promise, failure]);
    if (document.numPages < 1) throw new PdfFailure('empty');
    return { document, broken: breaking(thread), end };
  } catch (error) {
    end();
    throw toFailure(error);
  } finally {
    settled.abort();
  }
}

/** Rejects when the worker ends, nobody wants it any more, or it takes too long; until it is settled. */
function failing(thread: Worker, wanted: AbortSignal, settled: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const options = { signal: settled };
    const late = setTimeout(() => reject(new PdfFailure('slow')), openWithin);
    settled.addEventListener('abort', () => clearTimeout(late));
    wanted.addEventListener('abort', () => reject(wanted.reason), options);
    const gone = ({ message }: ErrorEvent) => reject(new PdfFailure('read', { detail: message }));
    thread.addEventListener('error', gone, options);
  });
}

function breaking(thread: Worker): Promise<PdfFailure> {
  return new Promise((resolve) => {
    const broke = ({ message }: ErrorEvent) => resolve(new PdfFailure('broken', { detail: message }));
    thread.addEventListener('error', broke, { once: true });
  });
}

function toFailure(error: unknown): unknown {
  if (error instanceof PasswordException) return new PdfFailure('password');
  if (error instanceof PdfFailure || !(error instanceof Error) || error.name === 'AbortError') return error;
  // pdf.js puts the name of what it did not expect before its words.
  const detail = error.message.replace(/^UnknownErrorException: /, '').replace(/\.$/, '');
  return new PdfFailure('broken', { detail });
}

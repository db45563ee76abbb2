import { PdfFailure } from './pdf-failure.ts';

/** Bytes: all of a PDF is held in memory, and browsers hold no more in one piece on every machine. */
export const mostBytes = 1_000_000_000;
/** Milliseconds without a byte, after which nothing more is expected. */
const longestPause = 120_000;

interface FetchOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** @param total null while it is not known */
  readonly onProgress: (received: number, total: number | null) => void;
}

/** All bytes of an address of our own. @throws PdfFailure */
export async function fetchBytes(
  url: string,
  { headers, signal, onProgress }: FetchOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const ending = new AbortController();
  const end = () => ending.abort(signal.reason);
  const tooSlow = () => ending.abort(new PdfFailure('slow'));
  let pause = setTimeout(tooSlow, longestPause);
  signal.addEventListener('abort', end, { once: true });
  try {
    const response = await fetch(url, { headers: { ...headers }, signal: ending.signal, cache: 'no-store' });
    if (!response.ok) throw new PdfFailure('read', { detail: String(response.status) });
    const length = Number(response.headers.get('content-length') ?? Number.NaN);
    if (length > mostBytes) throw new PdfFailure('tooLarge', { bytes: length });
    const total = Number.isSafeInteger(length) && length > 0 ? length : null;
    return await gather(response, total, (received) => {
      clearTimeout(pause);
      pause = setTimeout(tooSlow, longestPause);
      onProgress(received, total);
    });
  } catch (error) {
    if (signal.aborted) throw error;
    throw toFailure(ending.signal.reason ?? error);
  } finally {
    clearTimeout(pause);
    signal.removeEventListener('abort', end);
    // What was not read to its end is not wanted.
    ending.abort();
  }
}

function toFailure(error: unknown): PdfFailure {
  if (error instanceof PdfFailure) return error;
  // What a browser says that cannot give so much memory.
  if (error instanceof RangeError) return new PdfFailure('memory');
  return new PdfFailure('read', { detail: error instanceof Error ? error.message : String(error) });
}

async function gather(
  response: Response,
  total: number | null,
  onReceived: (received: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  let bytes = new Uint8Array(total ?? 1 << 20);
  let received = 0;
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    const { value } = part;
    const needed = received + value.length;
    if (needed > mostBytes) throw new PdfFailure('tooLarge', { bytes: needed });
    if (needed > bytes.length) {
      const larger = new Uint8Array(Math.max(needed, Math.min(mostBytes, bytes.length * 2)));
      larger.set(bytes.subarray(0, received));
      bytes = larger;
    }
    bytes.set(value, received);
    received = needed;
    onReceived(received);
  }
  return received === bytes.length ? bytes : bytes.slice(0, received);
}

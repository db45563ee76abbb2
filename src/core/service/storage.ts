import type { Readable } from 'node:stream';
import type { Answer } from './answer.ts';
import type { Throttle } from './throttle.ts';

/** What a PUT sends. A stream is opened once an attempt and must yield exactly `size` bytes. */
export type PutBody =
  | { readonly kind: 'buffer'; readonly bytes: Uint8Array }
  | { readonly kind: 'stream'; readonly size: number; open(): AsyncIterable<Uint8Array> | Readable };

export interface PutOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called with the bytes handed to the network so far. */
  readonly onProgress?: ((sentBytes: number) => void) | undefined;
  /** Give up when nothing moved for so long. There is no limit on the whole (U10). */
  readonly stallTimeoutMs?: number | undefined;
  readonly throttle?: Throttle | undefined;
}

export interface DownloadOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((receivedBytes: number) => void) | undefined;
  readonly stallTimeoutMs?: number | undefined;
}

/** The storage host: pre-signed addresses only, never the API key, no headers of our own (S4). */
export interface StorageArea {
  /**
   * Sends the bytes to an upload address, once. The last piece is held back until the source has ended without error, so
   * that a source that throws (file changed) never leaves a whole object behind.
   */
  put(address: string, body: PutBody, options?: PutOptions): Promise<Answer<{ etag?: string }>>;
  /** Fetches a pre-signed address into a file, which appears under its name only when complete. */
  downloadToFile(
    address: string,
    path: string,
    options?: DownloadOptions,
  ): Promise<Answer<{ path: string; bytes: number }>>;
  /** Fetches a pre-signed address into memory; longer than `maximumBytes` fails with FILE_TOO_LARGE. */
  downloadBytes(
    address: string,
    options: DownloadOptions & { readonly maximumBytes: number },
  ): Promise<Answer<Uint8Array>>;
}

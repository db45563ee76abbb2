import type { Readable } from 'node:stream';
import type { Clock } from '#core/ports/clock.ts';
import type { Logger } from '#core/ports/logger.ts';
import type { Answer } from './answer.ts';
import { downloadBytes, downloadToFile, hashDownload } from './download.ts';
import { createHostHolds, type HostHolds, type TransferOptions } from './host-holds.ts';
import type { Connections } from './network/connections.ts';
import { putToStorage } from './put.ts';
import { createStorageHttp, type StorageContext } from './storage-http.ts';
import type { TargetRules } from './target-rules.ts';
import type { Throttle } from './throttle.ts';

/**
 * What a PUT sends. A stream is opened once an attempt and must yield exactly `size` bytes. A chunk is no
 * longer needed when the next but one is asked for, so a source may fill two buffers in turn: at 1 GB/s fresh
 * ones cost half of the speed and 60 MB.
 */
export type PutBody =
  | { readonly kind: 'buffer'; readonly bytes: Uint8Array }
  | { readonly kind: 'stream'; readonly size: number; open(): AsyncIterable<Uint8Array> | Readable };

export interface PutOptions extends TransferOptions {
  /** Called with the bytes handed to the network so far. */
  readonly onProgress?: ((sentBytes: number) => void) | undefined;
  /** Give up when nothing moved for so long, real ms. There is no limit on the whole (U10). */
  readonly stallTimeoutMs?: number | undefined;
  readonly throttle?: Throttle | undefined;
  /** Asked once the storage's own pauses are over: false sends nothing, and the answer is `held`. */
  readonly mayStillGo?: (() => boolean) | undefined;
}

export interface DownloadOptions extends TransferOptions {
  readonly onProgress?: ((receivedBytes: number) => void) | undefined;
  readonly stallTimeoutMs?: number | undefined;
}

export interface FileOptions {
  /** Permissions of the file; else the umask's, as for what a person wants in a folder of theirs. */
  readonly mode?: number | undefined;
}

/** The storage host: pre-signed addresses only, never the API key, no headers of our own (S4). */
export interface StorageArea {
  /**
   * Sends the bytes to an upload address, once. The last piece is held back until the source has ended
   * without error, so that a source that throws (file changed) never leaves a whole object behind. An
   * `AppError` thrown by the source comes back as it is, in the failure.
   */
  put(address: string, body: PutBody, options?: PutOptions): Promise<Answer<{ etag?: string }>>;
  /** Fetches a pre-signed address into a file, which appears under its name only when complete. */
  downloadToFile(
    address: string,
    path: string,
    options?: DownloadOptions & FileOptions,
  ): Promise<Answer<{ path: string; bytes: number }>>;
  /** Fetches a pre-signed address into memory; longer than `maximumBytes` fails with FILE_TOO_LARGE. */
  downloadBytes(
    address: string,
    options: DownloadOptions & { readonly maximumBytes: number },
  ): Promise<Answer<Uint8Array>>;
  /**
   * Reads a pre-signed address and keeps only what it hashes to; longer than `maximumBytes` fails with
   * FILE_TOO_LARGE.
   */
  hashOf(
    address: string,
    options: DownloadOptions & { readonly maximumBytes: number },
  ): Promise<Answer<Hashed>>;
}

export interface Hashed {
  readonly bytes: number;
  /** SHA-256 as hex. */
  readonly sha256: string;
  /** It begins as a web page: a proxy may have answered instead of the storage. */
  readonly isPage?: boolean;
}

export interface StorageOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly getKey: StorageContext['getKey'];
  readonly connections: Connections;
  readonly rules: TargetRules;
  readonly random?: (() => number) | undefined;
  /** The pause of a host begins, or an answer ended it. */
  readonly onHold: () => void;
}

export function createStorageArea({
  clock,
  logger,
  getKey,
  connections,
  rules,
  random = Math.random,
  onHold,
}: StorageOptions): StorageArea & Pick<HostHolds, 'holds' | 'probeNow'> & { close(): void } {
  const holds = createHostHolds(clock, random, onHold);
  const context = {
    http: createStorageHttp(connections, rules),
    holds,
    rules,
    clock,
    logger,
    getKey,
  };
  return {
    put: (address, body, options = {}) => putToStorage(context, address, body, options),
    downloadToFile: (address, path, options = {}) => downloadToFile(context, address, path, options),
    downloadBytes: (address, options) => downloadBytes(context, address, options),
    hashOf: (address, options) => hashDownload(context, address, options),
    holds: holds.holds,
    probeNow: holds.probeNow,
    close: connections.close,
  };
}

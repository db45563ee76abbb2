import type { Bridge } from '#shared/bridge/contract.ts';

/** How far the taking of dropped files is; bytes. */
export interface TakeProgress {
  readonly sent: number;
  readonly total: number;
}

/**
 * What carries the pages: the bridge, and how local files come to Sluice. One implementation per entry point.
 */
export interface Host extends Bridge {
  /** What a request for one of the host's own addresses, such as an annotated document's, must carry. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Ends the session of these pages. The app, whose pages are its own, has none. */
  signOut?(): Promise<void>;
  /**
   * Told when the way to Sluice breaks, and when it is there again: what changed in between was not told. The
   * app, which is one program with its pages, has no such thing.
   */
  onConnection?(listener: (isConnected: boolean) => void): () => void;
  /** The files of a drop. The app keeps folders whole; a browser walks them. */
  filesOf(transfer: DataTransfer): Promise<File[]>;
  /**
   * Hands files over and returns the paths under which Sluice can read them, for `uploads.add`. The app knows
   * the paths; a browser streams each file to the agent's inbox, with progress.
   */
  takeFiles(
    files: readonly File[],
    onProgress: (progress: TakeProgress) => void,
    signal: AbortSignal,
  ): Promise<string[]>;
}

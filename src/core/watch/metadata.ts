import type { WatchFolder } from '#shared/settings/watch-folder.ts';
import type { UploadOptions } from '#shared/uploads/upload.ts';

/** What goes with a file of this folder: its fixed tags and those its place and name give it (W17). */
export function uploadOptionsFor(_folder: WatchFolder, _relativePath: string): UploadOptions {
  throw new Error('being written');
}

export interface PublishedQuery {
  /** The first that yields a date wins. */
  readonly sources: UploadOptions['publishedFrom'];
  /** Absolute path; read only for the source `document`, and then at most 64 KB. */
  readonly path: string;
  /** Milliseconds since the epoch. */
  readonly mtimeMs: number;
}

/** ISO 8601 in UTC, or null when no source yields a date. Never throws for a file that cannot be read. */
export function resolvePublished(_query: PublishedQuery): Promise<string | null> {
  throw new Error('being written');
}

import { basename } from 'node:path';
import type { UploadOptions } from '#shared/uploads/upload.ts';
import { dateInName } from './dates.ts';
import { dateInDocument, type ReadsDates } from './document-date.ts';
import type { FilePlace } from './place.ts';

export interface PublishedQuery {
  /** The first that yields a date wins. */
  readonly sources: UploadOptions['publishedFrom'];
  /** Read only for the source `document`, and not whole. */
  readonly place: FilePlace;
  /** Milliseconds since the epoch. */
  readonly mtimeMs: number;
}

/**
 * Some file systems keep later times than there are dates; no document is of then. Milliseconds since the
 * epoch.
 */
const yearTenThousand = Date.UTC(10_000);

/** ISO 8601 in UTC, or null when no source yields a date. Never throws for a file that cannot be read. */
export async function resolvePublished(
  { sources, place, mtimeMs }: PublishedQuery,
  reads: ReadsDates,
): Promise<string | null> {
  for (const source of sources) {
    const date = await dateFrom(source, place, mtimeMs, reads);
    if (date !== null) return date;
  }
  return null;
}

async function dateFrom(
  source: UploadOptions['publishedFrom'][number],
  place: FilePlace,
  mtimeMs: number,
  reads: ReadsDates,
): Promise<string | null> {
  if (source === 'file-name') return dateInName(basename(place.path));
  if (source === 'modified') {
    return mtimeMs > 0 && mtimeMs < yearTenThousand ? new Date(mtimeMs).toISOString() : null;
  }
  return dateInDocument(place, reads).catch(() => null);
}

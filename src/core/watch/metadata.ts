import { basename } from 'node:path';
import type { WatchFolder } from '#shared/settings/watch-folder.ts';
import type { UploadOptions } from '#shared/uploads/upload.ts';
import { dateInName } from './dates.ts';
import { dateInDocument } from './document-date.ts';

/** What goes with a file of this folder: its fixed tags and those its place and name give it (W17). */
export function uploadOptionsFor(folder: WatchFolder, relativePath: string): UploadOptions {
  const { share, enrichments, noIndex, noStore, publishedFrom, duplicates, changed } = folder;
  return {
    tags: tagsFor(folder, relativePath),
    ...{ share, enrichments, noIndex, noStore, published: null, publishedFrom, duplicates, changed },
  };
}

function tagsFor(folder: WatchFolder, relativePath: string): string[] {
  const tags = new Set(folder.tags);
  if (folder.subfolderTagPrefix !== null) {
    for (const subfolder of relativePath.split('/').slice(0, -1))
      tags.add(folder.subfolderTagPrefix + subfolder);
  }
  for (const { pattern, tag } of folder.tagRules) {
    const match = compilePattern(pattern)?.exec(relativePath);
    if (!match) continue;
    const filled = tag.replace(/\$<([^>]*)>/g, (_, name: string) => match.groups?.[name] ?? '').trim();
    if (filled !== '') tags.add(filled);
  }
  return [...tags];
}

/** A pattern a person mistyped gives no tag; checking it is the settings' business. */
function compilePattern(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    return undefined;
  }
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
export async function resolvePublished({ sources, path, mtimeMs }: PublishedQuery): Promise<string | null> {
  for (const source of sources) {
    const date = await dateFrom(source, path, mtimeMs);
    if (date !== null) return date;
  }
  return null;
}

async function dateFrom(
  source: UploadOptions['publishedFrom'][number],
  path: string,
  mtimeMs: number,
): Promise<string | null> {
  if (source === 'file-name') return dateInName(basename(path));
  if (source === 'modified') return mtimeMs > 0 ? new Date(mtimeMs).toISOString() : null;
  return dateInDocument(path).catch(() => null);
}

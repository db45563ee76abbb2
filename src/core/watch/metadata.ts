import type { WatchFolder } from '#shared/settings/watch-folder.ts';
import type { UploadOptions } from '#shared/uploads/upload.ts';

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

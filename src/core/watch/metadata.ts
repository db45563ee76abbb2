import { RE2JS } from 're2js';
import type { WatchFolder } from '#shared/settings/watch-folder.ts';
import { type UploadOptions, uploadOptionsSchema } from '#shared/uploads/upload.ts';

/** What goes with a file of this folder: its fixed tags and those its place and name give it (W17). */
export function uploadOptionsFor(folder: WatchFolder, relativePath: string): UploadOptions {
  return uploadOptionsSchema.parse({ ...folder, tags: tagsFor(folder, relativePath) });
}

function tagsFor(folder: WatchFolder, relativePath: string): string[] {
  const tags = new Set(folder.tags);
  if (folder.subfolderTagPrefix !== null) {
    for (const subfolder of relativePath.split('/').slice(0, -1))
      tags.add(folder.subfolderTagPrefix + subfolder);
  }
  const patterns = patternsOf(folder.tagRules);
  for (const [index, { tag }] of folder.tagRules.entries()) {
    const pattern = patterns[index];
    const match = pattern?.matcher(relativePath);
    if (!pattern || !match?.find()) continue;
    const groups = pattern.namedGroups();
    const textOf = (name: string) => (Object.hasOwn(groups, name) ? (match.group(name) ?? '') : '');
    const filled = tag.replace(/\$<([^>]*)>/g, (_, name: string) => textOf(name)).trim();
    if (filled !== '') tags.add(filled);
  }
  return [...tags];
}

/** Rules are compiled once for each folder as it stands in the settings. */
const compiled = new WeakMap<WatchFolder['tagRules'], readonly (RE2JS | undefined)[]>();

function patternsOf(rules: WatchFolder['tagRules']): readonly (RE2JS | undefined)[] {
  const known = compiled.get(rules);
  if (known) return known;
  const patterns = rules.map(({ pattern }) => compilePattern(pattern));
  compiled.set(rules, patterns);
  return patterns;
}

/**
 * For an engine that takes time in proportion to the text, because whoever may write to a shared folder
 * chooses the names. A pattern a person mistyped gives no tag; checking it is the settings' business.
 */
function compilePattern(pattern: string): RE2JS | undefined {
  try {
    return RE2JS.compile(pattern);
  } catch {
    return undefined;
  }
}

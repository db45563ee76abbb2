import { resolve } from 'node:path';
import { isAtOrBelow, wayBelow } from '#core/local/below.ts';
import type { FilterRule } from '#shared/settings/fields.ts';
import type { WatchFolder } from '#shared/settings/watch-folder.ts';
import type { SkipReason } from '#shared/uploads/skip-reasons.ts';
import { createIgnoreFiles, type IgnoreFiles } from './ignore-files.ts';
import { asMeant, compileGlob, hasExclusion, isNegation } from '#core/local/glob.ts';
import { compileIgnoredNames, defaultIgnoredNames } from '#core/local/ignored-names.ts';
import { isAnnotatedName, isOwnName } from '#core/local/own-names.ts';

/** A folder's rules, ready to decide. Paths are relative to the root, with forward slashes. */
export interface Rules {
  /**
   * Why a whole directory is left out, or null. What a filter excludes is still walked, so that it can be
   * counted.
   */
  directory(relativePath: string, name: string): SkipReason | null;
  /** Notes what Sluice keeps in a directory; everything in it is left out. Null: nothing. */
  noteOwn(directory: string, what: OwnPlace | null): void;
  /** Directories that Sluice keeps something in, '' for the watch folder itself. */
  ownPlaces(): ReadonlyMap<string, OwnPlace>;
  /** Why a file is left out by its place and name alone, or null. The directories above it were looked at. */
  name(relativePath: string, name: string): SkipReason | null;
  /** As `name`, with the directories above it: for what a link leads to, and what was found before. */
  place(relativePath: string): SkipReason | null;
  /** Why a file is left out by its size and age, or null. Milliseconds since the epoch. */
  stat(size: number, mtimeMs: number, now: number): SkipReason | null;
}

/** `output`: the done or failed folder, or that of annotated documents, under another name. */
export type OwnPlace = 'data-folder' | 'output';

const dayMs = 86_400_000;

/**
 * The rules of a folder; `nested` are the directories in it that are watch folders of their own. What its
 * `.sluiceignore` files say may change while the rules are in use.
 */
export function compileRules(
  folder: WatchFolder,
  ignoreFiles: IgnoreFiles = createIgnoreFiles(),
  nested: readonly string[] = [],
): Rules {
  const roots = new Set(nested);
  const isIgnoredName = compileIgnoredNames(folder.ignoredNames ?? defaultIgnoredNames);
  const isLeftOut = (path: string) => folder.useIgnoreFile && ignoreFiles.ignores(path);
  const filters = folder.filters.map(compileFilter);
  const types = new Set(folder.types.map((type) => type.toLowerCase().replace(/^\./, '')));
  const outputs = new Set(outputsOf(folder).flatMap((place) => wayBelow(place, folder.path) || []));
  const own = new Map<string, OwnPlace>();
  const isOfSluice = (path: string) =>
    own.size > 0 && [...own.keys()].some((place) => path !== place && isAtOrBelow(path, place));

  function byName(name: string): SkipReason | null {
    if (isIgnoredName(name.normalize('NFC'))) return 'ignored-name';
    return !folder.includeHidden && name.startsWith('.') ? 'hidden' : null;
  }

  function directory(relativePath: string, name: string): SkipReason | null {
    if (roots.has(relativePath)) return 'nested-folder';
    if (outputs.has(relativePath) || isOwnName(name) || isOfSluice(relativePath)) return 'own-output';
    return byName(name) ?? (isLeftOut(`${relativePath}/`) ? 'ignore-file' : null);
  }

  function file(relativePath: string, name: string): SkipReason | null {
    // Annotated documents that Sluice saved beside their originals are never taken for documents (W18).
    if (isAnnotatedName(name) || isOwnName(name) || isOfSluice(relativePath)) return 'own-output';
    const reason = byName(name);
    if (reason) return reason;
    if (isLeftOut(relativePath)) return 'ignore-file';
    const path = relativePath.normalize('NFC');
    const rule = filters.find(({ matches }) => matches(path));
    if (rule?.action === 'exclude') return 'filter';
    if (types.size > 0 && !types.has(extensionOf(name))) return 'type';
    return null;
  }

  return {
    noteOwn: (directory, what) => void (what === null ? own.delete(directory) : own.set(directory, what)),
    ownPlaces: () => own,
    directory,
    name: file,
    place(relativePath) {
      const names = relativePath.split('/');
      for (let depth = 1; depth < names.length; depth++) {
        const reason = directory(names.slice(0, depth).join('/'), names[depth - 1] as string);
        if (reason) return reason;
      }
      return file(relativePath, names.at(-1) as string);
    },
    stat(size, mtimeMs, now) {
      if (size === 0) return 'FILE_EMPTY';
      if (folder.minSize !== null && size < folder.minSize) return 'too-small';
      if (folder.maxSize !== null && size > folder.maxSize) return 'too-large';
      if (folder.maxAgeDays !== null && now - mtimeMs > folder.maxAgeDays * dayMs) return 'too-old';
      return null;
    },
  };
}

function compileFilter({ action, glob }: FilterRule) {
  // Names are one whichever way their accents are stored (W13), and a slash at the end says that it is a folder.
  const written = glob.normalize('NFC').replace(/^\.?\/|\/+$/g, '');
  // A glob that cannot be asked, from settings nobody checked: then nothing is let in by it, and it keeps
  // everything out.
  const isMatch = compileGlob(written);
  if (isMatch === null) return { action, matches: () => action === 'exclude' };
  const meant = asMeant(written);
  const isNegated = isNegation(meant);
  if (!written.includes('/')) {
    // What a name is not, in a group, is asked about the file. Else it is a name anywhere: of the file, or of a
    // folder that holds it. With `!` none of them may be that.
    if (hasExclusion(meant)) return { action, matches: (path: string) => isMatch(lastOf(path)) };
    const which = isNegated ? 'every' : 'some';
    return { action, matches: (path: string) => path.split('/')[which](isMatch) };
  }
  // A name or a list of names; with a wildcard the files are meant.
  const isPlain = !/[*?[\]]|[+!]\(/.test(lastOf(meant).replaceAll(/\\./gsu, ''));
  const mayNameFolder = glob.endsWith('/') || isPlain;
  return {
    action,
    matches(path: string) {
      const above = mayNameFolder ? foldersAbove(path) : [];
      return isNegated ? [path, ...above].every(isMatch) : [path, ...above].some(isMatch);
    },
  };
}

const lastOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);

function foldersAbove(path: string): string[] {
  const names = path.split('/');
  return names.slice(1).map((_, depth) => names.slice(0, depth + 1).join('/'));
}

function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : '';
}

/** Where Sluice itself puts files of a folder, absolute: never taken in again (W18). */
export function outputsOf(folder: WatchFolder): string[] {
  const places: string[] = [];
  if (folder.afterUpload === 'move') places.push(folder.doneFolder);
  if (folder.failedFolder !== null) places.push(folder.failedFolder);
  if (typeof folder.saveAnnotated === 'object') places.push(folder.saveAnnotated.folder);
  return places.map((place) => resolve(folder.path, place));
}

import { isAbsolute, relative, sep } from 'node:path';

/**
 * Whether a path is a folder or lies below it, letter by letter: for real paths, for mount points, and for
 * ways below one root, which is `''` itself. A name that only begins alike is no part of it.
 */
export function isAtOrBelow(path: string, folder: string): boolean {
  if (!path.startsWith(folder)) return false;
  const isWhole = folder === '' || isSeparator(folder.at(-1));
  return path.length === folder.length || isWhole || isSeparator(path[folder.length]);
}

/**
 * The way from a folder down to a path, both absolute, with forward slashes: `''` for the folder itself,
 * undefined for what does not lie in it. By their words alone, as the system compares them.
 */
export function wayBelow(path: string, folder: string): string | undefined {
  const way = relative(folder, path);
  // A name may begin with two dots; another drive of Windows has no way from here.
  return isAbsolute(way) || way.split(sep, 1)[0] === '..' ? undefined : withSlashes(way);
}

/** With forward slashes, whatever the system writes. */
export function withSlashes(path: string): string {
  return sep === '/' ? path : path.replaceAll(sep, '/');
}

function isSeparator(letter: string | undefined): boolean {
  return letter === '/' || letter === sep;
}

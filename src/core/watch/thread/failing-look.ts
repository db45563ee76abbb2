import type { Look } from '#core/local/look.ts';

/**
 * A look that may not read some paths, for tests: whoever runs them may be allowed to read anything (W15).
 */
export function withFailures(look: Look, root: string, failing: readonly string[] | undefined): Look {
  if (!failing || failing.length === 0) return look;
  const paths = new Set(failing.map((path) => `${root}/${path}`));
  return {
    ...look,
    list(path) {
      if (paths.has(path)) throw Object.assign(new Error(`EACCES: ${path}`), { code: 'EACCES' });
      return look.list(path, root);
    },
    absent: (path) => !paths.has(path) && look.absent(path),
    readable: (path) => !paths.has(path) && look.readable(path),
  };
}

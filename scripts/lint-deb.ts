import { spawnSync } from 'node:child_process';

/**
 * What lintian, which knows Debian's policy, holds against a package. What is overridden with a reason
 * (`resources/debian/lintian-overrides`) is not among it.
 *
 * @returns undefined where there is no lintian
 */
export function lintDeb(deb: string, ...suppressed: string[]): string[] | undefined {
  const without = suppressed.length > 0 ? ['--suppress-tags', suppressed.join(',')] : [];
  const { stdout, stderr, error } = spawnSync('lintian', ['--allow-root', ...without, deb], {
    encoding: 'utf8',
  });
  if (error !== undefined) return undefined;
  return (stdout + stderr).split('\n').filter((line) => /^[EW]:|^lintian: error/.test(line));
}

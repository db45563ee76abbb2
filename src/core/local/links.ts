import { realpath, stat } from 'node:fs/promises';
import type { SkipReason } from '#shared/uploads/skip-reasons.ts';
import { wayBelow } from './below.ts';

export type LinkTarget =
  | { readonly kind: 'skip'; readonly reason: SkipReason }
  /** `below`: where it really is below the real root, forward slashes. */
  | { readonly kind: 'file'; readonly below: string };

/**
 * Where a link leads, for folders that follow links: never outside the root (W14), and only to files. A
 * folder inside the root is looked at under its own name, or left out by a rule that no link may bypass.
 */
export async function followLink(root: string, path: string): Promise<LinkTarget> {
  try {
    const [realRoot, target] = await Promise.all([realpath(root), realpath(path)]);
    const below = wayBelow(target, realRoot);
    if (below === undefined) return { kind: 'skip', reason: 'link-outside' };
    const stats = await stat(target);
    if (stats.isFile()) return { kind: 'file', below };
    return { kind: 'skip', reason: stats.isDirectory() ? 'link-to-folder' : 'NOT_A_FILE' };
  } catch {
    return { kind: 'skip', reason: 'link-broken' };
  }
}

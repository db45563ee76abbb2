import { realpath, stat } from 'node:fs/promises';
import type { SkipReason } from '#shared/uploads/skip-reasons.ts';
import { wayBelow } from './below.ts';
import { identityOf } from './place.ts';

export type LinkTarget =
  | { readonly kind: 'skip'; readonly reason: SkipReason }
  /** `below`: where it really is below the real root, forward slashes. */
  | { readonly kind: 'file'; readonly below: string }
  | { readonly kind: 'directory'; readonly below: string; readonly device: string; readonly inode: string };

/** Where a link leads, for folders that follow links: never outside the root (W14). */
export async function followLink(root: string, path: string): Promise<LinkTarget> {
  try {
    const [realRoot, target] = await Promise.all([realpath(root), realpath(path)]);
    const below = wayBelow(target, realRoot);
    if (below === undefined) return { kind: 'skip', reason: 'link-outside' };
    const stats = await stat(target, { bigint: true });
    if (stats.isFile()) return { kind: 'file', below };
    if (!stats.isDirectory()) return { kind: 'skip', reason: 'NOT_A_FILE' };
    const { device, inode } = identityOf(stats);
    return { kind: 'directory', below, device, inode };
  } catch (error) {
    const loops = (error as NodeJS.ErrnoException).code === 'ELOOP';
    return { kind: 'skip', reason: loops ? 'link-loop' : 'link-broken' };
  }
}

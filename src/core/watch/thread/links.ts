import { realpath, stat } from 'node:fs/promises';
import { sep } from 'node:path';
import type { SkipReason } from '#shared/uploads/skip-reasons.ts';

export type LinkTarget =
  | { readonly kind: 'skip'; readonly reason: SkipReason }
  | { readonly kind: 'file' }
  | { readonly kind: 'directory'; readonly device: string; readonly inode: string };

/** Where a link leads, for folders that follow links: never outside the root (W14). */
export async function followLink(root: string, path: string): Promise<LinkTarget> {
  try {
    const [realRoot, target] = await Promise.all([realpath(root), realpath(path)]);
    if (target !== realRoot && !target.startsWith(realRoot.endsWith(sep) ? realRoot : realRoot + sep)) {
      return { kind: 'skip', reason: 'link-outside' };
    }
    const stats = await stat(target, { bigint: true });
    if (stats.isFile()) return { kind: 'file' };
    if (!stats.isDirectory()) return { kind: 'skip', reason: 'NOT_A_FILE' };
    return { kind: 'directory', device: String(stats.dev), inode: String(stats.ino) };
  } catch (error) {
    const loops = (error as NodeJS.ErrnoException).code === 'ELOOP';
    return { kind: 'skip', reason: loops ? 'link-loop' : 'link-broken' };
  }
}

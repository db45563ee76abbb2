import { resolve } from 'node:path';
import { wayBelow } from '#core/local/below.ts';

/**
 * The file a page address stands for, or null when the address is of another origin, cannot be decoded, or
 * would leave the folder.
 *
 * @param root absolute path of the folder that is served
 */
export function resolveAsset(root: string, origin: string, address: string): string | null {
  let path: string;
  try {
    const url = new URL(address);
    if (`${url.protocol}//${url.host}` !== origin) return null;
    path = decodeURIComponent(url.pathname);
  } catch {
    return null;
  }
  if (path.includes('\0')) return null;
  const folder = resolve(root);
  const file = resolve(folder, `.${path === '/' ? '/index.html' : path}`);
  return wayBelow(file, folder) ? file : null;
}

import { join } from 'node:path';
import { haveAccessLists } from '#core/local/access-lists.ts';
import type { FileGate } from '#core/local/file-gate.ts';
import type { Rights } from '#core/local/look.ts';

/**
 * Who may enter a root and each directory on the way to one below it: where their files go elsewhere, the
 * directories that are made there let in no more. Only the owner may enter one for a directory
 * with an access control list.
 */
export async function rightsBelow(
  { patient }: Pick<FileGate, 'patient'>,
  root: string,
  below: string,
): Promise<Rights[]> {
  const rights: Rights[] = [];
  const names = below.split('/').filter((name) => name !== '');
  for (let depth = 0; depth <= names.length; depth++) {
    const place = join(root, ...names.slice(0, depth));
    const { mode = 0, group } = (await patient.stat(place, true)) ?? {};
    const isForOwner = (mode & 0o077) === 0 || (await haveAccessLists([place]));
    rights.push({ mode: isForOwner ? 0o700 : mode, ...(group !== undefined && { group }) });
  }
  return rights;
}

import { join } from 'node:path';
import { haveAccessLists } from '#core/local/access-lists.ts';
import type { FileGate } from '#core/local/file-gate.ts';
import type { Rights } from '#core/local/look.ts';

/**
 * Who may enter a root and each directory on the way to one below it: where their files go elsewhere, the
 * directories that are made there let in no more. Only the owner, if one of them has an access control list.
 */
export async function rightsBelow(
  { patient }: Pick<FileGate, 'patient'>,
  root: string,
  below: string,
): Promise<Rights[]> {
  const rights: Rights[] = [];
  const names = below.split('/').filter((name) => name !== '');
  const places = [root, ...names.map((_, index) => join(root, ...names.slice(0, index + 1)))];
  for (const place of places) {
    const found = await patient.stat(place, true);
    rights.push({ mode: found?.mode ?? 0, ...(found?.group !== undefined && { group: found.group }) });
  }
  return (await haveAccessLists(places)) ? rights.map((one) => ({ ...one, mode: 0o700 })) : rights;
}

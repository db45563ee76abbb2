import { join } from 'node:path';
import { haveAccessLists, letsOthersIn, rightsOfOwner } from '#core/local/access-lists.ts';
import type { FileGate } from '#core/local/file-gate.ts';
import type { Rights } from '#core/local/look.ts';

/**
 * Who may enter a root and each directory on the way to one below it: where their files go elsewhere, the
 * directories that are made there let in no more. A directory with an access control list counts as its owner's.
 */
export async function rightsBelow(
  { patient }: Pick<FileGate, 'patient'>,
  root: string,
  below: string,
): Promise<Rights[]> {
  const names = below.split('/').filter((name) => name !== '');
  const places = [root, ...names.map((_, index) => join(root, ...names.slice(0, index + 1)))];
  const rights: Rights[] = [];
  for (const place of places) {
    const { mode = 0, group } = (await patient.stat(place, true)) ?? {};
    rights.push({ mode, ...(group !== undefined && { group }) });
  }
  // One call for all of them: hardly any folder has a list.
  if (!rights.some(letsOthersIn) || !(await haveAccessLists(places))) return rights;
  return Promise.all(rights.map((one, index) => rightsOfOwner(places[index] ?? root, one)));
}

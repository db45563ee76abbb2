import { join } from 'node:path';
import type { FileGate } from '#core/local/file-gate.ts';
import type { Rights } from '#core/local/look.ts';

/**
 * Who may enter each directory on the way from a root to one below it, the root left out: where their files
 * go elsewhere, the directories that are made there let in no more.
 */
export async function rightsBelow(
  { patient }: Pick<FileGate, 'patient'>,
  root: string,
  below: string,
): Promise<Rights[]> {
  const rights: Rights[] = [];
  const names = below.split('/').filter((name) => name !== '');
  for (const depth of names.keys()) {
    const found = await patient.stat(join(root, ...names.slice(0, depth + 1)), true);
    rights.push({ mode: found?.mode ?? 0, ...(found?.group !== undefined && { group: found.group }) });
  }
  return rights;
}

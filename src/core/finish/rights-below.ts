import { join } from 'node:path';
import type { FileGate } from '#core/local/file-gate.ts';
import type { Rights } from '#core/local/look.ts';

/**
 * Who may enter a root and each directory on the way to one below it: where their files go elsewhere, the
 * directories that are made there let in no more.
 */
export async function rightsBelow(
  { patient }: Pick<FileGate, 'patient'>,
  root: string,
  below: string,
): Promise<Rights[]> {
  const rights: Rights[] = [];
  const names = below.split('/').filter((name) => name !== '');
  for (let depth = 0; depth <= names.length; depth++) {
    const found = await patient.stat(join(root, ...names.slice(0, depth)), true);
    rights.push({ mode: found?.mode ?? 0, ...(found?.group !== undefined && { group: found.group }) });
  }
  return rights;
}

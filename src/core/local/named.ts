import { lstat, realpath } from 'node:fs/promises';
import type { FileStat } from './look.ts';
import { toFileStat } from './look.ts';

export interface NamedFile {
  /** The path without any link in it. */
  readonly path: string;
  readonly stat: FileStat;
}

/**
 * What a person named is taken, wherever links lead on the way: they are resolved here, once. @throws errno
 * errors
 */
export async function resolveNamed(path: string): Promise<NamedFile> {
  const real = await realpath(path);
  return { path: real, stat: toFileStat(await lstat(real, { bigint: true })) };
}

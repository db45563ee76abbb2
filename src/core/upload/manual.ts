import { lstat, readdir, stat as statFollowing } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { sentence } from '#shared/errors/app-error.ts';
import type { UploadOptions } from '#shared/uploads/upload.ts';
import { lanes } from '../ledger/lanes.ts';
import type { Ledger } from '../ledger/port.ts';
import type { NewUpload } from '../ledger/uploads.ts';
import { compileIgnoredNames, defaultIgnoredNames } from '../watch/rules/ignored-names.ts';

export interface ManualUploads {
  readonly ids: number[];
  readonly refused: { path: string; code: string; message: string }[];
}

const isIgnoredName = compileIgnoredNames(defaultIgnoredNames);
/** Rows written in one transaction. */
const batch = 500;

/** Queues files, and the files in folders, that a person named. A bad one never stops the rest. */
export async function addManualUploads(
  ledger: Ledger,
  profileId: string,
  paths: readonly string[],
  options: UploadOptions,
): Promise<ManualUploads> {
  const result: ManualUploads = { ids: [], refused: [] };
  let rows: NewUpload[] = [];
  const write = async () => {
    result.ids.push(...(await ledger.uploads.addMany(rows)));
    rows = [];
  };
  for (const path of paths) {
    for await (const file of filesAt(resolve(path), true)) {
      if ('code' in file) {
        result.refused.push({ path: file.path, code: file.code, message: sentence(file.code) });
        continue;
      }
      rows.push({
        profileId,
        folderId: null,
        path: file.path,
        fileName: basename(file.path),
        size: file.size,
        mtimeNs: file.mtimeNs,
        lane: lanes.manual,
        replaces: null,
        options,
      });
      if (rows.length >= batch) await write();
    }
  }
  await write();
  return result;
}

type Found =
  | { readonly path: string; readonly size: number; readonly mtimeNs: bigint }
  | { readonly path: string; readonly code: 'FILE_GONE' | 'FILE_UNREADABLE' | 'FILE_EMPTY' | 'NOT_A_FILE' };

/** A file named directly is taken whatever its name; in folders the names that are never documents are left out (W5). */
async function* filesAt(path: string, isNamed: boolean): AsyncGenerator<Found> {
  try {
    const stat = await (isNamed ? statFollowing : lstat)(path, { bigint: true });
    if (stat.isDirectory()) {
      for (const name of (await readdir(path)).sort()) {
        if (!isIgnoredName(name)) yield* filesAt(join(path, name), false);
      }
    } else if (!stat.isFile()) {
      if (isNamed) yield { path, code: 'NOT_A_FILE' };
    } else if (stat.size === 0n) {
      yield { path, code: 'FILE_EMPTY' };
    } else {
      yield { path, size: Number(stat.size), mtimeNs: stat.mtimeNs };
    }
  } catch (error) {
    yield {
      path,
      code: (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'FILE_GONE' : 'FILE_UNREADABLE',
    };
  }
}

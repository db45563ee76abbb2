import { basename, resolve } from 'node:path';
import type { FileGate } from '#core/local/file-gate.ts';
import { compileIgnoredNames, defaultIgnoredNames } from '#core/local/ignored-names.ts';
import type { FileStat } from '#core/local/look.ts';
import { isDataFolder } from '#core/local/own-names.ts';
import { sentence } from '#shared/errors/app-error.ts';
import type { UploadOptions } from '#shared/uploads/upload.ts';
import { lanes } from '../ledger/lanes.ts';
import type { Ledger } from '../ledger/sqlite-ledger.ts';
import type { NewUpload } from '../ledger/upload-moves.ts';

export interface ManualUploads {
  readonly ids: number[];
  readonly refused: { path: string; code: string; message: string }[];
}

const isIgnoredName = compileIgnoredNames(defaultIgnoredNames);
/** Rows written in one transaction. */
const batch = 500;

interface ManualContext {
  readonly ledger: Ledger;
  readonly gate: FileGate;
  /** Sluice's own, whose files are in no folder that a person means. */
  readonly dataDirectory: string;
}

/** Queues files, and the files in folders, that a person named. A bad one never stops the rest. */
export async function addManualUploads(
  { ledger, gate, dataDirectory }: ManualContext,
  profileId: string,
  paths: readonly string[],
  options: UploadOptions,
): Promise<ManualUploads> {
  const result: ManualUploads = { ids: [], refused: [] };
  let rows: NewUpload[] = [];
  const write = () => {
    result.ids.push(...ledger.uploads.addManual(rows));
    rows = [];
  };
  const own = await gate.resolveNamed(resolve(dataDirectory)).then(
    ({ path }) => path,
    () => undefined,
  );
  for (const path of paths) {
    for await (const file of filesNamed(gate, resolve(path), own)) {
      if ('code' in file) {
        result.refused.push({ path: file.path, code: file.code, message: sentence(file.code) });
        continue;
      }
      rows.push({
        profileId,
        folderId: null,
        path: file.path,
        fileName: file.fileName,
        size: file.size,
        mtimeNs: file.mtimeNs,
        lane: lanes.manual,
        replaces: null,
        options,
      });
      if (rows.length >= batch) write();
    }
  }
  write();
  return result;
}

type Found =
  | { readonly path: string; readonly fileName: string; readonly size: number; readonly mtimeNs: bigint }
  | { readonly path: string; readonly code: RefusalCode };

type RefusalCode =
  | 'FILE_GONE'
  | 'FILE_UNREADABLE'
  | 'FILE_EMPTY'
  | 'NOT_A_FILE'
  | 'NAME_UNDECODABLE'
  | 'NAMED_DATA_FOLDER';

/**
 * A file named directly is taken whatever its name, and where links lead on the way is settled here, once. In
 * folders the names that are never documents are left out, and links (W5).
 */
async function* filesNamed(gate: FileGate, named: string, own?: string): AsyncGenerator<Found> {
  try {
    const { path, stat } = await gate.resolveNamed(named);
    if (stat.kind === 'directory') yield* filesBelow(gate, path, path, own);
    else if (stat.kind === 'file') yield toFoundFile(path, basename(named), stat);
    else yield { path: named, code: 'NOT_A_FILE' };
  } catch (error) {
    yield { path: named, code: codeOf(error) };
  }
}

async function* filesBelow(
  gate: FileGate,
  root: string,
  directory: string,
  own?: string,
): AsyncGenerator<Found> {
  try {
    const entries = await gate.patient.list(directory, root);
    if (directory === own || isDataFolder(entries)) {
      // The own data folder is left out like the other names that are never documents.
      if (directory === root || directory !== own) yield { path: directory, code: 'NAMED_DATA_FOLDER' };
      return;
    }
    for (const { name, kind } of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
      if (isIgnoredName(name)) continue;
      const path = `${directory}/${name}`;
      if (kind === 'directory') yield* filesBelow(gate, root, path, own);
      else if (kind === 'file') {
        const stat = await gate.patient.stat(path);
        if (stat?.kind === 'file') yield toFoundFile(path, name, stat);
        else if (!stat) yield { path, code: 'FILE_GONE' };
      } else if (kind === 'undecodable') yield { path, code: 'NAME_UNDECODABLE' };
    }
  } catch (error) {
    yield { path: directory, code: codeOf(error) };
  }
}

function toFoundFile(path: string, fileName: string, { size, mtimeNs }: FileStat): Found {
  return size === 0 ? { path, code: 'FILE_EMPTY' } : { path, fileName, size, mtimeNs: BigInt(mtimeNs) };
}

function codeOf(error: unknown): 'FILE_GONE' | 'FILE_UNREADABLE' {
  return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'FILE_GONE' : 'FILE_UNREADABLE';
}

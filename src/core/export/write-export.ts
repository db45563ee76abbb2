import { constants, type Stats } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { openDraft } from '#core/local/draft.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { type Exporting, exportText } from '#shared/export/export-text.ts';

export interface Exported {
  readonly path: string;
  readonly bytes: number;
  readonly count: number;
}

/** Writes rows to a file. A half-written file has another name. */
export async function writeExport<Row>(path: string, exporting: Exporting<Row>): Promise<Exported> {
  let count = 0;
  const read = async (offset: number) => {
    const rows = await exporting.read(offset);
    count = offset + rows.length;
    return rows;
  };
  const bytes = await writeText(path, exportText({ ...exporting, read }));
  return { path, bytes, count };
}

/** Writes a text to a file, in pieces, and returns its size in bytes. */
export async function writeText(
  path: string,
  pieces: Iterable<string> | AsyncIterable<string>,
): Promise<number> {
  await mkdir(dirname(path), { recursive: true });
  const device = await openDevice(path);
  if (device) return writeInto(device, pieces);
  const draft = await openDraft(path, 0o600);
  try {
    for await (const piece of pieces) await draft.file.writeFile(piece);
    await draft.replace();
    return (await draft.file.stat()).size;
  } finally {
    await draft.close();
  }
}

/**
 * Opens what is written to and not replaced, such as `/dev/stdout` or a pipe. Whoever may write to the folder
 * can put a pipe there to read the export, or swap it for a link to a private file. So only what the user or
 * root put there is opened, without being emptied, and compared again through its handle.
 *
 * @throws AppError `FILE_SWAPPED`
 */
async function openDevice(path: string): Promise<FileHandle | undefined> {
  const entry = await lstat(path).catch(() => undefined);
  const there = await stat(path).catch(() => undefined);
  if (!entry || !isOwn(entry) || !there || !isDevice(there)) return undefined;
  const file = await open(path, constants.O_WRONLY);
  if (isDevice(await file.stat())) return file;
  await file.close();
  throw new AppError('FILE_SWAPPED', { detail: path });
}

const isDevice = (found: Stats) => !found.isFile() && !found.isDirectory();
/** Windows has no such owners. */
const isOwn = ({ uid }: Stats) => uid === 0 || uid === (process.geteuid?.() ?? uid);

async function writeInto(
  file: FileHandle,
  pieces: Iterable<string> | AsyncIterable<string>,
): Promise<number> {
  let bytes = 0;
  try {
    for await (const piece of pieces) {
      await file.writeFile(piece);
      bytes += Buffer.byteLength(piece);
    }
    return bytes;
  } finally {
    await file.close();
  }
}

import { type FileHandle, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { openDraft } from '#core/local/draft.ts';
import { openDevice } from '#core/local/open-device.ts';
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

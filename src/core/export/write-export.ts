import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
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

/** Writes a text to a file, in pieces; its bytes. */
export async function writeText(
  path: string,
  pieces: Iterable<string> | AsyncIterable<string>,
): Promise<number> {
  await mkdir(dirname(path), { recursive: true });
  // A name nobody has, also not with a link: a shared folder may hold anything.
  const part = `${path}.${randomUUID()}.part`;
  try {
    await pipeline(Readable.from(pieces), createWriteStream(part, { mode: 0o600, flags: 'wx' }));
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  return (await stat(path)).size;
}

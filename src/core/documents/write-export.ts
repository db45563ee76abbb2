import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { finished } from 'node:stream/promises';

export interface Exported {
  readonly path: string;
  readonly bytes: number;
  readonly count: number;
}

/** What a file is made of: its beginning, the text of each row, and its end. */
interface Pages<Row> {
  readonly head: string;
  /** One page of rows after another, until a page is empty. */
  readonly read: (offset: number) => readonly Row[] | Promise<readonly Row[]>;
  readonly textOf: (row: Row, index: number) => string;
  readonly tail: string;
}

/** Writes rows to a file, page by page, so that a hundred thousand take no memory. A half-written file has another name. */
export async function writeExport<Row>(
  path: string,
  { head, read, textOf, tail }: Pages<Row>,
): Promise<Exported> {
  await mkdir(dirname(path), { recursive: true });
  // A name nobody has, also not with a link: a shared folder may hold anything.
  const part = `${path}.${randomUUID()}.part`;
  const stream = createWriteStream(part, { mode: 0o600, flags: 'wx' });
  const write = async (text: string) => {
    if (!stream.write(text)) await once(stream, 'drain');
  };
  let count = 0;
  try {
    await write(head);
    for (let rows = await read(count); rows.length > 0; rows = await read(count)) {
      const before = count;
      await write(rows.map((row, index) => textOf(row, before + index)).join(''));
      count += rows.length;
    }
    await write(tail);
    stream.end();
    await finished(stream);
    await rename(part, path);
  } catch (error) {
    stream.destroy();
    await rm(part, { force: true });
    throw error;
  }
  return { path, bytes: (await stat(path)).size, count };
}

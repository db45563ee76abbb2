import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Where the bytes of documents lie on disk. */
export interface FileStore {
  original(id: string): string;
  annotated(id: string): string;
  /** A name for bytes that are still arriving; on the same volume as the originals. */
  arriving(id: string): string;
  remove(id: string): void;
}

/** Lays out the folders under `directory`; what was still arriving at the last end is thrown away. */
export function createFileStore(directory: string): FileStore {
  const arriving = join(directory, 'arriving');
  rmSync(arriving, { recursive: true, force: true });
  mkdirSync(arriving, { recursive: true });
  for (const kind of ['originals', 'annotated']) {
    for (const first of '0123456789ABCDEF') mkdirSync(join(directory, kind, first), { recursive: true });
  }
  const path = (kind: string, id: string, ending: string) =>
    join(directory, kind, id.slice(0, 1), `${id}${ending}`);
  let count = 0;
  return {
    original: (id) => path('originals', id, '.bin'),
    annotated: (id) => path('annotated', id, '.json'),
    arriving(id) {
      count += 1;
      return join(arriving, `${id}-${count}`);
    },
    remove(id) {
      rmSync(path('originals', id, '.bin'), { force: true });
      rmSync(path('annotated', id, '.json'), { force: true });
    },
  };
}

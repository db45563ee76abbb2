import { readFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { type DocumentEntities, readAnnotated } from './read-annotated.ts';

/** Asks the thread to read one annotated document. */
export interface ReadQuestion {
  readonly id: number;
  /** Absolute, in the cache. */
  readonly path: string;
}

export interface ReadAnswer {
  readonly id: number;
  readonly entities?: DocumentEntities;
  /** Why it could not be read: `json` is not JSON, `size` is more than one text can hold, `file` is gone or unreadable. */
  readonly failure?: 'json' | 'size' | 'file';
}

/** One document after the other: a large one fills memory, and it is let go before the next. */
parentPort?.on('message', ({ id, path }: ReadQuestion) => parentPort?.postMessage({ id, ...read(path) }));

function read(path: string): Omit<ReadAnswer, 'id'> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    return { failure: code === 'ERR_STRING_TOO_LONG' || code === 'ERR_FS_FILE_TOO_LARGE' ? 'size' : 'file' };
  }
  try {
    return { entities: readAnnotated(JSON.parse(text.replace(/^\uFEFF/, ''))) };
  } catch {
    return { failure: 'json' };
  }
}

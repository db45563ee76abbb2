import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { TapeScanner } from '#shared/annotated/tape/scan.ts';
import { JsonProblem, type Tape } from '#shared/annotated/tape/tape.ts';
import { type DocumentPassages, findPassages, type WantedPassage } from '#shared/cite/find-passages.ts';
import { anchorText } from '#shared/anchor/anchor-text.ts';
import type { Passage } from '#shared/anchor/find-passage.ts';
import { standsIn } from '#shared/cite/stands-in.ts';
import { standsInLines } from '#shared/cite/stands-in-lines.ts';
import { pageWords } from '../original/page/page-words.ts';
import { type DocumentEntities, readAnnotated } from './read-annotated.ts';

/** Asks the thread to read one annotated document. */
export interface ReadQuestion {
  readonly id: number;
  /** Absolute, in the cache. */
  readonly path: string;
  /** Passages to find in it; its entities are read where none are given. */
  readonly wanted?: readonly WantedPassage[];
  /** It is the page of an original, and these are looked for in its text. */
  readonly inPage?: readonly Passage[];
  /** It is the text of a PDF, and no page. */
  readonly isPdf?: boolean;
}

export interface ReadAnswer {
  readonly id: number;
  readonly entities?: DocumentEntities;
  readonly passages?: DocumentPassages;
  readonly stand?: readonly (boolean | undefined)[];
  /**
   * Why it could not be read: `json` is not JSON, `size` is more than is read at once, `file` is gone or
   * unreadable.
   */
  readonly failure?: 'json' | 'size' | 'file';
}

/** One document after the other: a large one fills memory, and it is let go before the next. */
parentPort?.on('message', ({ id, ...question }: ReadQuestion) =>
  parentPort?.postMessage({ id, ...read(question) }),
);

/**
 * Bytes read at once, and the most of one document: what is beyond would leave no memory for the rest of
 * Sluice.
 */
const pieceBytes = 4 * 2 ** 20;
const mostBytes = 512 * 2 ** 20;

function readPage(path: string, passages: readonly Passage[], isPdf: boolean): Omit<ReadAnswer, 'id'> {
  try {
    const whole = readFileSync(path, 'utf8');
    const text = isPdf ? whole : pageWords(whole);
    const original = anchorText(text);
    const inLines = standsInLines(original, text);
    const stands = (one: Passage) => (isPdf ? inLines(one) : standsIn(original, text, one));
    return { stand: passages.map(stands) };
  } catch {
    return { failure: 'file' };
  }
}

function read({ path, wanted, inPage, isPdf = false }: Omit<ReadQuestion, 'id'>): Omit<ReadAnswer, 'id'> {
  if (inPage !== undefined) return readPage(path, inPage, isPdf);
  let tape: Tape;
  try {
    const file = openSync(path, 'r');
    try {
      const { size } = fstatSync(file);
      if (size > mostBytes) return { failure: 'size' };
      const scanner = new TapeScanner(size);
      const piece = new Uint8Array(pieceBytes);
      for (let read = readSync(file, piece); read > 0; read = readSync(file, piece))
        scanner.push(piece.subarray(0, read));
      tape = scanner.finish();
    } finally {
      closeSync(file);
    }
  } catch (error) {
    return { failure: error instanceof JsonProblem ? 'json' : 'file' };
  }
  return wanted === undefined ? { entities: readAnnotated(tape) } : { passages: findPassages(tape, wanted) };
}

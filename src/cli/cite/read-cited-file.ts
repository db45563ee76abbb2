import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { programOf, Reader, ReaderEnded } from '#core/public/reader.ts';
import { z } from 'zod';
import { type Citation, citationSchema } from '#shared/cite/citation.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Environment } from '../environment.ts';
import type { CiteAnswer } from './cite-worker.ts';

export const fileKinds = ['md', 'docx', 'text'] as const;
export type FileKind = (typeof fileKinds)[number];

/** Bytes of a file that is checked. */
const mostBytes = 50_000_000;
/** How a Word file, which is a ZIP archive, begins. */
const zip = Buffer.from('PK\u0003\u0004');
/** A long report takes a second or two. */
const usual = { heap: 1_500, deadline: 30_000, kept: 0, output: 256 * 2 ** 20 };

/** The process that sends them may have been taken over by the text. */
const read = z.array(citationSchema);

/** What the command takes of the outside world here. */
type Outside = Pick<Environment, 'stdin' | 'workingDirectory' | 'interrupted' | 'startProgram'>;

/**
 * The citations of a file that a user named; `-` is stdin. Its name and its first bytes tell its kind where
 * the user does not. Somebody else may have written it, so another process reads it, which is killed at its
 * deadline and when the user interrupts the command.
 *
 * @param deadline milliseconds
 * @throws AppError `NAMED_FILE_MISSING`, `NAMED_FILE_UNREADABLE`, `CANCELLED`
 */
export async function readCitedFile(
  argument: string,
  { stdin, workingDirectory, interrupted, startProgram }: Outside,
  given: FileKind | undefined,
  deadline: number = usual.deadline,
): Promise<{ kind: FileKind; citations: Citation[] }> {
  const path = resolve(workingDirectory, argument);
  const bytes = argument === '-' ? await gathered(stdin, '-') : await fileOf(path);
  const kind = given ?? kindOf(argument, bytes);
  const source = {
    size: bytes.byteLength,
    read: async (from: number, length: number) => bytes.subarray(from, from + length),
  };
  const pieces: Uint8Array[] = [];
  const write = (_name: string, piece: Uint8Array) => void pieces.push(piece);
  const reader = new Reader(programOf('cite-worker'), { ...usual, deadline }, startProgram);
  try {
    const answer = (await reader.ask(kind, { source, write, signal: interrupted })) as CiteAnswer;
    if ('refused' in answer) throw refused(answer.refused);
    return { kind, citations: read.parse(JSON.parse(Buffer.concat(pieces).toString('utf8'))) };
  } catch (error) {
    if (interrupted.aborted) throw new AppError('CANCELLED', { cause: error });
    if (!(error instanceof ReaderEnded)) throw error;
    throw refused(error.why === 'slow' ? 'tooSlow' : 'tooMany');
  } finally {
    await reader.stop();
  }
}

function refused(why: 'noDocx' | 'tooDeep' | 'tooMany' | 'tooSlow'): AppError {
  return new AppError('NAMED_FILE_UNREADABLE', { said: (say) => say(`cli.cite.${why}`) });
}

function kindOf(name: string, bytes: Buffer): FileKind {
  if (bytes.subarray(0, 4).equals(zip)) return 'docx';
  const end = extname(name).toLowerCase();
  return end === '.txt' || end === '.text' ? 'text' : 'md';
}

function tooLarge(path: string): AppError {
  return new AppError('NAMED_FILE_UNREADABLE', { said: (say) => `${path}: ${say('cli.cite.tooLarge')}` });
}

async function fileOf(path: string): Promise<Buffer> {
  try {
    // Without waiting: nobody may ever write into a pipe.
    const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      // Of what was opened, whatever has its name by now.
      const facts = await file.stat();
      if (!facts.isFile())
        throw new AppError('NAMED_FILE_UNREADABLE', { said: (say) => `${path}: ${say('cli.cite.noFile')}` });
      if (facts.size > mostBytes) throw tooLarge(path);
      return await gathered(file.createReadStream({ autoClose: false }), path);
    } finally {
      await file.close();
    }
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    const isGone = (cause as NodeJS.ErrnoException).code === 'ENOENT';
    throw new AppError(isGone ? 'NAMED_FILE_MISSING' : 'NAMED_FILE_UNREADABLE', { detail: path, cause });
  }
}

async function gathered(stream: AsyncIterable<string | Uint8Array>, path: string): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of stream) {
    const bytes = Buffer.from(piece as Uint8Array);
    size += bytes.length;
    if (size > mostBytes) throw tooLarge(path);
    pieces.push(bytes);
  }
  return Buffer.concat(pieces);
}

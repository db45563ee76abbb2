import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { AppError } from '#shared/errors/app-error.ts';
import type { Environment } from '../environment.ts';
import type { Paragraph } from './prose.ts';
import { readPlain } from './prose.ts';

export const fileKinds = ['md', 'docx', 'text'] as const;
export type FileKind = (typeof fileKinds)[number];

/** Bytes of a file that is checked. */
const mostBytes = 50_000_000;
/** How a Word file, which is a ZIP archive, begins. */
const zip = Buffer.from('PK\u0003\u0004');

/**
 * The paragraphs of a file that a person named; `-` is what comes on stdin. Its kind is told by its name and
 * by how it begins, where nobody says.
 *
 * @throws AppError `NAMED_FILE_MISSING`, `NAMED_FILE_UNREADABLE`
 */
export async function readCitedFile(
  argument: string,
  { stdin, workingDirectory }: Pick<Environment, 'stdin' | 'workingDirectory'>,
  given: FileKind | undefined,
): Promise<{ kind: FileKind; paragraphs: Paragraph[] }> {
  const path = resolve(workingDirectory, argument);
  const bytes = argument === '-' ? await gathered(stdin, '-') : await fileOf(path);
  const kind = given ?? kindOf(argument, bytes);
  if (kind === 'docx') return { kind, paragraphs: (await import('./read-docx.ts')).readDocx(bytes) };
  const text = decoded(bytes);
  if (kind === 'text') return { kind, paragraphs: readPlain(text) };
  return { kind, paragraphs: (await import('./read-markdown.ts')).readMarkdown(text) };
}

function kindOf(name: string, bytes: Buffer): FileKind {
  if (bytes.subarray(0, 4).equals(zip)) return 'docx';
  const end = extname(name).toLowerCase();
  return end === '.txt' || end === '.text' ? 'text' : 'md';
}

/** UTF-8, or UTF-16 where the file begins with its mark, as the editor of Windows writes it. */
function decoded(bytes: Buffer): string {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
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

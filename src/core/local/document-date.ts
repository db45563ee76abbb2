import { extname } from 'node:path';
import { openFile } from './open-file.ts';
import { validTime } from './pdf-date.ts';
import type { DateOfPdf } from './pdf-dates.ts';
import type { FilePlace } from './place.ts';

/** Bytes of a mail in which its date stands; of a PDF, in which it says that it is one. */
const headLength = 32_768;

/** Bytes of one part at most. */
const mostOfPart = 64 * 2 ** 20;

export interface Part {
  readonly bytes: Uint8Array;
  /** Bytes of the whole file. */
  readonly size: number;
}

/**
 * A part of a file, shorter where the file ends before.
 *
 * @throws as `openFile`
 */
export async function readPart(place: FilePlace, from: number, length: number): Promise<Part> {
  const file = await openFile(place);
  try {
    const { size } = await file.stat();
    const bytes = Buffer.alloc(Math.min(length, mostOfPart, Math.max(0, size - from)));
    const { bytesRead } = await file.read(bytes, 0, bytes.length, from);
    return { bytes: bytes.subarray(0, bytesRead), size };
  } finally {
    await file.close();
  }
}

export type ReadPart = typeof readPart;

/** How the dates of documents are read: a part of a file, and a PDF in a process without rights. */
export interface ReadsDates {
  readonly readPart: ReadPart;
  readonly dateOfPdf: DateOfPdf;
}

/**
 * The date a document gives itself: a PDF's creation date, a mail's `Date` header. ISO 8601, or null (W17).
 *
 * @throws as `readPart`
 */
export async function dateInDocument(
  place: FilePlace,
  { readPart, dateOfPdf }: ReadsDates,
): Promise<string | null> {
  const isMail = ['.eml', '.mht', '.mhtml', '.mbox'].includes(extname(place.path).toLowerCase());
  const { bytes, size } = await readPart(place, 0, headLength);
  const start = Buffer.from(bytes).toString('latin1');
  if (isMail) return dateOfMail(start);
  if (!start.startsWith('%PDF-')) return null;
  return dateOfPdf({
    size,
    read: async (from, length) => (await readPart(place, from, length)).bytes,
  });
}

/**
 * RFC 5322: the header ends at the first empty line; a line that begins with a space continues the one
 * before.
 */
export function dateOfMail(text: string): string | null {
  const header = text.split(/\r?\n\r?\n/, 1)[0]?.replace(/\r?\n[ \t]+/g, ' ') ?? '';
  const value = /^date:[ \t]*(\S.*)$/im
    .exec(header)?.[1]
    ?.replace(/\([^()]*\)/g, '')
    .trim();
  return value ? validTime(new Date(value)) : null;
}

import { extname } from 'node:path';
import { validTime } from './pdf-date.ts';
import type { DateOfPdf } from './pdf-dates.ts';
import type { FilePlace } from './place.ts';
import type { ReadPart } from './read-part.ts';

/** Bytes of a mail in which its date stands; of a PDF, in which it says that it is one. */
const headLength = 32_768;

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

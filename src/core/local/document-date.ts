import { extname } from 'node:path';
import { openFile } from './open-file.ts';
import { validTime } from './pdf-date.ts';
import type { DateOfPdf } from './pdf-dates.ts';
import type { FilePlace } from './place.ts';

/** Bytes of a mail in which its date stands; of a PDF, in which it says that it is one. */
const headLength = 32_768;

/**
 * The date a document gives itself: a PDF's creation date, a mail's `Date` header. ISO 8601, or null (W17).
 *
 * @throws as `openFile`
 */
export async function dateInDocument(place: FilePlace, dateOfPdf: DateOfPdf): Promise<string | null> {
  const isMail = ['.eml', '.mht', '.mhtml', '.mbox'].includes(extname(place.path).toLowerCase());
  const file = await openFile(place);
  try {
    const head = Buffer.alloc(headLength);
    const { bytesRead } = await file.read(head, 0, headLength, 0);
    const start = head.toString('latin1', 0, bytesRead);
    if (isMail) return dateOfMail(start);
    return start.startsWith('%PDF-') ? await dateOfPdf(file) : null;
  } finally {
    await file.close();
  }
}

/**
 * RFC 5322: the header ends at the first empty line; a line that begins with a space continues the one
 * before.
 */
export function dateOfMail(text: string): string | null {
  const header = text.split(/\r?\n\r?\n/, 1)[0]?.replace(/\r?\n[ \t]+/g, ' ') ?? '';
  const value = /^date:\s*(.+)$/im
    .exec(header)?.[1]
    ?.replace(/\([^()]*\)/g, '')
    .trim();
  return value ? validTime(new Date(value)) : null;
}

import { extname } from 'node:path';
import type { FilePlace } from './place.ts';
import { readEnds } from './read-ends.ts';

/** Bytes read from each end of a file to find its date. */
const endLength = 32_768;

/**
 * The date a document gives itself: a PDF's creation date, a mail's `Date` header. ISO 8601, or null. Reads
 * at most 64 KB; a PDF whose information lies compressed elsewhere yields none (W17).
 *
 * @throws as `readEnds`
 */
export async function dateInDocument(place: FilePlace): Promise<string | null> {
  const isMail = ['.eml', '.mht', '.mhtml', '.mbox'].includes(extname(place.path).toLowerCase());
  const { head, tail } = await readEnds(place, endLength, endLength);
  const start = head.toString('latin1');
  if (isMail) return dateOfMail(start);
  if (!start.startsWith('%PDF-')) return null;
  return dateOfPdf(tail.toString('latin1')) ?? dateOfPdf(start);
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
  return value ? validIso(new Date(value)) : null;
}

/** ISO 32000-1, 7.9.4: `D:YYYYMMDDHHmmSSOHH'mm`; also XMP's `xmp:CreateDate`. */
export function dateOfPdf(text: string): string | null {
  const info = /\/CreationDate\s*\(D:(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?([-+Z])?(\d\d)?'?(\d\d)?/.exec(
    text,
  );
  if (info) {
    const [
      ,
      year,
      month = '01',
      day = '01',
      hour = '00',
      minute = '00',
      second = '00',
      sign,
      zoneHour,
      zoneMinute,
    ] = info;
    const zone = sign === '+' || sign === '-' ? `${sign}${zoneHour ?? '00'}:${zoneMinute ?? '00'}` : 'Z';
    const date = validIso(new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`));
    if (date) return date;
  }
  const xmp = /<xmp:CreateDate>([^<]+)<|xmp:CreateDate="([^"]+)"/.exec(text);
  return xmp ? validIso(new Date((xmp[1] ?? xmp[2] ?? '').trim())) : null;
}

function validIso(date: Date): string | null {
  const time = date.getTime();
  return Number.isNaN(time) || time < 0 ? null : date.toISOString();
}

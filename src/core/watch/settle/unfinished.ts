import { extname } from 'node:path';
import { beginsAsPage } from '#core/local/begins-as-page.ts';
import type { FileGate } from '#core/local/file-gate.ts';
import type { FilePlace } from '#core/local/place.ts';
import { isZip } from '#core/local/read-ends.ts';

export type Unfinished = 'pdf-end' | 'zip-end' | 'html-end' | 'xml-end' | 'json-end' | 'zeros' | 'holes';

/** How long after its last change a file that looks unfinished is waited for, milliseconds. */
export interface UnfinishedWaits {
  readonly unfinishedFor: number;
  /** Where the format lets the end be left out, so that it may well be complete. */
  readonly optionalEndFor: number;
}

export const usualWaits: UnfinishedWaits = { unfinishedFor: 2 * 60_000, optionalEndFor: 10_000 };

export function waitedFor(reason: Unfinished, { unfinishedFor, optionalEndFor }: UnfinishedWaits): number {
  // HTML may end without </html> (HTML Living Standard 13.1.2.4).
  return reason === 'html-end' ? Math.min(optionalEndFor, unfinishedFor) : unfinishedFor;
}

/** Bytes read from the beginning and from the end. */
const headLength = 1024;
const tailLength = 4096;
/** A zip's end record may be followed by a comment of up to 65,535 bytes (APPNOTE 4.3.16). */
const zipTailLength = 22 + 65_535;
/** Below this, file systems keep content inside the inode or round blocks so that holes cannot be told. */
const smallestWithHoles = 65_536;

interface Extent {
  readonly size: number;
  readonly allocated: number;
}

/**
 * Why the content looks half-written, or null (W1). Reads at most the first and the last few kilobytes.
 *
 * @throws as `readEnds` of the gate
 */
export async function findUnfinished(
  gate: Pick<FileGate, 'readEnds'>,
  place: FilePlace,
  stat: Extent,
  trustHoles: boolean,
): Promise<Unfinished | null> {
  if (trustHoles && stat.size > smallestWithHoles && stat.allocated < stat.size * 0.75) return 'holes';
  const { head, tail } = await gate.readEnds(place, headLength, { zip: zipTailLength, other: tailLength });
  return judgeContent(head, tail, extname(place.path).toLowerCase());
}

const jsonTypes = new Set(['.json', '.jsonl', '.ndjson', '.geojson']);
const xmlTypes = new Set(['.xml', '.xbrl', '.xsd', '.xhtml']);

/** The rule by itself: what the beginning promises and the end does not keep. */
export function judgeContent(head: Buffer, tail: Buffer, extension: string): Unfinished | null {
  if (tail.length >= tailLength && tail.subarray(-tailLength).every((byte) => byte === 0)) return 'zeros';
  if (head.subarray(0, 5).toString('latin1') === '%PDF-') {
    return tail.includes('%%EOF', -1024) ? null : 'pdf-end';
  }
  if (isZip(head)) return tail.includes('PK\x05\x06') ? null : 'zip-end';
  const start = text(head).trimStart();
  const end = text(tail).trimEnd();
  if (beginsAsPage(start)) return /<\/html\s*>/i.test(end) ? null : 'html-end';
  if (start.startsWith('<?xml') || xmlTypes.has(extension)) return closesXml(start, end) ? null : 'xml-end';
  if (jsonTypes.has(extension)) return closesJson(start, end) ? null : 'json-end';
  return null;
}

function closesXml(start: string, end: string): boolean {
  if (!end.endsWith('>')) return false;
  const root = /<([\p{L}_:][\p{L}\p{N}_:.-]*)[\s/>]/u.exec(start.replace(/<!--[\s\S]*?-->/g, ''))?.[1];
  // A root whose start lies beyond the head, or that closes itself, is believed.
  return root === undefined || end.includes(`</${root}`) || end.endsWith('/>') || end.endsWith('-->');
}

function closesJson(start: string, end: string): boolean {
  if (start.startsWith('{')) return end.endsWith('}');
  if (start.startsWith('[')) return end.endsWith(']');
  return true;
}

/** Without a byte order mark; UTF-16 is read as such, so that its zeros do not hide the letters. */
function text(bytes: Buffer): string {
  const zeros = bytes.subarray(0, 64).filter((byte) => byte === 0).length;
  const wide = zeros > 16 && bytes.length > 64;
  return (wide ? bytes.toString('latin1').replaceAll('\0', '') : bytes.toString('utf8')).replace(
    /^\uFEFF|^ÿþ|^þÿ/,
    '',
  );
}

import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { type FileKind, kindByName } from '../content-type.ts';
import { type ExtractedDocument, Unreadable } from './block.ts';
import { decodeText } from './decode-text.ts';
import { extractCsv } from './extract-csv.ts';
import { extractDocx } from './extract-docx.ts';
import { extractEmail } from './extract-email.ts';
import { extractHtml } from './extract-html.ts';
import { extractJson } from './extract-json.ts';
import { extractPdf } from './extract-pdf.ts';
import { extractSubmission, isSubmission } from './extract-submission.ts';
import { extractText } from './extract-text.ts';
import { extractXml } from './extract-xml.ts';

/** Bytes of plain text that are read; what follows is left out and said in the metadata. */
const textLimit = 32 * 1024 * 1024;
/** Larger files of the kinds that must be read whole are refused. */
const wholeLimit = 256 * 1024 * 1024;

/** File endings that are known and not supported, so that their bytes are never taken for text. */
const unsupported =
  /\.(zip|gz|7z|rar|exe|dll|png|jpe?g|gif|tiff?|bmp|mp[34]|wav|mov|xlsx?|pptx?|doc|msg|bin)$/i;

/**
 * Extracts the text of a file by the kind its name promises, else by its first bytes.
 *
 * @throws Unreadable with the code the document fails with
 */
export async function extractFile(
  path: string,
  fileName: string,
): Promise<ExtractedDocument & { kind: FileKind }> {
  const size = statSync(path).size;
  const start = readStart(path, 8192);
  const kind = kindByName(fileName) ?? kindByContent(start, fileName);
  if (size > wholeLimit && kind !== 'txt')
    throw new Unreadable('FILE_TOO_LARGE', 'The file is too large to read.');
  const cut = kind === 'txt' && size > textLimit;
  const bytes = cut ? readStart(path, textLimit) : readFileSync(path);
  const extracted = await extractBytes(kind, bytes);
  const blocks = extracted.blocks.filter((block) => block.text.trim() !== '');
  if (blocks.length === 0) throw new Unreadable('NO_TEXT_FOUND', 'The file holds no text.');
  const metadata = cut ? { ...extracted.metadata, text_cut_at_bytes: textLimit } : extracted.metadata;
  return { ...extracted, blocks, metadata, kind };
}

function extractBytes(kind: FileKind, bytes: Buffer): ExtractedDocument | Promise<ExtractedDocument> {
  switch (kind) {
    case 'pdf':
      return extractPdf(new Uint8Array(bytes));
    case 'docx':
      return extractDocx(bytes);
    case 'eml':
      return extractEmail(bytes);
    case 'html':
      return extractHtml(decodeText(bytes));
    case 'csv':
      return extractCsv(decodeText(bytes));
    case 'json':
      return extractJson(decodeText(bytes));
    case 'xml':
      return extractXml(decodeText(bytes));
    case 'txt':
      return extractPlain(decodeText(bytes));
  }
}

/** Text files hold filings and web pages often enough. */
function extractPlain(text: string): ExtractedDocument {
  if (isSubmission(text)) return extractSubmission(text);
  return /^\s*(<!doctype html|<html[\s>])/i.test(text) ? extractHtml(text) : extractText(text);
}

function kindByContent(start: Buffer, fileName: string): FileKind {
  const head = start.toString('latin1').trimStart();
  if (unsupported.test(fileName))
    throw new Unreadable('UNSUPPORTED_FILE_TYPE', 'This kind of file is not supported.');
  if (head.startsWith('%PDF-')) return 'pdf';
  if (/^(<!doctype html|<html[\s>])/i.test(head)) return 'html';
  if (head.startsWith('<?xml')) return 'xml';
  if (start.includes(0)) throw new Unreadable('UNSUPPORTED_FILE_TYPE', 'This kind of file is not supported.');
  return 'txt';
}

function readStart(path: string, length: number): Buffer {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(length);
    return bytes.subarray(0, readSync(file, bytes, 0, length, 0));
  } finally {
    closeSync(file);
  }
}

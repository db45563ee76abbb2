import mammoth from 'mammoth';
import { type ExtractedDocument, Unreadable } from './block.ts';
import { extractHtml } from './extract-html.ts';

/** @throws Unreadable when it is no DOCX */
export async function extractDocx(bytes: Buffer): Promise<ExtractedDocument> {
  const converted = await mammoth.convertToHtml({ buffer: bytes }).catch(() => {
    throw new Unreadable('EXTRACTION_FAILED', 'The DOCX is broken.');
  });
  return extractHtml(converted.value);
}

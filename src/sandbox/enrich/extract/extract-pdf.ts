import { getDocumentProxy } from 'unpdf';
import { type Block, type ExtractedDocument, oneLine, Unreadable } from './block.ts';

/** A piece of text as the PDF draws it. */
interface Piece {
  text: string;
  /** Height of the letters and place above the lower edge, in points. */
  height: number;
  y: number;
  endsLine: boolean;
}

interface Line {
  text: string;
  height: number;
  y: number;
}

/** A line whose letters are this much taller than the page's usual ones is a heading. */
const headingRatio = 1.15;
/** A gap of this many line heights parts two paragraphs. */
const paragraphGap = 1.65;

/**
 * Reads a PDF page by page into paragraphs, headings by their size, and page numbers.
 *
 * @throws Unreadable when it is broken, locked with a password, or holds no text (a scan)
 */
export async function extractPdf(bytes: Uint8Array): Promise<ExtractedDocument> {
  const pdf = await getDocumentProxy(bytes, { verbosity: 0 }).catch((error: Error) => {
    if (error.name === 'PasswordException') throw new Unreadable('FILE_ENCRYPTED', 'The PDF is locked.');
    throw new Unreadable('EXTRACTION_FAILED', 'The PDF is broken.');
  });
  const blocks: Block[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const content = await page.getTextContent();
    const pieces: Piece[] = content.items.flatMap((item) =>
      'str' in item
        ? [{ text: item.str, height: item.height, y: Number(item.transform[5]), endsLine: item.hasEOL }]
        : [],
    );
    blocks.push(...pageBlocks(toLines(pieces)));
    page.cleanup();
  }
  if (blocks.length === 0) throw new Unreadable('NO_TEXT_FOUND', 'The PDF holds no text.');
  const described = await pdf.getMetadata().catch(() => undefined);
  const info = (described?.info ?? {}) as Record<string, unknown>;
  const given = typeof info.Title === 'string' ? oneLine(info.Title) : '';
  const title = given !== '' ? given : (blocks.find((block) => block.kind === 'HEADING')?.text ?? '');
  const author = typeof info.Author === 'string' && info.Author !== '' ? { author: info.Author } : {};
  const pages = pdf.numPages;
  await pdf.cleanup();
  return { title, blocks, metadata: { pages, ...author } };
}

function toLines(pieces: readonly Piece[]): Line[] {
  const lines: Line[] = [];
  let text = '';
  let height = 0;
  let y = 0;
  const end = () => {
    const whole = oneLine(text);
    if (whole !== '') lines.push({ text: whole, height, y });
    text = '';
    height = 0;
  };
  for (const piece of pieces) {
    if (
      text !== '' &&
      piece.text.trim() !== '' &&
      Math.abs(piece.y - y) > Math.max(height, piece.height) * 0.6
    )
      end();
    text += piece.text;
    if (piece.text.trim() !== '') {
      height = Math.max(height, piece.height);
      y = piece.y;
    }
    if (piece.endsLine) end();
  }
  end();
  return lines;
}

function pageBlocks(lines: readonly Line[]): Block[] {
  const usual = median(lines.map((line) => line.height));
  const blocks: Block[] = [];
  let paragraph: Line[] = [];
  const end = () => {
    const text = oneLine(paragraph.map((line) => line.text).join(' '));
    const heading = paragraph.every((line) => line.height > usual * headingRatio) && text.length <= 160;
    if (text !== '') blocks.push({ kind: kindOf(text, heading), text });
    paragraph = [];
  };
  for (const line of lines) {
    const before = paragraph.at(-1);
    const apart =
      before !== undefined &&
      Math.abs(before.y - line.y) > Math.max(before.height, line.height) * paragraphGap;
    const otherSize =
      before !== undefined && Math.abs(before.height - line.height) > usual * (headingRatio - 1);
    if (apart || otherSize) end();
    paragraph.push(line);
  }
  end();
  return blocks;
}

function kindOf(text: string, heading: boolean): Block['kind'] {
  if (/^(page )?[\divxl]{1,6}( of \d{1,4})?$/i.test(text)) return 'FOOTER';
  return heading && /\p{L}{2}/u.test(text) ? 'HEADING' : 'TEXT';
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

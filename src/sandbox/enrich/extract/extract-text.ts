import { type Block, type ExtractedDocument, oneLine } from './block.ts';

const bullet = /^\s*[-*•]\s+/;
const numbered = /^\s*(\d+|[a-z])[.)]\s+/i;
/** Two cells or more, parted by a tab or three spaces. */
const columns = /\S(\t| {3,})\s*\S/;

/**
 * Reads plain text: paragraphs are parted by empty lines; lists, tables and headings are told by their look.
 */
export function extractText(text: string): ExtractedDocument {
  const blocks: Block[] = [];
  for (const paragraph of text.replace(/\r\n?/g, '\n').split(/\n[ \t]*(?:\n[ \t]*)+|\f/)) {
    const block = readParagraph(paragraph);
    if (block !== undefined) blocks.push(block);
  }
  const first = blocks[0];
  const title = first?.kind === 'HEADING' ? first.text : '';
  return { title, blocks, metadata: {} };
}

function readParagraph(paragraph: string): Block | undefined {
  const lines = paragraph.split('\n').filter((line) => line.trim() !== '' && !/^[\s\-=_*]+$/.test(line));
  const only = lines[0];
  if (only === undefined) return undefined;
  const kept = lines.map((line) => line.trim()).join('\n');
  if (lines.every((line) => bullet.test(line))) {
    return {
      kind: 'LIST_UNORDERED',
      text: lines.map((line) => line.replace(bullet, '• ').trim()).join('\n'),
    };
  }
  if (lines.length > 1 && lines.every((line) => numbered.test(line)))
    return { kind: 'LIST_ORDERED', text: kept };
  if (lines.length > 1 && lines.filter((line) => columns.test(line)).length > lines.length / 2) {
    const rows = lines.map((line) =>
      line
        .trim()
        .split(/\t+| {3,}/)
        .join(' | '),
    );
    return { kind: 'TABLE', text: rows.join('\n') };
  }
  const whole = oneLine(paragraph);
  if (/^(page )?\d{1,4}( of \d{1,4})?$/i.test(whole)) return { kind: 'FOOTER', text: whole };
  return { kind: lines.length === 1 && isHeading(whole) ? 'HEADING' : 'TEXT', text: whole };
}

function isHeading(line: string): boolean {
  return (
    line.length <= 90 &&
    !/[.!?:;,]$/.test(line) &&
    /^#{1,6} |^[\p{Lu}\d]/u.test(line) &&
    /\p{L}{2}/u.test(line)
  );
}

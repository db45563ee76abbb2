/** The kinds of block of an annotated document. */
export type BlockKind = 'TEXT' | 'TABLE' | 'LIST_ORDERED' | 'LIST_UNORDERED' | 'HEADING' | 'FOOTER';

/** One piece of a document's body, in reading order. */
export interface Block {
  kind: BlockKind;
  text: string;
}

/** What an extractor makes of a file. */
export interface ExtractedDocument {
  /** Empty where the file names none. */
  title: string;
  blocks: Block[];
  /** What the file says about itself: author, sender, pages … */
  metadata: Record<string, unknown>;
}

/** A file that cannot be read, with the code its document fails with. */
export class Unreadable extends Error {
  readonly code:
    | 'UNSUPPORTED_FILE_TYPE'
    | 'EXTRACTION_FAILED'
    | 'NO_TEXT_FOUND'
    | 'FILE_TOO_LARGE'
    | 'FILE_ENCRYPTED';

  constructor(code: Unreadable['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** Rows of a table go into one block up to this many; a longer table becomes several blocks. */
const rowsPerBlock = 100;

/** Tables as blocks: a line for each row, cells parted by ` | `, empty cells and rows left out. */
export function tableBlocks(rows: readonly (readonly string[])[]): Block[] {
  const lines = rows
    .map((cells) =>
      cells
        .map(oneLine)
        .filter((cell) => cell !== '')
        .join(' | '),
    )
    .filter((line) => line !== '');
  const blocks: Block[] = [];
  for (let start = 0; start < lines.length; start += rowsPerBlock) {
    blocks.push({ kind: 'TABLE', text: lines.slice(start, start + rowsPerBlock).join('\n') });
  }
  return blocks;
}

/** The text with every run of white space as one space. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

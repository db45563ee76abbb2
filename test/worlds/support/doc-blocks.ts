import { readFileSync } from 'node:fs';

/** A block of code of a page in `docs`, as a reader copies it. */
export interface DocBlock {
  /** As the fence says: `sh`, `yaml`, `ini`, or nothing. */
  readonly language: string;
  readonly text: string;
  /** Line of the page on which it begins. */
  readonly line: number;
}

/** The blocks of code of a page, in their order. */
export function blocksOf(page: string): DocBlock[] {
  const lines = readFileSync(new URL(`../../../docs/${page}`, import.meta.url), 'utf8').split('\n');
  const blocks: DocBlock[] = [];
  let open: { language: string; from: number } | undefined;
  for (const [index, line] of lines.entries()) {
    const fence = /^\s*```(\w*)\s*$/.exec(line);
    if (fence === null) continue;
    if (open === undefined) {
      open = { language: fence[1] ?? '', from: index + 1 };
      continue;
    }
    blocks.push({
      language: open.language,
      text: lines.slice(open.from, index).join('\n'),
      line: open.from + 1,
    });
    open = undefined;
  }
  return blocks;
}

/** The commands of a block: its lines without comments, those that end with a backslash joined. */
export function commandsOf({ text }: DocBlock): string[] {
  return text
    .replaceAll('\\\n', ' ')
    .split('\n')
    .map((line) => line.replace(/(?:^|\s{2,})#.*$/, '').trim())
    .filter((line) => line !== '');
}

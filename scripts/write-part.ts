import { readFileSync, writeFileSync } from 'node:fs';
import { argv } from 'node:process';

/** The part of a document in `docs` that a script writes. */
export interface WrittenPart {
  /** Name within `docs`. */
  readonly document: string;
  /** What stands in the mark before the part: who writes it. */
  readonly mark: string;
  readonly command: string;
  readonly text: string;
}

/**
 * Writes the part between its marks. With `--check` it only says, by the exit code too, whether it is
 * current.
 */
export function writePart({ document, mark, command, text }: WrittenPart): void {
  const file = new URL(`../docs/${document}`, import.meta.url);
  const begin = `<!-- ${mark}: written by \`${command}\` -->`;
  const end = `<!-- end of ${mark} -->`;
  const before = readFileSync(file, 'utf8');
  const [head, rest] = before.split(begin);
  const tail = rest?.split(end)[1];
  if (head === undefined || tail === undefined)
    throw new Error(`docs/${document} has lost the marks of its ${mark}`);
  const after = `${head}${begin}\n\n${text.trimEnd()}\n\n${end}${tail}`;
  if (!argv.includes('--check')) writeFileSync(file, after);
  else if (after !== before) {
    console.error(`docs/${document} is not current: run \`${command}\`.`);
    process.exitCode = 1;
  }
}

/** A row of a Markdown table. */
export function tableRow(cells: readonly string[]): string {
  return `| ${cells.map((text) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
}

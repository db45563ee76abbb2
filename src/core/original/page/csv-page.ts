import { parse } from 'csv-parse/sync';
import { escapeText } from '../html/escape-text.ts';
import { Unshown } from '../unshown/unshown.ts';

/** Cells that a browser draws in a second or two. */
const mostCells = 400_000;
/** Characters of a cell that stays in one line: dates and numbers. */
const unwrapped = 24;
const separators = [',', ';', '\t', '|'];

/**
 * Separated values as a table, each line with the cells it has.
 *
 * @throws Unshown
 */
export function csvPage(text: string): string {
  const firstLine = text.slice(0, Math.max(text.indexOf('\n'), 0) || undefined);
  const [delimiter = ','] = separators.toSorted(
    (left, right) => firstLine.split(right).length - firstLine.split(left).length,
  );
  let rows: string[][];
  try {
    rows = parse(text, { delimiter, bom: true, relax_column_count: true, skip_empty_lines: true });
  } catch {
    throw new Unshown('broken');
  }
  if (rows.reduce((sum, { length }) => sum + length, 0) > mostCells) throw new Unshown('size');
  const lines = rows.map(
    (cells) =>
      `<tr>${cells.map((cell) => `<td${cell.length <= unwrapped ? ' nowrap' : ''}>${escapeText(cell)}</td>`).join('')}</tr>`,
  );
  return `<table class="sluice-cells"><tbody>${lines.join('')}</tbody></table>`;
}

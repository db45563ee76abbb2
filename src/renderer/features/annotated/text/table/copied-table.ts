import { disarmed } from '#shared/csv/csv.ts';
import { cellWords, type TableCell, type TableRow } from '../../model/table/table-rows.ts';

/** Lines of cells parted by tabs, as spreadsheets take them: each in its column where that is certain. */
export function tableAsText(rows: readonly TableRow[]): string {
  /** How many rows more a column is taken from above. */
  const taken: number[] = [];
  const lines = rows.map(({ kind, cells }) => {
    const line: string[] = [];
    const skip = () => {
      while ((taken[line.length] ?? 0) > 0) line.push('');
    };
    for (const cell of cells) {
      skip();
      const from = line.length;
      // What stands as it was extracted is one text, and fills no columns.
      const columns = kind === 'extracted' || kind === 'caption' ? 1 : cell.columns;
      line.push(copiedWords(cell), ...Array.from({ length: columns - 1 }, () => ''));
      for (let column = from; column < from + columns; column++) taken[column] = cell.rows;
      if (kind === 'caption') break;
    }
    skip();
    for (const [column, left] of taken.entries()) taken[column] = Math.max(0, (left ?? 0) - 1);
    return line.join('\t').replace(/\t+$/u, '');
  });
  return lines.join('\n');
}

/** A table for documents and mails; what stands across columns and rows there does so here. */
export function tableAsHtml(rows: readonly TableRow[]): string {
  const captions = rows
    .filter(({ kind }) => kind === 'caption')
    .map(({ cells }) => cells.map(copiedWords).join(''));
  const lines = rows
    .filter(({ kind }) => kind !== 'caption')
    .map(
      ({ kind, cells }) => `<tr>${cells.map((cell) => cellAsHtml(cell, kind === 'heading')).join('')}</tr>`,
    );
  const caption = captions.length > 0 ? `<caption>${captions.map(escaped).join('<br>')}</caption>` : '';
  return `<table>${caption}${lines.join('')}</table>`;
}

function cellAsHtml(cell: TableCell, isHead: boolean): string {
  const name = isHead || cell.isHeading === true ? 'th' : 'td';
  const across = cell.columns > 1 ? ` colspan="${cell.columns}"` : '';
  const down = cell.rows > 1 ? ` rowspan="${cell.rows}"` : '';
  const right = cell.isFigure ? ' style="text-align:right"' : '';
  return `<${name}${across}${down}${right}>${escaped(copiedWords(cell))}</${name}>`;
}

/**
 * Spreadsheets read a signed figure as a number. Other text that begins with a sign would become a formula.
 */
function copiedWords(cell: TableCell): string {
  const words = cellWords(cell);
  return /^[+-]?[\p{Sc}\d.,()%\s]*$/u.test(words) ? words : disarmed(words);
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

import { cellWords, type TableRow } from '../../model/table/table-rows.ts';

/** Lines of cells parted by tabs, as spreadsheets take them. */
export function tableAsText(rows: readonly TableRow[]): string {
  return rows.map(({ cells }) => cells.map((cell) => cellWords(cell)).join('\t')).join('\n');
}

/** A table for documents and mails; what stands across columns there does so here. */
export function tableAsHtml(rows: readonly TableRow[]): string {
  const lines = rows.map(({ kind, cells }) => {
    const name = kind === 'heading' ? 'th' : 'td';
    const drawn = cells.map((cell) => {
      const across = cell.columns > 1 ? ` colspan="${cell.columns}"` : '';
      const right = cell.isFigure ? ' style="text-align:right"' : '';
      return `<${name}${across}${right}>${escaped(cellWords(cell))}</${name}>`;
    });
    return `<tr>${drawn.join('')}</tr>`;
  });
  return `<table>${lines.join('')}</table>`;
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

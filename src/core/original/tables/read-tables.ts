import { Parser } from 'htmlparser2';
import type { OriginalCell, OriginalTable } from '#shared/bridge/original-tables.ts';

/** Of one original; more tables, cells and rows, and characters are left as they were extracted. */
const most = { tables: 2_000, cells: 60_000, characters: 4_000_000, columns: 100 };
/** What parts the words before it from those in it. */
const parting = new Set('br div p li h1 h2 h3 h4 h5 h6 dd dt tr td th table caption'.split(' '));
/** Rows in one of them: no cell goes down further. */
const groups = new Set(['thead', 'tbody', 'tfoot']);
const isVoid = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));

interface OpenTable {
  readonly rows: OriginalCell[][];
  /** A table around others is there for their places, and says nothing by its own columns. */
  isAround: boolean;
  /** Whether a cell says something of its columns or rows that is not kept. */
  isUnclear: boolean;
  /** The row that the last group of rows begins with. */
  group: number;
  cell: { words: string; columns: number; rows: number; isHeading: boolean } | undefined;
}

/** The tables of a page that was written of an original, in their order, but for those around others. */
export function readTables(page: string): OriginalTable[] {
  const found: OriginalTable[] = [];
  const open: OpenTable[] = [];
  /** For each element whether it is hidden, or within one that is. */
  const hidden: boolean[] = [];
  const left = { cells: most.cells, characters: most.characters };

  function endCell(table: OpenTable | undefined): void {
    if (table?.cell === undefined) return;
    const { words, ...cell } = table.cell;
    const text = words.replace(/\s+/gu, ' ').trim();
    table.cell = undefined;
    left.cells -= 1;
    left.characters -= text.length;
    if (left.cells >= 0 && left.characters >= 0) table.rows.at(-1)?.push({ text, ...cell });
  }
  function addRow(table: OpenTable): void {
    endCell(table);
    left.cells -= 1;
    if (left.cells >= 0) table.rows.push([]);
  }

  /** Cuts what goes down further. */
  function endGroup(table: OpenTable | undefined): void {
    if (table === undefined) return;
    endCell(table);
    for (let row = table.group; row < table.rows.length; row++)
      for (const cell of table.rows[row] ?? []) cell.rows = Math.min(cell.rows, table.rows.length - row);
    table.group = table.rows.length;
  }

  const parser = new Parser(
    {
      onopentag(name, { style = '', colspan = '', rowspan = '' }) {
        const isHidden = hidden.at(-1) === true || name === 'style' || /display:\s*none/iu.test(style);
        if (!isVoid.has(name)) hidden.push(isHidden);
        const table = open.at(-1);
        if (name === 'table') {
          if (table) table.isAround = true;
          open.push({ rows: [], isAround: false, isUnclear: false, group: 0, cell: undefined });
        } else if (groups.has(name)) endGroup(table);
        else if (name === 'tr') {
          if (table && !isHidden) addRow(table);
        } else if ((name === 'td' || name === 'th') && !isHidden) {
          endCell(table);
          const [columns, rows] = [spanOf(colspan), spanOf(rowspan)];
          if (table) table.cell = { words: '', columns, rows, isHeading: name === 'th' };
          if (table && (columns > most.columns || columns * rows === 0)) table.isUnclear = true;
        } else if (table?.cell && parting.has(name)) table.cell.words += ' ';
      },
      ontext(text) {
        const cell = open.at(-1)?.cell;
        if (cell && hidden.at(-1) !== true) cell.words += text;
      },
      onclosetag(name) {
        if (isVoid.has(name)) return;
        hidden.pop();
        if (name === 'td' || name === 'th' || name === 'tr') endCell(open.at(-1));
        if (groups.has(name)) endGroup(open.at(-1));
        if (name !== 'table') return;
        const table = open.pop();
        endGroup(table);
        const isOfUse = table !== undefined && !table.isAround && !table.isUnclear && isTable(table.rows);
        if (isOfUse && left.cells >= 0 && left.characters >= 0 && found.length < most.tables)
          found.push({ rows: table.rows });
      },
    },
    { decodeEntities: true },
  );
  parser.write(page);
  parser.end();
  return found;
}

const isTable = (rows: readonly (readonly OriginalCell[])[]) =>
  rows.filter((row) => row.filter(({ text }) => text !== '').length > 1).length > 1;

/** As a browser reads it: by the digits it begins with, else one. */
function spanOf(written: string): number {
  return Number(/^\s*\+?(\d+)/u.exec(written)?.[1] ?? 1);
}

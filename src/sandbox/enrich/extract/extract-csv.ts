import { parse } from 'csv-parse/sync';
import { type ExtractedDocument, tableBlocks, Unreadable } from './block.ts';

/**
 * Reads comma, semicolon or tab separated values into table blocks.
 *
 * @throws Unreadable when a quote is never closed
 */
export function extractCsv(text: string): ExtractedDocument {
  const firstLine = text.slice(0, Math.max(text.indexOf('\n'), 0) || undefined);
  const counts = [',', ';', '\t', '|'].map((delimiter) => ({
    delimiter,
    count: firstLine.split(delimiter).length,
  }));
  const delimiter = counts.toSorted((left, right) => right.count - left.count)[0]?.delimiter ?? ',';
  let rows: string[][];
  try {
    rows = parse(text, { delimiter, bom: true, relax_column_count: true, skip_empty_lines: true });
  } catch {
    throw new Unreadable('EXTRACTION_FAILED', 'The table is broken.');
  }
  return {
    title: '',
    blocks: tableBlocks(rows),
    metadata: { rows: rows.length, columns: rows[0]?.length ?? 0 },
  };
}

import { type Block, type ExtractedDocument, tableBlocks, Unreadable } from './block.ts';

/** More columns than this are no table; each row would have all of them. */
const mostColumns = 500;

/** Lines of loose values go into one block up to this many. */
const linesPerBlock = 40;

/**
 * Reads JSON: lists of like objects become tables, everything else a line a value with its path.
 *
 * @throws Unreadable when it is not JSON
 */
export function extractJson(text: string): ExtractedDocument {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Unreadable('EXTRACTION_FAILED', 'The file is not valid JSON.');
  }
  const reader = { blocks: [] as Block[], lines: [] as string[] };
  walk(value, '', reader);
  flushLines(reader);
  const named = isObject(value)
    ? [value.title, value.name].find((one) => typeof one === 'string')
    : undefined;
  return { title: (named as string | undefined) ?? '', blocks: reader.blocks, metadata: {} };
}

interface Reader {
  blocks: Block[];
  lines: string[];
}

function walk(value: unknown, path: string, reader: Reader): void {
  const records = asRecords(value);
  if (records !== undefined) {
    flushLines(reader);
    if (path !== '') reader.blocks.push({ kind: 'HEADING', text: path });
    const columns = [...new Set(records.flatMap((record) => Object.keys(record)))];
    const rows = records.map((record) => columns.map((column) => cell(record[column])));
    reader.blocks.push(...tableBlocks([columns, ...rows]));
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) walk(item, `${path}[${index}]`, reader);
  } else if (isObject(value)) {
    for (const [key, item] of Object.entries(value)) walk(item, path === '' ? key : `${path}.${key}`, reader);
  } else {
    reader.lines.push(`${path}: ${cell(value)}`);
    if (reader.lines.length >= linesPerBlock) flushLines(reader);
  }
}

/** The records of a list of flat objects, or of an object whose every value is one. */
function asRecords(value: unknown): Record<string, unknown>[] | undefined {
  const items = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : [];
  const flat = (item: unknown) =>
    isObject(item) && Object.values(item).every((one) => one === null || typeof one !== 'object');
  if (items.length < 2 || !items.every(flat)) return undefined;
  const records = items as Record<string, unknown>[];
  const columns = new Set<string>();
  for (const record of records) {
    for (const key of Object.keys(record)) columns.add(key);
    if (columns.size > mostColumns) return undefined;
  }
  return records;
}

function flushLines(reader: Reader): void {
  if (reader.lines.length > 0) reader.blocks.push({ kind: 'TEXT', text: reader.lines.join('\n') });
  reader.lines = [];
}

function cell(value: unknown): string {
  return value === null || value === undefined ? '' : String(value);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

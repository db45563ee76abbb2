import { printable } from './format.ts';
import type { Output } from './output.ts';
import { tagInWords } from './tag-in-words.ts';
import type { Words } from './words.ts';

/** A record of the service as aligned lines, a field a line; empty fields are left out. */
export function recordLines(record: Readonly<Record<string, unknown>>, output: Output): void {
  const fields = Object.entries(withTagWords(record, output)).filter(([, value]) => !isEmpty(value));
  const width = Math.max(0, ...fields.map(([name]) => name.length));
  for (const [name, value] of fields) {
    output.line(`${output.paint.dim(name.padEnd(width))}  ${printable(valueText(value))}`);
  }
}

/** A tag that the service gives only the id of has no name to be shown. */
function withTagWords(
  record: Readonly<Record<string, unknown>>,
  words: Words,
): Readonly<Record<string, unknown>> {
  const { tags } = record;
  if (!Array.isArray(tags)) return record;
  return { ...record, tags: tags.map((tag) => tagInWords(tag?.name ?? tag?.id ?? String(tag), words)) };
}

function isEmpty(value: unknown): boolean {
  return (
    value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
  );
}

function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueText).join(', ');
  if (typeof value !== 'object' || value === null) return String(value);
  // Tags and the like: the name says more than the rest.
  if ('name' in value && typeof value.name === 'string') return value.name;
  return JSON.stringify(value);
}

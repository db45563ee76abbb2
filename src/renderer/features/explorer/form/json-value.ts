export type WrittenKind = 'empty' | 'text' | 'number' | 'truth' | 'null' | 'list' | 'object';

export interface Written {
  readonly value: unknown;
  readonly kind: WrittenKind;
}

/** What somebody wrote into a field that takes anything: JSON where it is JSON, else the text itself. */
export function readWritten(text: string): Written {
  const trimmed = text.trim();
  if (trimmed === '') return { value: undefined, kind: 'empty' };
  try {
    const value: unknown = JSON.parse(trimmed);
    return { value, kind: kindOf(value) };
  } catch {
    return { value: text, kind: 'text' };
  }
}

/** How a value is written so that reading it gives the same again. */
export function writeValue(value: unknown): string {
  if (value === undefined) return '';
  if (typeof value !== 'string') return JSON.stringify(value, null, isFlat(value) ? 0 : 2);
  const { kind, value: read } = readWritten(value);
  return value !== '' && kind === 'text' && read === value ? value : JSON.stringify(value);
}

function isFlat(value: unknown): boolean {
  return typeof value !== 'object' || JSON.stringify(value).length < 60;
}

function kindOf(value: unknown): WrittenKind {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'object') return 'object';
  if (typeof value === 'number') return 'number';
  return typeof value === 'boolean' ? 'truth' : 'text';
}

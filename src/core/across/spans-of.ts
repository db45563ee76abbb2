import { itemNames } from '#shared/annotated/field-names.ts';
import { isRecord } from '#shared/operations/is-record.ts';

/** A place as a document writes it; what its numbers count is left open. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * The places an item names, in every form that was seen: `start`/`end`, `offset`/`length`, the same nested under `position`,
 * `offsets`, `span` and others, `[start, end]`, and lists of any of these. Empty when it names none.
 */
export function spansOf(item: Fields): Span[] {
  const own = spanOf(item);
  if (own !== null) return [own];
  for (const names of [itemNames.places, itemNames.offset, itemNames.start]) {
    const spans = nested(first(item, names));
    if (spans.length > 0) return spans;
  }
  return [];
}

function nested(value: unknown): Span[] {
  if (isRecord(value)) {
    const span = spanOf(value);
    return span === null ? [] : [span];
  }
  if (!Array.isArray(value)) return [];
  const pair = pairOf(value);
  if (pair !== null) return [pair];
  return value.flatMap(
    (one) => (Array.isArray(one) ? pairOf(one) : isRecord(one) ? spanOf(one) : null) ?? [],
  );
}

function spanOf(item: Fields): Span | null {
  const start = whole(first(item, itemNames.start)) ?? whole(first(item, itemNames.offset));
  if (start === null) return null;
  const length = whole(first(item, itemNames.length));
  return valid(start, whole(first(item, itemNames.end)) ?? (length === null ? null : start + length));
}

function pairOf(items: readonly unknown[]): Span | null {
  const [start, end] = items;
  if (items.length !== 2 || typeof start !== 'number' || typeof end !== 'number') return null;
  return valid(start, end);
}

function first(item: Fields, names: readonly string[]): unknown {
  const found = names.find((name) => Object.hasOwn(item, name));
  return found === undefined ? undefined : item[found];
}

function whole(value: unknown): number | null {
  if (typeof value === 'string' && value.trim() === '') return null;
  const read = typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN;
  return Number.isInteger(read) ? read : null;
}

function valid(start: number, end: number | null): Span | null {
  return end !== null && start >= 0 && end >= start && Number.isInteger(end) ? { start, end } : null;
}

import { childrenOf, kindOf, numberOf } from './tape/read.ts';
import type { Tape } from './tape/tape.ts';
import { itemFields, numberAt } from './item-fields.ts';

/** A place as the document writes it; what it counts from is found out elsewhere. */
export interface RawSpan {
  readonly start: number;
  readonly end: number;
}

type Item = ReturnType<typeof itemFields>;

/**
 * The places an item names, in every form that was seen: `start`/`end`, `offset`/`length`, the same nested
 * under `position`, `offsets`, `span` and others, `[start, end]`, and lists of any of these. Empty when it
 * names none.
 */
export function readSpans(tape: Tape, item: Item): RawSpan[] {
  const own = spanOf(tape, item);
  if (own !== null) return [own];
  for (const node of [item.places, item.offset, item.start]) {
    if (node < 0) continue;
    const spans = nestedSpans(tape, node);
    if (spans.length > 0) return spans;
  }
  return [];
}

function nestedSpans(tape: Tape, node: number): RawSpan[] {
  const kind = kindOf(tape, node);
  if (kind === 'object') {
    const span = spanOf(tape, itemFields(tape, node));
    return span === null ? [] : [span];
  }
  if (kind !== 'array') return [];
  const items = [...childrenOf(tape, node)];
  const pair = pairOf(tape, items);
  if (pair !== null) return [pair];
  return items.flatMap((child) => {
    if (kindOf(tape, child) === 'array') return pairOf(tape, [...childrenOf(tape, child)]) ?? [];
    if (kindOf(tape, child) === 'object') return spanOf(tape, itemFields(tape, child)) ?? [];
    return [];
  });
}

function spanOf(tape: Tape, item: Item): RawSpan | null {
  const start = numberAt(tape, item.start) ?? numberAt(tape, item.offset);
  if (start === null) return null;
  const length = numberAt(tape, item.length);
  return valid(start, numberAt(tape, item.end) ?? (length === null ? null : start + length));
}

function pairOf(tape: Tape, items: readonly number[]): RawSpan | null {
  if (items.length !== 2) return null;
  const [start, end] = items.map((one) => numberOf(tape, one));
  return start === null || start === undefined ? null : valid(start, end ?? null);
}

function valid(start: number, end: number | null): RawSpan | null {
  if (end === null || !Number.isInteger(start) || !Number.isInteger(end)) return null;
  return start >= 0 && end >= start ? { start, end } : null;
}

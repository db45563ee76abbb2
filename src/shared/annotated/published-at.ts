import { numberAt, textAt } from './item-fields.ts';
import { memberOf } from './tape/read.ts';
import type { Tape } from './tape/tape.ts';

/** Milliseconds since the epoch, where the document says when it was published. */
export function publishedAt(tape: Tape, root: number): number | null {
  const node = ['document', 'metadata', 'published_ts'].reduce(
    (at, name) => (at < 0 ? at : (memberOf(tape, at, name) ?? -1)),
    root,
  );
  const text = textAt(tape, node);
  if (text === null) return null;
  const at = numberAt(tape, node) ?? Date.parse(text);
  return Number.isFinite(at) ? at : null;
}

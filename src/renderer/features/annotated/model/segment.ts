/** A piece of text under the same marks. */
export interface Segment<T> {
  readonly start: number;
  readonly end: number;
  /** The marks over it, the longest first. */
  readonly over: readonly T[];
}

/** Cuts a text wherever a mark begins or ends, so that marks may overlap in any way. */
export function segmentText<T extends { readonly start: number; readonly end: number }>(
  length: number,
  marks: readonly T[],
): Segment<T>[] {
  const inside = marks.filter(({ start, end }) => start < end && start < length && end > 0);
  const cuts = new Set([0, length]);
  for (const { start, end } of inside) {
    cuts.add(Math.max(0, start));
    cuts.add(Math.min(length, end));
  }
  const places = [...cuts].sort((left, right) => left - right);
  const begins = inside.toSorted((left, right) => left.start - right.start);
  const segments: Segment<T>[] = [];
  let open: T[] = [];
  let next = 0;
  for (let index = 0; index + 1 < places.length; index++) {
    const start = places[index] as number;
    const end = places[index + 1] as number;
    open = open.filter((mark) => mark.end > start);
    for (let mark = begins[next]; mark !== undefined && mark.start <= start; mark = begins[next]) {
      open.push(mark);
      next += 1;
    }
    const over = open.toSorted((left, right) => right.end - right.start - (left.end - left.start));
    segments.push({ start, end, over });
  }
  return segments;
}

import type { Span } from '../../../src/sandbox/http/at-once.ts';

/** When a process stood still, ms since the epoch. */
export interface Stop {
  readonly from: number;
  readonly to: number;
}

/** A PUT, and the agent that sent it where its journal says so. */
export interface SentPut extends Span {
  readonly agent: number | undefined;
}

/**
 * The lease of a process that stands still may end this long after, ms: it was renewed 5 s before at most.
 */
const leaseHoldsMs = 9_000;
/** So soon after it goes on, what it was sending has to be cut off, ms. */
const cutOffMs = 1_000;

/** The most at once, when that was, and which they were. */
export interface Peak {
  readonly most: number;
  /** ms since the epoch; 0 where there were none. */
  readonly at: number;
  readonly puts: readonly SentPut[];
}

/**
 * The most PUTs at once. What a process was sending that stands still beyond its lease stays open at the
 * service: nobody can end it, no byte of it moves, and its place is somebody else's by then. So from the end
 * of its lease on it is not counted, if it is cut off when its process goes on; if it is not, all of it is.
 */
export function mostPuts(puts: readonly SentPut[], stops: readonly (readonly Stop[])[]): Peak {
  const parts = puts.flatMap((put) =>
    partsOf(put, stops[put.agent ?? -1] ?? []).map((part) => ({ ...part, put })),
  );
  const changes = parts
    .flatMap(({ from, to }) => [
      { at: from, by: 1 },
      { at: to, by: -1 },
    ])
    // One that ends makes room for one that begins in the same millisecond.
    .toSorted((one, other) => one.at - other.at || one.by - other.by);
  let now = 0;
  let peak = { most: 0, at: 0 };
  for (const { at, by } of changes) {
    now += by;
    if (now > peak.most) peak = { most: now, at };
  }
  const isThere = ({ from, to }: Stop) => from <= peak.at && to > peak.at;
  return { ...peak, puts: peak.most === 0 ? [] : parts.filter(isThere).map(({ put }) => put) };
}

function partsOf({ from, to }: SentPut, stops: readonly Stop[]): readonly Stop[] {
  const end = to ?? Number.POSITIVE_INFINITY;
  if (end <= from) return [];
  const over = stops.find(
    (stop) =>
      from <= stop.from && end > stop.from + leaseHoldsMs && end <= stop.to + cutOffMs && stop.to > stop.from,
  );
  return [{ from, to: over ? over.from + leaseHoldsMs : end }];
}

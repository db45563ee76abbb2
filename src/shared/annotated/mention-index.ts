import type { BlockReader } from './block-reader.ts';
import type { EntityList } from './entity-list.ts';
import type { EntityCounts } from './types.ts';
import { now } from './web.ts';

/** Points of the curve of sentiment. */
const curvePoints = 160;

export interface IndexedMention {
  readonly block: number;
  readonly start: number;
  readonly end: number;
  readonly entity: number;
  readonly node: number;
}

/** All marks of the document in reading order, twenty bytes each, gathered a piece at a time. */
export function createMentionIndex(blockCount: number, reader: BlockReader) {
  /** Five numbers a mark: block, start, end, entity, node + 1. */
  let marks = new Uint32Array(1024);
  let count = 0;
  let next = 0;
  let sentences = 0;
  let tally = new Uint32Array(64);
  const sums = new Float64Array(curvePoints);
  const weights = new Float64Array(curvePoints);
  /** The first mark of each block. */
  const firstOf = new Uint32Array(blockCount + 1);

  function take(block: number): void {
    const { mentions, sentences: said } = reader.read(block);
    firstOf[block] = count;
    for (const { start, end, entity, node } of mentions) {
      if ((count + 1) * 5 > marks.length) {
        const grown = new Uint32Array(marks.length * 2);
        grown.set(marks);
        marks = grown;
      }
      marks.set([block, start, end, entity, node + 1], count * 5);
      count += 1;
      if (entity >= tally.length) {
        const grown = new Uint32Array(Math.max(entity + 1, tally.length * 2));
        grown.set(tally);
        tally = grown;
      }
      tally[entity] = (tally[entity] as number) + 1;
    }
    const point = Math.min(curvePoints - 1, Math.floor((block / blockCount) * curvePoints));
    for (const { sentiment, start, end } of said) {
      sentences += 1;
      if (sentiment === null) continue;
      sums[point] = (sums[point] as number) + sentiment * (end - start);
      weights[point] = (weights[point] as number) + (end - start);
    }
  }

  function run(milliseconds: number): boolean {
    const until = now() + milliseconds;
    while (next < blockCount) {
      take(next);
      next += 1;
      firstOf[next] = count;
      if (now() > until) break;
    }
    return next >= blockCount;
  }

  function finish(): void {
    run(Number.POSITIVE_INFINITY);
  }

  function at(mention: number): IndexedMention | null {
    if (mention < 0 || mention >= count) return null;
    const [block, start, end, entity, node] = marks.subarray(mention * 5, mention * 5 + 5);
    return {
      block: block as number,
      start: start as number,
      end: end as number,
      entity: entity as number,
      node: (node as number) - 1,
    };
  }

  return {
    run,
    finish,
    at,
    countOf: (entity: number): number => tally[entity] ?? 0,
    /** The first mark of an entity; reads the whole text when it must. */
    first(entity: number): IndexedMention | null {
      for (;;) {
        for (let mention = 0; mention < count; mention++) {
          if (marks[mention * 5 + 3] === entity) return at(mention);
        }
        if (next >= blockCount) return null;
        finish();
      }
    },
    /** Which of its entity's marks the one at a place is, from 1; 0 when there is none. */
    numberAt(block: number, start: number, entity: number): number {
      let number = 0;
      for (let mention = 0; mention < count; mention++) {
        if (marks[mention * 5 + 3] !== entity) continue;
        const isBefore =
          (marks[mention * 5] as number) < block ||
          (marks[mention * 5] === block && (marks[mention * 5 + 1] as number) <= start);
        if (!isBefore) break;
        number += 1;
      }
      return number;
    },
    /**
     * The next mark that counts, after or before a place, going on at the other end of the text; -1 when none
     * counts.
     *
     * @param accept whether marks of this entity count
     */
    step(block: number, start: number, by: 1 | -1, accept: (entity: number) => boolean): number {
      finish();
      if (count === 0) return -1;
      let here = firstOf[Math.max(0, Math.min(block, blockCount))] as number;
      while (here < count && marks[here * 5] === block && (marks[here * 5 + 1] as number) < start) here += 1;
      // `here` is the first mark at or after the place.
      const isOn = here < count && marks[here * 5] === block && marks[here * 5 + 1] === start;
      const from = by === 1 ? (isOn ? here + 1 : here) : here - 1;
      for (let tried = 0; tried < count; tried++) {
        const mention = (((from + by * tried) % count) + count) % count;
        if (accept(marks[mention * 5 + 3] as number)) return mention;
      }
      return -1;
    },
    counts(entities: EntityList, mentionsOf: (entity: number) => number): EntityCounts {
      let mentions = 0;
      const types = new Map<string, { mentions: number; entities: number }>();
      for (let entity = 0; entity < entities.size; entity++) {
        const { type } = entities.row(entity);
        const known = types.get(type) ?? { mentions: 0, entities: 0 };
        known.mentions += mentionsOf(entity);
        mentions += mentionsOf(entity);
        known.entities += 1;
        types.set(type, known);
      }
      return {
        isDone: next >= blockCount,
        readBlocks: next,
        mentions,
        sentences,
        entities: entities.size,
        types: [...types]
          .map(([type, numbers]) => ({ type, ...numbers }))
          .sort((left, right) => right.mentions - left.mentions),
        sentiment: Array.from(sums, (sum, point) =>
          weights[point] === 0 ? null : sum / (weights[point] as number),
        ),
      };
    },
  };
}

import { childrenOf, isContainer, kindOf, stringOf } from './tape/read.ts';
import type { Tape } from './tape/tape.ts';
import type { EntityList } from './entity-list.ts';
import type { Sections } from './find-sections.ts';
import { blockFields, itemFields, numberAt, sentimentAt, textAt } from './item-fields.ts';
import { nameMatcher, type NameMatcher } from './match-names.ts';
import { applyScheme, findScheme, type OffsetScheme, type SchemeSample } from './offset-scheme.ts';
import { type RawSpan, readSpans } from './read-spans.ts';
import { encodeUtf8 } from './web.ts';
import type { Mention, Sentence } from './types.ts';

export interface ReadBlock {
  readonly text: string;
  /** In reading order, the longest first where they begin together. */
  readonly mentions: readonly Mention[];
  readonly sentences: readonly Sentence[];
}

type Before = SchemeSample['before'];
/** Marks looked at to find out what their offsets count. */
const samplesWanted = 200;
const blocksSampled = 400;
/** Share of marks that show their name under the right count; others show "the company" and the like. */
const enoughHits = 0.3;
const nothingBefore: Before = { utf16: 0, codePoint: 0, byte: 0, blocks: 0 };
/** A block with more marks than this shows the first ones only; all are in the tree. */
const mostMarks = 50_000;
/** Names looked for in the whole text of a document without marks. */
const mostNames = 5_000;

/** Reads single blocks: text, marks and sentences, wherever the document keeps them. */
export function createBlockReader(
  tape: Tape,
  blocks: readonly number[],
  sections: Sections,
  entities: EntityList,
) {
  const spread = spreadOver(sections.contentEntities);
  const spreadSentences = spreadOver(sections.contentSentences);
  let lengths: Before[] | undefined;
  const scheme = detect();
  const hasMarks =
    spread.size > 0 || spread.loose.length > 0 || blocks.slice(0, blocksSampled).some(marksInBlock);
  const matchAll: NameMatcher =
    hasMarks || entities.listed === 0 ? () => [] : nameMatcher(entities.names().slice(0, mostNames));
  const matchers = new Map<string, NameMatcher>();
  let last: { block: number; value: ReadBlock } | undefined;

  function marksInBlock(node: number): boolean {
    const list = blockFields(tape, node).entities;
    return list >= 0 && isContainer(tape, list) && (tape.next[list] as number) > list + 1;
  }

  /**
   * Items of the whole content, by the block they name; `loose` ones count from the beginning of the text.
   */
  function spreadOver(list: number) {
    const byBlock = new Map<number, number[]>();
    const loose: number[] = [];
    if (list >= 0) {
      for (const node of childrenOf(tape, list)) {
        const item = itemFields(tape, node);
        const paragraph = numberAt(tape, item.paragraph);
        if (paragraph !== null) {
          const block = Math.max(0, paragraph - 1);
          const others = byBlock.get(block);
          if (others === undefined) byBlock.set(block, [node]);
          else others.push(node);
        } else if (readSpans(tape, item).length > 0) loose.push(node);
      }
    }
    return { byBlock, loose, size: byBlock.size };
  }

  function textOf(block: number): string {
    const node = blocks[block] as number;
    return stringOf(tape, node) ?? textAt(tape, blockFields(tape, node).text) ?? '';
  }

  /**
   * How much text comes before each block; read once, and only for offsets that count through the document.
   */
  function before(block: number): Before {
    if (lengths === undefined) {
      lengths = [];
      const sum = { utf16: 0, codePoint: 0, byte: 0 };
      for (let at = 0; at < blocks.length; at++) {
        lengths.push({ ...sum, blocks: at });
        const text = textOf(at);
        sum.utf16 += text.length;
        sum.byte += encodeUtf8(text).length;
        sum.codePoint += [...text].length;
      }
    }
    return lengths[block] ?? nothingBefore;
  }

  function itemsOf(block: number): number[] {
    const node = blocks[block] as number;
    const list = blockFields(tape, node).entities;
    const own = list >= 0 && isContainer(tape, list) ? [...childrenOf(tape, list)] : [];
    return [...own, ...(spread.byBlock.get(block) ?? [])];
  }

  function expectedOf(item: ReturnType<typeof itemFields>): string | null {
    return textAt(tape, item.text) ?? textAt(tape, item.name);
  }

  /** Marks of the first blocks whose text is known beforehand. */
  function samplesOf(items: (block: number) => readonly number[], beforeOf: (block: number) => Before) {
    const samples: SchemeSample[] = [];
    for (let block = 0; block < Math.min(blocks.length, blocksSampled); block++) {
      for (const node of items(block).slice(0, samplesWanted)) {
        if (samples.length >= samplesWanted) return samples;
        const item = itemFields(tape, node);
        const expected = expectedOf(item);
        const [span] = readSpans(tape, item);
        if (expected === null || span === undefined) continue;
        samples.push({ text: textOf(block), span, expected, before: beforeOf(block) });
      }
    }
    return samples;
  }

  /**
   * Counting through the document needs the length of every text, so it is looked at only where nothing else
   * fits.
   */
  function detect(): OffsetScheme {
    if (spread.loose.length > 0) {
      const samples = samplesOf(
        (block) => spread.loose.filter((node) => mayLieIn(node, before(block), textOf(block))),
        before,
      );
      return findScheme(samples, 'document').scheme;
    }
    const samples = samplesOf(itemsOf, () => nothingBefore);
    const inBlock = findScheme(samples, 'block');
    if (inBlock.hits >= samples.length * enoughHits) return inBlock.scheme;
    const inDocument = findScheme(samplesOf(itemsOf, before), 'document');
    return inDocument.hits > inBlock.hits ? inDocument.scheme : inBlock.scheme;
  }

  /** Whether a mark that counts from the beginning of the text could lie in a block, whatever it counts. */
  function mayLieIn(node: number, at: Before, text: string): boolean {
    const [span] = readSpans(tape, itemFields(tape, node));
    return (
      span !== undefined && span.start >= at.utf16 && span.start <= at.byte + 2 * at.blocks + text.length * 4
    );
  }

  function place(text: string, span: RawSpan, block: number): RawSpan | null {
    return applyScheme(scheme, text, span, scheme.base === 'document' ? before(block) : null);
  }

  function mentionsOf(block: number, text: string): Mention[] {
    const found: Mention[] = [];
    const named: { name: string; entity: number; node: number }[] = [];
    for (const node of itemsOf(block)) {
      if (found.length + named.length >= mostMarks) break;
      const plain = stringOf(tape, node);
      const item = itemFields(tape, node);
      const spans = readSpans(tape, item).flatMap((span) => place(text, span, block) ?? []);
      const [first] = spans;
      const shown = first === undefined ? null : text.slice(first.start, first.end);
      const entity = plain === null ? entities.ofMark(item, shown) : entities.ofName(plain);
      if (entity < 0) continue;
      for (const { start, end } of spans) found.push({ start, end, entity, node });
      if (spans.length === 0) {
        named.push({ name: plain ?? expectedOf(item) ?? entities.row(entity).name, entity, node });
      }
    }
    if (named.length > 0) found.push(...byName(text, named, found));
    for (const match of matchAll(text)) {
      found.push({ start: match.start, end: match.end, entity: match.name, node: -1 });
    }
    if (spread.loose.length > 0) found.push(...looseIn(block, text));
    return found.sort((left, right) => left.start - right.start || right.end - left.end);
  }

  /** Marks that say what, but not where. */
  function byName(
    text: string,
    named: readonly { name: string; entity: number; node: number }[],
    taken: readonly Mention[],
  ): Mention[] {
    const names = [...new Map(named.map((one) => [one.name.toLowerCase(), one])).values()];
    const key = names.map(({ name }) => name).join('\n');
    let match = matchers.get(key);
    if (match === undefined) {
      match = nameMatcher(names.map(({ name }) => name));
      if (matchers.size < 1000) matchers.set(key, match);
    }
    return match(text).flatMap(({ start, end, name }) => {
      const one = names[name];
      if (one === undefined || taken.some((mark) => mark.start === start && mark.end === end)) return [];
      return [{ start, end, entity: one.entity, node: one.node }];
    });
  }

  function looseIn(block: number, text: string): Mention[] {
    return spread.loose.flatMap((node) => {
      const item = itemFields(tape, node);
      const spans = readSpans(tape, item).flatMap((span) => place(text, span, block) ?? []);
      return spans.flatMap(({ start, end }) => {
        const entity = entities.ofMark(item, text.slice(start, end));
        return entity < 0 ? [] : [{ start, end, entity, node }];
      });
    });
  }

  function sentencesOf(block: number, text: string): Sentence[] {
    const list = blockFields(tape, blocks[block] as number).sentences;
    const own = list >= 0 && kindOf(tape, list) === 'array' ? [...childrenOf(tape, list)] : [];
    const sentences: Sentence[] = [];
    let past = 0;
    for (const node of [...own, ...(spreadSentences.byBlock.get(block) ?? [])].slice(0, mostMarks)) {
      const item = itemFields(tape, node);
      const [raw] = readSpans(tape, item);
      let span = raw === undefined ? null : place(text, raw, block);
      const words = stringOf(tape, node) ?? textAt(tape, item.text);
      if (span === null && words !== null && words !== '') {
        const start = text.indexOf(words, past);
        if (start >= 0) span = { start, end: start + words.length };
      }
      if (span === null) continue;
      past = span.end;
      sentences.push({ ...span, sentiment: sentimentAt(tape, item.sentiment), node });
    }
    return sentences;
  }

  return {
    hasMarks,
    hasText: (): boolean => blocks.some((_, block) => textOf(block) !== ''),
    read(block: number): ReadBlock {
      if (last?.block === block) return last.value;
      const text = textOf(block);
      const value = { text, mentions: mentionsOf(block, text), sentences: sentencesOf(block, text) };
      last = { block, value };
      return value;
    },
  };
}

export type BlockReader = ReturnType<typeof createBlockReader>;

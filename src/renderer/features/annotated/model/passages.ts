import type { OutlineEntry } from './outline.ts';
import type { BlockRange, Place, Sentence, Target } from './types.ts';

/** A passage of the text, as notes and links name it. */
export interface Passage {
  /** Of the text of the block it begins in. */
  readonly path: string;
  /** UTF-16; `to` is exclusive, and of the text at `endPath` where there is one. */
  readonly from: number;
  readonly to: number;
  /** Where it ends in another block. */
  readonly endPath: string | null;
  readonly quote: string;
  /** The heading of the outline that it stands below. */
  readonly section: string | null;
}

/** A passage, and the page of the original it begins on, where that is known. */
export interface PagedPassage extends Passage {
  readonly page: number | null;
}

/** From a character of one block to one of the same or a later block; the end is exclusive. */
export interface Stretch {
  readonly first: { readonly block: number; readonly start: number };
  readonly last: { readonly block: number; readonly end: number };
}

/** What passages ask of the document. */
interface PassageText {
  readonly reader: { read(block: number): { text: string; sentences: readonly Sentence[] } };
  readonly rangePlace: (block: number, start: number, end: number) => Place;
  readonly locate: (target: Target) => Place;
  readonly outline: () => readonly OutlineEntry[];
}

/** Passages of the text: named as they are kept, and found by what was kept. */
export function createPassages({ reader, rangePlace, locate, outline }: PassageText) {
  let headings: readonly OutlineEntry[] | undefined;
  const textOf = (block: number) => reader.read(block).text;

  /** The passage between two characters, without the blanks around it; null where there is nothing else. */
  function passage({ first, last }: Stretch): Passage | null {
    const whole = Array.from({ length: last.block - first.block + 1 }, (_, index) =>
      textOf(first.block + index),
    );
    let [begin, end] = [first, last];
    const isBlank = (text = '') => text.trim() === '';
    while (begin.block < end.block && isBlank(textOf(begin.block).slice(begin.start)))
      begin = { block: begin.block + 1, start: 0 };
    while (end.block > begin.block && isBlank(textOf(end.block).slice(0, end.end)))
      end = { block: end.block - 1, end: textOf(end.block - 1).length };
    const texts = whole.slice(begin.block - first.block, end.block - first.block + 1);
    const isOne = begin.block === end.block;
    const head = (texts[0] as string).slice(begin.start, isOne ? end.end : undefined);
    const tail = (texts.at(-1) as string).slice(isOne ? begin.start : 0, end.end);
    if (isBlank(head) && isOne) return null;
    const from = begin.start + head.length - head.trimStart().length;
    const to = (isOne ? begin.start : 0) + tail.trimEnd().length;
    const parts = texts.map((text, index) =>
      text.slice(index === 0 ? from : 0, index === texts.length - 1 ? to : undefined),
    );
    headings ??= outline();
    return {
      path: rangePlace(begin.block, from, to).path,
      from,
      to,
      endPath: isOne ? null : rangePlace(end.block, 0, to).path,
      quote: parts.join('\n'),
      section: headings.findLast(({ block }) => block <= begin.block)?.title ?? null,
    };
  }

  return {
    passage,
    /** The sentences around a place; all of its block where it has none. */
    sentencesAt({ block, start, end }: BlockRange): Passage | null {
      const { text, sentences } = reader.read(block);
      const until = Math.min(Math.max(end, start + 1), text.length);
      const around = end <= start ? [] : sentences.filter((one) => one.start < until && one.end > start);
      const from = Math.min(...around.map((one) => one.start));
      const to = Math.max(...around.map((one) => one.end));
      return around.length === 0
        ? passage({ first: { block, start: 0 }, last: { block, end: text.length } })
        : passage({ first: { block, start: from }, last: { block, end: to } });
    },
    /** What of each block passages cover; empty for one that is not here. */
    rangesOf(kept: readonly Pick<Passage, 'path' | 'from' | 'to' | 'endPath'>[]): BlockRange[][] {
      return kept.map(({ path, from, to, endPath }) => {
        const begin = locate({ kind: 'path', path, from: null, to: null }).block;
        const end =
          endPath === null ? begin : locate({ kind: 'path', path: endPath, from: null, to: null }).block;
        if (begin < 0 || end < begin) return [];
        return Array.from({ length: end - begin + 1 }, (_, index) => {
          const block = begin + index;
          return {
            block,
            start: index === 0 ? from : 0,
            end: block === end ? to : textOf(block).length,
          };
        });
      });
    },
  };
}

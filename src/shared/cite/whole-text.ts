import { lastWhere } from '../last-where.ts';
import { type AnchorText, anchorText } from '../anchor/anchor-text.ts';
import type { openAnnotated } from '../annotated/open-annotated.ts';
import { blockFields, numberAt, textAt } from '../annotated/item-fields.ts';
import { nodeAtPath, pathOf } from '../annotated/tape/path.ts';
import { stringOf } from '../annotated/tape/read.ts';
import type { Tape } from '../annotated/tape/tape.ts';

/** Where a passage stands, as notes and links name it. */
export interface BlockPlace {
  readonly path: string;
  /** Characters of the text at `path`; `to` exclusive, and of the text at `endPath` where there is one. */
  readonly from: number;
  readonly to: number;
  readonly endPath: string | null;
}

/** A range of the whole text: the texts of all blocks, each ended by a line end; UTF-16, `to` exclusive. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** The whole text of an annotated document, and its places in both ways of naming them. */
export interface WholeText {
  readonly text: string;
  /** Ready for passages to be found in it; made when it is first asked for. */
  readonly anchor: () => AnchorText;
  /** Null where the place is none of this document. */
  readonly rangeOf: (place: BlockPlace) => Range | null;
  readonly placeOf: (range: Range) => BlockPlace | null;
  /** From the beginning of the sentence that a range begins in, to the end of the one it ends in. */
  readonly sentencesAround: (range: Range) => Range;
  /** The last heading at or before a place. */
  readonly headingAt: (at: number) => string | null;
  /** Where the document numbers the pages of its blocks. */
  readonly pageAt: (at: number) => number | null;
  /** Where blocks stand that begin on a page; null where the document numbers no pages. */
  readonly onPage: (page: number) => readonly Range[] | null;
}

/** Characters of a heading that is named; a whole paragraph is sometimes called one. */
const longestHeading = 200;

export function wholeText(tape: Tape, { blocks, reader }: ReturnType<typeof openAnnotated>): WholeText {
  const texts = blocks.map(
    (node) => stringOf(tape, node) ?? textAt(tape, blockFields(tape, node).text) ?? '',
  );
  const starts: number[] = [];
  let length = 0;
  for (const text of texts) {
    starts.push(length);
    length += text.length + 1;
  }
  const text = texts.map((one) => `${one}\n`).join('');
  let anchor: AnchorText | undefined;
  let numbered: Map<number | null, number[]> | undefined;
  let headings: { block: number; title: string }[] | undefined;

  /** The last block that begins at or before a place. */
  function blockAt(at: number): number {
    return Math.max(
      0,
      lastWhere(starts.length, (block) => (starts[block] as number) <= at),
    );
  }

  function blockOf(path: string): number {
    const node = nodeAtPath(tape, path);
    if (node === null) return -1;
    const block = blocks.findLastIndex((one) => one <= node);
    return block >= 0 && node < (tape.next[blocks[block] as number] as number) ? block : -1;
  }

  function pathAt(block: number): string {
    const node = blocks[block] as number;
    const { text: own } = blockFields(tape, node);
    return pathOf(tape, own >= 0 ? own : node);
  }

  function sentenceOf(at: number, isEnd: boolean): Range {
    const block = blockAt(at);
    const start = starts[block] ?? 0;
    const within = at - start;
    const { sentences } = reader.read(block);
    const found = sentences.find((one) =>
      isEnd ? within > one.start && within <= one.end : within >= one.start && within < one.end,
    );
    // A block without sentences is one, as the row of a table.
    const range = found ?? { start: 0, end: (texts[block] ?? '').length };
    return { from: start + range.start, to: start + range.end };
  }

  function readHeadings(): { block: number; title: string }[] {
    return blocks.flatMap((node, block) => {
      if (textAt(tape, blockFields(tape, node).kind)?.toUpperCase() !== 'HEADING') return [];
      const title = (texts[block] ?? '').replace(/\s+/gu, ' ').trim();
      return title === '' ? [] : [{ block, title: title.slice(0, longestHeading).toWellFormed() }];
    });
  }

  function pageOf(block: number): number | null {
    const node = blocks[block];
    const page = node === undefined ? null : numberAt(tape, blockFields(tape, node).page);
    return page !== null && Number.isInteger(page) && page > 0 ? page : null;
  }

  return {
    text,
    anchor() {
      anchor ??= anchorText(text);
      return anchor;
    },
    rangeOf({ path, from, to, endPath }) {
      const first = blockOf(path);
      const last = endPath === null ? first : blockOf(endPath);
      if (first < 0 || last < first) return null;
      const range = { from: (starts[first] as number) + from, to: (starts[last] as number) + to };
      const isInside = from <= (texts[first] ?? '').length && to <= (texts[last] ?? '').length;
      return isInside && range.from < range.to ? range : null;
    },
    placeOf({ from, to }) {
      if (texts.length === 0 || from >= to || to > text.length) return null;
      const first = blockAt(from);
      const last = blockAt(to - 1);
      return {
        path: pathAt(first),
        from: from - (starts[first] as number),
        to: to - (starts[last] as number),
        endPath: last === first ? null : pathAt(last),
      };
    },
    sentencesAround({ from, to }) {
      if (texts.length === 0) return { from, to };
      return {
        from: Math.min(from, sentenceOf(from, false).from),
        to: Math.max(to, sentenceOf(to, true).to),
      };
    },
    headingAt(at) {
      headings ??= readHeadings();
      const last = blockAt(at);
      return headings.findLast(({ block }) => block <= last)?.title ?? null;
    },
    pageAt: (at) => pageOf(blockAt(at)),
    onPage(page) {
      numbered ??= Map.groupBy(blocks.keys(), pageOf);
      if (![...numbered.keys()].some((one) => one !== null)) return null;
      const ranges: { from: number; to: number }[] = [];
      for (const block of numbered.get(page) ?? []) {
        const from = starts[block] as number;
        const to = from + (texts[block] ?? '').length;
        const last = ranges.at(-1);
        if (last?.to === from - 1) last.to = to;
        else ranges.push({ from, to });
      }
      return ranges;
    },
  };
}

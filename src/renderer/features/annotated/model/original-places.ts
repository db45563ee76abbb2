import { type AnchorText, anchorText, noPlace, type TextPlace } from '#shared/anchor/anchor-text.ts';
import { foldText } from '#shared/anchor/fold.ts';
import { placeSentences } from '#shared/anchor/place-sentences.ts';
import { sentenceAt } from '#shared/anchor/sentence-at.ts';
import type { DocumentModel } from './document-model.ts';
import type { BlockRange, Place } from './types.ts';

/** How many sentences of the text were found in the original, and how. */
export interface PlacedCounts {
  readonly total: number;
  readonly exact: number;
  readonly approximate: number;
}

interface Piece extends BlockRange {
  readonly text: string;
}

/** What extraction puts before an item of a list, and an original draws. */
const marker = /^(?:[•▪◦‣-]|\d{1,4}[.)])\s+/u;
/** A text that is longer is not searched: the tables for it would fill the memory. UTF-16 units. */
const longest = 16_000_000;
/** Units that may stand between the parts of a place beside them, so that it is drawn as one. */
const looseness = 400;

/** Where the sentences of a document stand in its original, and back. */
export function createOriginalPlaces(model: DocumentModel) {
  let original: AnchorText | undefined;
  let pieces: Piece[] = [];
  let places: readonly TextPlace[] = [];
  /** The first piece of each block, and after the last block all. */
  let firstOf: number[] = [];

  function readPieces(): void {
    if (firstOf.length > 0) return;
    const { blocks } = model.summary();
    for (let block = 0; block < blocks; block++) {
      firstOf.push(pieces.length);
      pieces.push(...piecesOf(model, block));
    }
    firstOf.push(pieces.length);
  }

  /** Finds all sentences in the text of an original, which is kept. */
  function placeInOriginal(text: string): PlacedCounts {
    pieces = [];
    firstOf = [];
    readPieces();
    original = anchorText(text.length > longest ? '' : text);
    places = placeSentences(
      original,
      pieces.map((piece) => piece.text),
    );
    const count = (kind: TextPlace['kind']) => places.filter((place) => place.kind === kind).length;
    return { total: pieces.length, exact: count('exact'), approximate: count('approximate') };
  }

  /** What of a piece a range covers, in the original. */
  function within(index: number, { start, end }: BlockRange): TextPlace {
    const piece = pieces[index] as Piece;
    const place = places[index] as TextPlace;
    if (place.kind !== 'exact' || original === undefined) return place;
    if (start <= piece.start && end >= piece.end) return place;
    const { starts } = foldText(piece.text);
    const unitAt = (character: number) => {
      const at = starts.findIndex((one) => one >= character - piece.start);
      return at < 0 ? starts.length : at;
    };
    const first = original.unitAt(place.from);
    const found = original.placeOf('exact', first + unitAt(start), first + unitAt(end));
    return found.kind === 'none' ? place : found;
  }

  /**
   * Where a range of a block stands in the original: exactly, where all of its words do, in one piece and in
   * their order.
   */
  function inOriginal(range: BlockRange): TextPlace {
    const from = firstOf[range.block] ?? 0;
    const to = firstOf[range.block + 1] ?? from;
    const isOver = ({ start, end }: Piece) =>
      range.end > range.start
        ? start < range.end && end > range.start
        : start <= range.start && end > range.start;
    const covered = Array.from({ length: to - from }, (_, index) => from + index).filter((index) =>
      isOver(pieces[index] as Piece),
    );
    const parts = covered.map((index) => within(index, range)).filter(({ kind }) => kind !== 'none');
    const [first, ...others] = parts;
    if (first === undefined || original === undefined) return noPlace;
    if (covered.length === 1) return first;
    let end = first.to;
    let isExact = first.kind === 'exact' && parts.length === covered.length;
    for (const part of others) {
      if (part.from < end || part.from - end > looseness) return { ...first, kind: 'approximate' };
      isExact &&= part.kind === 'exact' && original.unitAt(end) === original.unitAt(part.from);
      end = part.to;
    }
    return { kind: isExact ? 'exact' : 'approximate', from: first.from, to: end };
  }

  /** The sentence at a unit of the original; null where there is none. */
  function atOriginal(offset: number): { readonly place: Place; readonly kind: TextPlace['kind'] } | null {
    const index = sentenceAt(places, offset);
    const piece = pieces[index];
    if (piece === undefined) return null;
    const kind = (places[index] as TextPlace).kind;
    return { place: model.rangePlace(piece.block, piece.start, piece.end), kind };
  }

  return { placeInOriginal, inOriginal, atOriginal };
}

/** The sentences of a block, or where it names none its lines, without the signs before items of lists. */
function piecesOf(model: DocumentModel, block: number): Piece[] {
  const { text, sentences } = model.reader.read(block);
  const named = sentences.length > 0 ? sentences : linesOf(text);
  let reached = 0;
  return named
    .toSorted((left, right) => left.start - right.start)
    .flatMap((sentence) => {
      // One inside another is a part of it.
      const isFree = sentence.start >= reached && sentence.end > sentence.start;
      if (!isFree) return [];
      reached = sentence.end;
      return withoutSigns(text, sentence).map(({ start, end }) => ({
        ...{ block, start, end },
        text: text.slice(start, end),
      }));
    });
}

interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** The parts of a sentence that stand between signs of items; mostly all of it. */
function withoutSigns(text: string, { start, end }: Stretch): Stretch[] {
  const said = text.slice(start, end);
  const isFirst = start === 0 || text[start - 1] === '\n';
  const lines = linesOf(said);
  const signOf = (line: Stretch) => marker.exec(said.slice(line.start, line.end))?.[0].length ?? 0;
  const hasInner = lines.slice(1).some((line) => signOf(line) > 0);
  const parts = hasInner ? lines : [{ start: 0, end: said.length }];
  return parts
    .map((part, index) => ({
      start: start + part.start + (index === 0 && !isFirst ? 0 : signOf(part)),
      end: start + part.end,
    }))
    .filter((part) => part.end > part.start);
}

function linesOf(text: string): Stretch[] {
  let start = 0;
  return text.split('\n').flatMap((line) => {
    const from = start;
    start += line.length + 1;
    return line.trim() === '' ? [] : [{ start: from, end: from + line.length }];
  });
}

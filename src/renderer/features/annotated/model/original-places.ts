import { type AnchorText, anchorText, noPlace, type TextPlace } from '#shared/anchor/anchor-text.ts';
import { foldText } from '#shared/anchor/fold.ts';
import { hasOthers, piecesOf } from '#shared/anchor/pieces-of.ts';
import { foldSentence, placeFolded } from '#shared/anchor/place-sentences.ts';
import { sentenceAt } from '#shared/anchor/sentence-at.ts';
import type { DocumentModel } from './document-model.ts';
import { pauses } from './pauses.ts';
import type { BlockRange, Place } from './types.ts';

/** How many sentences of the text were found in the original, and how. */
export interface PlacedCounts {
  readonly total: number;
  readonly exact: number;
  readonly approximate: number;
}

interface Piece extends BlockRange {
  readonly text: string;
  readonly folded: string;
}

/** A text that is longer is not searched: the tables for it would fill the memory. UTF-16 units. */
export const longestOriginal = 16_000_000;
/** Units that may stand between the parts of a place beside them, so that it is drawn as one. */
const looseness = 400;

/** Where the sentences of a document stand in its original, and back. */
export function createOriginalPlaces(model: DocumentModel) {
  let original: AnchorText | undefined;
  const pieces: Piece[] = [];
  let places: readonly TextPlace[] = [];
  /** The first piece of each block that was read, and of the next one. */
  const firstOf = [0];
  let blocks: number | undefined;

  /** Reads one more block; false where there is none. */
  function readOn(): boolean {
    const block = firstOf.length - 1;
    blocks ??= model.summary().blocks;
    if (block >= blocks) return false;
    const { text, sentences } = model.reader.read(block);
    for (const range of piecesOf(text, sentences)) {
      const said = text.slice(range.start, range.end);
      pieces.push({ block, ...range, text: said, folded: foldSentence(said) });
    }
    firstOf.push(pieces.length);
    return true;
  }

  /**
   * Reads all sentences before their original is there, or as many as could stand in one.
   *
   * @param pause is waited for after each part of the work, so that others are answered meanwhile
   */
  async function prepareOriginal(pause: () => Promise<unknown> = pauses()): Promise<void> {
    let units = 0;
    for (let from = pieces.length; units < longestOriginal && readOn(); from = pieces.length) {
      for (const { text } of pieces.slice(from)) units += text.length;
      await pause();
    }
  }

  /** Finds all sentences in the text of an original, which is kept. */
  function placeInOriginal(text: string): PlacedCounts {
    while (readOn());
    original = anchorText(text.length > longestOriginal ? '' : text);
    places = placeFolded(
      original,
      pieces.map(({ folded }) => folded),
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
   * their order. Words that no sentence holds are not looked for, so a range with such is about there.
   */
  function inOriginal(range: BlockRange): TextPlace {
    if (original === undefined) return noPlace;
    const place = ofPieces(range);
    if (place.kind !== 'exact') return place;
    const { text } = model.reader.read(range.block);
    const own = pieces.slice(firstOf[range.block] ?? 0, firstOf[range.block + 1] ?? 0);
    return hasOthers(text, own, range) ? { ...place, kind: 'approximate' } : place;
  }

  /** Where the sentences stand, or parts of them, that a range covers. */
  function ofPieces(range: BlockRange): TextPlace {
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

  return { prepareOriginal, placeInOriginal, inOriginal, atOriginal };
}

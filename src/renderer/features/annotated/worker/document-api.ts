import { lastWhere } from '#shared/last-where.ts';
import type { Tape } from '#shared/annotated/tape/tape.ts';
import type { OriginalTable } from '#shared/bridge/original-tables.ts';
import { searchText, type TextSearch } from '../../json-tree/tape/find-text.ts';
import { createTreeModel } from '../../json-tree/tree-model.ts';
import { type ExportKind, exportDocument } from '../export/export-document.ts';
import type { HtmlWords } from '../export/html.ts';
import { createDocumentModel } from '../model/document-model.ts';
import { createOriginalPlaces } from '../model/original-places.ts';
import { createPassages } from '../model/passages.ts';
import { createTables } from '../model/tables.ts';
import type { BlockRange, Place, Target } from '../model/types.ts';

export interface FoundInText {
  readonly count: number;
  readonly isDone: boolean;
  readonly isCut: boolean;
}

/** Hits and events that are marked at once at most; more could not be told apart. */
const mostMarked = 2_000;

/** All that a page asks of an open document. Runs where the document is. */
export function createDocumentApi(tape: Tape) {
  const model = createDocumentModel(tape);
  const tree = createTreeModel(tape);
  const tables = createTables(model);
  const originals = createOriginalPlaces(model);
  const passages = createPassages(model);
  let search: TextSearch | undefined;
  let wanted = '';

  function findOn(milliseconds: number): FoundInText {
    if (search === undefined) return { count: 0, isDone: true, isCut: false };
    const isDone = search.run(milliseconds);
    return { count: search.count, isDone, isCut: search.isCut };
  }

  function hitAt(index: number): BlockRange | null {
    const offset = search?.offsets[index];
    const node = search?.nodes[index];
    if (offset === undefined || node === undefined) return null;
    const { block, start } = model.textPlace(node, offset);
    return { block, start, end: start + wanted.length };
  }

  /** The first hit in this block or a later one. */
  function firstHitFrom(block: number): number {
    const nodes = search?.nodes ?? new Uint32Array();
    return lastWhere(nodes.length, (index) => model.blockOf(nodes[index] as number) < block) + 1;
  }

  return {
    ...prefixed(tree),
    summary: model.summary,
    counts: model.counts,
    /** Reads on in the background; false when there is more. */
    read: model.read,
    blocks: model.blocks,
    takeTables: (tables: readonly OriginalTable[]) => model.takeTables(tables),
    entityRow: model.entityRow,
    entities: tables.entities,
    events: tables.events,
    locate: (target: Target): Place => model.locate(target),
    /** Which of its entity's marks one is, from 1, and how many there are. */
    numberOf: (block: number, start: number, entity: number) => ({
      number: model.mentionIndex.numberAt(block, start, entity),
      ...model.entityRow(entity),
    }),
    /** The mark next to a place: of one entity, or of any but the hidden types. */
    step(block: number, start: number, by: 1 | -1, entity: number, hidden: readonly string[]): Place | null {
      const isHidden = new Set(hidden);
      const accept = (one: number) =>
        entity >= 0 ? one === entity : !isHidden.has(model.entityRow(one).type);
      const mention = model.mentionIndex.step(block, start, by, accept);
      return mention < 0 ? null : model.mentionPlace(mention);
    },
    /** Searches the text of all blocks. */
    find(text: string, wholeWords: boolean, milliseconds: number): FoundInText {
      wanted = text;
      search = searchText(tape, {
        text,
        within: 'values',
        wholeWords,
        accept: (node) => model.isText(node),
      });
      return findOn(milliseconds);
    },
    findOn,
    /** The hit with this number. */
    found(index: number): Place | null {
      const hit = hitAt(index);
      return hit && model.rangePlace(hit.block, hit.start, hit.end);
    },
    /** Hits in these blocks; `to` is exclusive. */
    foundBetween(from: number, to: number): readonly BlockRange[] {
      const count = search?.count ?? 0;
      const hits: BlockRange[] = [];
      for (let index = firstHitFrom(from); index < count && hits.length < mostMarked; index++) {
        const hit = hitAt(index);
        if (hit === null || hit.block >= to) break;
        hits.push(hit);
      }
      return hits;
    },
    /** Blocks that hold hits; of very many some, spread over all. */
    foundBlocks(): readonly number[] {
      const nodes = search?.nodes ?? new Uint32Array();
      const step = Math.max(1, Math.ceil(nodes.length / mostMarked));
      const found = new Set<number>();
      for (let hit = 0; hit < nodes.length; hit += step) found.add(model.blockOf(nodes[hit] as number));
      return [...found];
    },
    ...originals,
    ...passages,
    outline: model.outline,
    /** Blocks that hold events. */
    eventBlocks(): readonly number[] {
      const events = Array.from({ length: model.eventCount() }, (_, event) => model.eventRow(event));
      return [...new Set(events.slice(0, mostMarked).flatMap((event) => event?.places[0]?.block ?? []))];
    },
    export: (kind: ExportKind, words: HtmlWords): Blob => exportDocument(tape, model, kind, words),
  };
}

export type DocumentApi = ReturnType<typeof createDocumentApi>;

type TreeApi = ReturnType<typeof createTreeModel>;
type Prefixed = { [Name in keyof TreeApi as `tree.${Name & string}`]: TreeApi[Name] };

/** The tree's methods stand beside the others under names of their own. */
function prefixed(tree: TreeApi): Prefixed {
  const entries = Object.entries(tree).map(([name, method]) => [
    `tree.${name}`,
    (...input: never[]) => (method as (...input: never[]) => unknown).apply(tree, input),
  ]);
  return Object.fromEntries(entries) as Prefixed;
}

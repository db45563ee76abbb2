import { lastWhere } from '#shared/last-where.ts';
import { decodePart, stringOf, valueEnd, valueStart } from '#shared/annotated/tape/read.ts';
import { searchText } from '../../json-tree/tape/find-text.ts';
import { nodeAtPath, pathOf } from '#shared/annotated/tape/path.ts';
import type { Tape } from '#shared/annotated/tape/tape.ts';
import type { OriginalTable } from '#shared/bridge/original-tables.ts';
import { openAnnotated } from '#shared/annotated/open-annotated.ts';
import { blocksPerSection, foldedAt, mostShown, sectionOf } from './sections.ts';
import { headingsAmong, mostOfPart, type OutlineEntry, outlineOf } from './outline.ts';
import { readEvents } from './read-events.ts';
import { OriginalGrids } from './table/original-grids.ts';
import type { TableGrid } from './table/table-grid.ts';
import { tableShape } from './table/table-shape.ts';
import { withinCells } from './table/within-cells.ts';
import { blockFields, numberAt, textAt } from '#shared/annotated/item-fields.ts';
import { pauses } from './pauses.ts';
import type { BlockView, DocumentCounts, DocumentSummary, EventRow, Place, Target } from './types.ts';

/** A chunk of the service's search is about so long; for documents that do not number theirs. */
const usualChunk = 1_000;
/** Characters of a quote that are looked for, and milliseconds between two looks whether they were found. */
const longestQuote = 60;
const part = 20;
/** Blocks whose length is looked up at once; takes some 10 ms. */
const mostMeasured = 8_000;
const nowhere: Place = {
  node: -1,
  path: '',
  block: -1,
  start: -1,
  end: -1,
  entity: -1,
  entityKey: null,
  event: -1,
};

/**
 * The document as text, marks and tables, over the index of its bytes. Reads a block when it is asked for.
 */
export function createDocumentModel(tape: Tape) {
  const annotated = openAnnotated(tape);
  const { sections, blocks, entities, reader, index, entityRow } = annotated;
  const events = readEvents(tape, sections.events, entities);
  /** Tables of which the original is known. */
  let grids = new Map<number, TableGrid>();
  const isAnnotated = blocks.length > 0 || sections.entities >= 0 || events.length > 0;

  function bytesOf(block: number): number {
    const { text } = blockFields(tape, blocks[block] as number);
    return text < 0 ? 0 : valueEnd(tape, text) - valueStart(tape, text);
  }

  function summary(): DocumentSummary {
    const sectionBytes = new Array<number>(Math.ceil(blocks.length / blocksPerSection)).fill(0);
    // Of a very long text one block stands for its neighbours: the first view waits for this.
    const stride = Math.min(blocksPerSection, Math.ceil(blocks.length / mostMeasured));
    let textBytes = 0;
    for (let block = 0; block < blocks.length; block += stride) {
      const alike = Math.min(stride, blocks.length - block);
      const bytes = bytesOf(block);
      textBytes += bytes * alike;
      const section = sectionOf(block);
      // What is folded is not as high as it is long.
      sectionBytes[section] = (sectionBytes[section] as number) + Math.min(foldedAt, bytes) * alike;
    }
    return {
      bytes: tape.length,
      nodes: tape.size,
      isAnnotated,
      title: sections.title < 0 ? null : (stringOf(tape, sections.title) ?? '').slice(0, 500),
      blocks: blocks.length,
      sectionBytes,
      bytesPerBlock: blocks.length === 0 ? 0 : textBytes / blocks.length,
      facts: sections.facts,
    };
  }

  const kindOf = (block: number) =>
    (textAt(tape, blockFields(tape, blocks[block] as number).kind) ?? 'TEXT').toUpperCase().slice(0, 40);

  /**
   * Takes the columns of tables from its original; which blocks are drawn otherwise from now on.
   *
   * @param pause is waited for after each part of the work, so that others are answered meanwhile
   */
  async function takeTables(
    tables: readonly OriginalTable[],
    pause: () => Promise<unknown> = pauses(),
  ): Promise<readonly number[]> {
    const found = new Map<number, TableGrid>();
    const all = new OriginalGrids();
    for (const table of tables) {
      all.add(table);
      await pause();
    }
    for (let block = 0; block < blocks.length && tables.length > 0; block++) {
      const grid = kindOf(block) === 'TABLE' ? all.of(reader.read(block).text) : null;
      if (grid !== null) found.set(block, grid);
      await pause();
    }
    grids = found;
    return [...found.keys()];
  }

  function blockView(block: number, most: number): BlockView {
    const { text, mentions, sentences } = reader.read(block);
    const node = blocks[block] as number;
    const shown = text.slice(0, most);
    const kind = kindOf(block);
    return {
      block,
      node,
      kind,
      // Of all its text: what is folded may hold the line that has most cells.
      table: kind === 'TABLE' ? (grids.get(block) ?? tableShape(text)) : null,
      text: shown,
      length: text.length,
      mayUnfold: most < mostShown,
      mentions: mentions.filter(({ end }) => end <= shown.length),
      sentences: sentences.filter(({ start }) => start < shown.length),
    };
  }

  function eventRow(event: number): EventRow | undefined {
    return events[event];
  }

  /** The block a node belongs to; -1 outside of all. */
  function blockOf(node: number): number {
    if (sections.body < 0 || node <= sections.body || node >= (tape.next[sections.body] as number)) return -1;
    return Math.max(
      0,
      lastWhere(blocks.length, (block) => (blocks[block] as number) <= node),
    );
  }

  /** Whether a node is the text of a block. */
  function isText(node: number): boolean {
    const block = blockOf(node);
    return block >= 0 && blockFields(tape, blocks[block] as number).text === node;
  }

  /** The block and character at a place in the bytes of a block's text. */
  function textPlace(node: number, offset: number) {
    const from = valueStart(tape, node) + 1;
    return { block: blockOf(node), start: decodePart(tape.bytes, from, offset).length };
  }

  function entityPlace(entity: number): Place {
    const first = index.first(entity);
    const row = entities.row(entity);
    const node = row.node >= 0 ? row.node : (first?.node ?? -1);
    const place =
      first === null ? nowhere : { ...nowhere, block: first.block, start: first.start, end: first.end };
    const path = node < 0 ? '' : pathOf(tape, node);
    return { ...place, node, path, entity, entityKey: row.id ?? row.name };
  }

  function eventPlace(event: number): Place {
    const row = events[event];
    if (row === undefined) return nowhere;
    const [first] = row.places;
    const base = { ...nowhere, node: row.node, path: pathOf(tape, row.node), event };
    if (first === undefined || first.block >= blocks.length) {
      const entity = row.roles.find((role) => role.entity >= 0)?.entity ?? -1;
      const mention = entity < 0 ? null : index.first(entity);
      return mention === null
        ? base
        : { ...base, block: mention.block, start: mention.start, end: mention.end };
    }
    const sentence = reader.read(first.block).sentences[first.sentence];
    return { ...base, block: first.block, start: sentence?.start ?? 0, end: sentence?.end ?? 0 };
  }

  function nodePlace(node: number): Place {
    const place = { ...nowhere, node, path: pathOf(tape, node) };
    const block = blockOf(node);
    if (block < 0) {
      const entity = entities.atNode(node);
      if (entity >= 0) return { ...entityPlace(entity), node, path: place.path };
      const event = events.findIndex((one) => node >= one.node && node < (tape.next[one.node] as number));
      return event < 0 ? place : { ...eventPlace(event), node, path: place.path };
    }
    const isWithin = (item: number) => item >= 0 && node >= item && node < (tape.next[item] as number);
    const { mentions, sentences } = reader.read(block);
    const mention = mentions.find((one) => isWithin(one.node));
    if (mention !== undefined) {
      const { entity, start, end } = mention;
      const { id, name } = entities.row(entity);
      return { ...place, block, start, end, entity, entityKey: id ?? name };
    }
    const sentence = sentences.find((one) => isWithin(one.node));
    return { ...place, block, start: sentence?.start ?? 0, end: sentence?.end ?? 0 };
  }

  function chunkPlace({ chunk, quote, paragraph }: Extract<Target, { kind: 'chunk' }>): Place {
    const inBlock = (block: number, start = 0, end = 0): Place => {
      const node = blocks[block] as number;
      return { ...nowhere, node, path: pathOf(tape, node), block, start, end };
    };
    if (blocks.length === 0) return nowhere;
    if (quote !== null && quote.trim() !== '') {
      const whole = quote.trim();
      // The same words may stand in several places; the paragraph says in which.
      if (paragraph !== null && paragraph >= 1 && paragraph <= blocks.length) {
        const start = reader.read(paragraph - 1).text.indexOf(whole);
        if (start >= 0) return inBlock(paragraph - 1, start, start + whole.length);
      }
      const wanted = whole.slice(0, longestQuote);
      const search = searchText(tape, { text: wanted, within: 'values', accept: isText });
      while (search.count === 0 && !search.run(part));
      const [offset] = search.offsets;
      const [node] = search.nodes;
      if (offset !== undefined && node !== undefined) {
        const { block, start } = textPlace(node, offset);
        const isWhole = reader.read(block).text.startsWith(whole, start);
        return inBlock(block, start, start + (isWhole ? whole : wanted).length);
      }
    }
    if (paragraph !== null && paragraph >= 1 && paragraph <= blocks.length) return inBlock(paragraph - 1);
    const numbered = blocks.findIndex((node) => numberAt(tape, blockFields(tape, node).chunk) === chunk);
    if (numbered >= 0) return inBlock(numbered);
    let characters = 0;
    for (let block = 0; block < blocks.length; block++) {
      characters += bytesOf(block);
      if (characters > (chunk - 1) * usualChunk) return inBlock(block);
    }
    return inBlock(blocks.length - 1);
  }

  /** Whether a block has these words from a character on, or as far as it goes. */
  function stands(quote: string, block: number, from: number): boolean {
    const there = reader.read(block).text.slice(from).replaceAll(/\s+/g, ' ').trim();
    const wanted = quote.replaceAll(/\s+/g, ' ').trim();
    return there !== '' && (there.startsWith(wanted) || wanted.startsWith(there));
  }

  /** The first place with these words. */
  function quotePlace(quote: string): Place | null {
    const found = chunkPlace({ kind: 'chunk', chunk: 0, quote, paragraph: null });
    return found.end > found.start ? found : null;
  }

  /** The place of characters of a block, as its text's node and path name it. */
  function rangePlace(block: number, start: number, end: number): Place {
    const item = blocks[block];
    if (item === undefined) return nowhere;
    const { text } = blockFields(tape, item);
    const node = text >= 0 ? text : item;
    return { ...nowhere, node, path: pathOf(tape, node), block, start, end };
  }

  function outline(): OutlineEntry[] {
    const titles = blocks.flatMap((_, block) => {
      const isHeading = kindOf(block) === 'HEADING';
      if (!isHeading && (kindOf(block) !== 'TEXT' || bytesOf(block) > mostOfPart)) return [];
      const title = reader.read(block).text.trim();
      return title === '' ? [] : [{ block, title, isHeading }];
    });
    return outlineOf(
      headingsAmong(titles),
      blocks.length,
      events.flatMap(({ places }) => places[0]?.block ?? []),
    );
  }

  return {
    summary,
    outline,
    counts: (): DocumentCounts => ({ ...annotated.counts(), events: events.length }),
    /** Reads on for about so many milliseconds; false when there are more blocks. */
    read: (milliseconds: number): boolean => index.run(milliseconds),
    blocks(from: number, to: number, most: Readonly<Record<number, number>> = {}) {
      const views: BlockView[] = [];
      for (let block = Math.max(0, from); block < Math.min(to, blocks.length); block++) {
        views.push(blockView(block, most[block] ?? foldedAt));
      }
      const named = new Set(views.flatMap(({ mentions }) => mentions.map(({ entity }) => entity)));
      return { views: withinCells(views), entities: [...named].map(entityRow) };
    },
    entityRow,
    eventRow,
    entityCount: () => entities.size,
    eventCount: () => events.length,
    mentionIndex: index,
    entityKey: (entity: number) => entities.row(entity).id ?? entities.row(entity).name,
    locate(target: Target): Place {
      switch (target.kind) {
        case 'event':
          return eventPlace(target.event);
        case 'node':
          return target.node >= 0 && target.node < tape.size ? nodePlace(target.node) : nowhere;
        case 'path': {
          const { from, to, quote = null } = target;
          const node = nodeAtPath(tape, target.path);
          const place = node === null ? nowhere : nodePlace(node);
          const isRange = from !== null && to !== null && place.block >= 0;
          if (quote !== null && !(isRange && stands(quote, place.block, from)))
            return quotePlace(quote) ?? place;
          return isRange ? { ...place, start: from, end: Math.max(from + 1, to) } : place;
        }
        case 'chunk':
          return chunkPlace(target);
        default: {
          const known = entities.byKey(target.key);
          // One that is only marked in the text is known when the text was read.
          if (known < 0) index.finish();
          const entity = known < 0 ? entities.byKey(target.key) : known;
          return entity < 0 ? nowhere : entityPlace(entity);
        }
      }
    },
    /** The place of a mark next to another, in reading order. */
    mentionPlace(mention: number): Place {
      const found = index.at(mention);
      if (found === null) return nowhere;
      const { id, name, node } = entities.row(found.entity);
      const shown = found.node >= 0 ? found.node : node;
      const path = shown < 0 ? '' : pathOf(tape, shown);
      return { ...nowhere, ...found, node: shown, path, entityKey: id ?? name };
    },
    rangePlace,
    takeTables,
    blockOf,
    isText,
    textPlace,
    reader,
  };
}

export type DocumentModel = ReturnType<typeof createDocumentModel>;

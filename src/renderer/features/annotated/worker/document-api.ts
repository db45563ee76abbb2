import { createTreeModel } from '../../json-tree/tree-model.ts';
import { type TextSearch, searchText } from '../../json-tree/tape/find-text.ts';
import type { Tape } from '#shared/annotated/tape/tape.ts';
import { type ExportKind, exportDocument } from '../export/export-document.ts';
import type { HtmlWords } from '../export/html.ts';
import { createDocumentModel } from '../model/document-model.ts';
import { createTables } from '../model/tables.ts';
import type { Place, Target } from '../model/types.ts';

export interface FoundInText {
  readonly count: number;
  readonly isDone: boolean;
  readonly isCut: boolean;
}

/** All that a page asks of an open document. Runs where the document is. */
export function createDocumentApi(tape: Tape) {
  const model = createDocumentModel(tape);
  const tree = createTreeModel(tape);
  const tables = createTables(model);
  let search: TextSearch | undefined;
  let wanted = '';

  function findOn(milliseconds: number): FoundInText {
    if (search === undefined) return { count: 0, isDone: true, isCut: false };
    const isDone = search.run(milliseconds);
    return { count: search.count, isDone, isCut: search.isCut };
  }

  return {
    ...prefixed(tree),
    summary: model.summary,
    counts: model.counts,
    /** Reads on in the background; false when there is more. */
    read: model.read,
    blocks: model.blocks,
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
    find(text: string, milliseconds: number): FoundInText {
      wanted = text;
      search = searchText(tape, { text, within: 'values', accept: (node) => model.isText(node) });
      return findOn(milliseconds);
    },
    findOn,
    /** The hit with this number. */
    found(index: number): { block: number; start: number; end: number } | null {
      const offset = search?.offsets[index];
      const node = search?.nodes[index];
      if (offset === undefined || node === undefined) return null;
      const { block, start } = model.textPlace(node, offset);
      return { block, start, end: start + wanted.length };
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

import { childrenOf, keyOf, stringOf } from './tape/read.ts';
import type { Tape } from './tape/tape.ts';
import { itemFields, numberAt, sentimentAt, textAt } from './item-fields.ts';
import type { EntityRow } from './types.ts';

type Item = ReturnType<typeof itemFields>;
/** `stated`: the mentions the document says it has. */
type Entity = Omit<EntityRow, 'mentions'> & { stated: number };

/** How a name is known: blanks around it and its case make no other one. */
const asKnown = (name: string): string => name.trim().toLowerCase();

/** The entities of a document: those the analytics list, and those that marks name besides. */
export function createEntityList(tape: Tape, list: number) {
  const rows: Entity[] = [];
  const byId = new Map<string, number>();
  const byName = new Map<string, number>();

  /** The one entity of an id, or of a name where there is no id. */
  function findIndex(id: string | null, name: string | null): number | undefined {
    return id === null ? (name === null ? undefined : byName.get(asKnown(name))) : byId.get(id);
  }

  /** One that was not known. -1 when nothing says what it is. */
  function add(id: string | null, name: string | null, item: Item | null, node: number): number {
    const said = (name ?? id ?? '').trim().slice(0, 500);
    if (said === '') return -1;
    const entity = rows.length;
    rows.push({
      entity,
      name: said,
      type: item === null ? '' : (textAt(tape, item.type) ?? '').slice(0, 40),
      id,
      relevance: item === null ? null : numberAt(tape, item.relevance),
      sentiment: item === null ? null : sentimentAt(tape, item.sentiment),
      stated: 0,
      node,
    });
    if (id !== null) byId.set(id, entity);
    if (!byName.has(asKnown(said))) byName.set(asKnown(said), entity);
    return entity;
  }

  if (list >= 0) {
    for (const node of childrenOf(tape, list)) {
      const item = itemFields(tape, node);
      const id = textAt(tape, item.id) ?? keyOf(tape, node);
      const name = textAt(tape, item.name) ?? textAt(tape, item.text) ?? stringOf(tape, node) ?? id;
      const entity = findIndex(id, name) ?? add(id, name, item, node);
      const row = rows[entity];
      if (row !== undefined) row.stated += Math.max(0, numberAt(tape, item.mentions) ?? 0);
    }
  }
  const listed = rows.length;

  return {
    get size() {
      return rows.length;
    },
    /** How many the analytics list. */
    listed,
    row: (entity: number): Entity => rows[entity] as Entity,
    names: (): readonly string[] => rows.map(({ name }) => name),
    byName: (name: string): number => byName.get(asKnown(name)) ?? -1,
    byKey: (key: string): number => byId.get(key) ?? byName.get(asKnown(key)) ?? -1,
    /** The listed entity a node of the analytics belongs to. */
    atNode: (node: number): number =>
      rows.findIndex((row) => row.node >= 0 && node >= row.node && node < (tape.next[row.node] as number)),
    /**
     * The entity a mark is about; a new one when nothing listed fits. -1 when the mark says nothing of it.
     */
    ofMark(item: Item, shown: string | null): number {
      const id = textAt(tape, item.id);
      const name = textAt(tape, item.name) ?? textAt(tape, item.text) ?? shown;
      return findIndex(id, name) ?? add(id, name, item, -1);
    },
    /** An entity that is only named. */
    ofName: (name: string): number => findIndex(null, name) ?? add(null, name, null, -1),
  };
}

export type EntityList = ReturnType<typeof createEntityList>;

import { childrenOf, keyOf, stringOf } from '../../json-tree/tape/read.ts';
import type { Tape } from '../../json-tree/tape/tape.ts';
import { itemFields, numberAt, sentimentAt, textAt } from './item-fields.ts';
import type { EntityRow } from './types.ts';

type Item = ReturnType<typeof itemFields>;
type Entity = Omit<EntityRow, 'mentions'>;

/** The entities of a document: those the analytics list, and those that marks name besides. */
export function createEntityList(tape: Tape, list: number) {
  const rows: Entity[] = [];
  const byId = new Map<string, number>();
  const byName = new Map<string, number>();

  function add(row: Omit<Entity, 'entity'>): number {
    const entity = rows.length;
    rows.push({ ...row, entity });
    if (row.id !== null && !byId.has(row.id)) byId.set(row.id, entity);
    const name = row.name.toLowerCase();
    if (!byName.has(name)) byName.set(name, entity);
    return entity;
  }

  if (list >= 0) {
    for (const node of childrenOf(tape, list)) {
      const item = itemFields(tape, node);
      const id = textAt(tape, item.id) ?? keyOf(tape, node);
      const name = textAt(tape, item.name) ?? textAt(tape, item.text) ?? stringOf(tape, node) ?? id;
      if (name === null || name.trim() === '') continue;
      add({
        name: name.slice(0, 500),
        type: (textAt(tape, item.type) ?? '').slice(0, 40),
        id,
        relevance: numberAt(tape, item.relevance),
        sentiment: sentimentAt(tape, item.sentiment),
        node,
      });
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
    byName: (name: string): number => byName.get(name.trim().toLowerCase()) ?? -1,
    byKey: (key: string): number => byId.get(key) ?? byName.get(key.trim().toLowerCase()) ?? -1,
    /** The listed entity a node of the analytics belongs to. */
    atNode: (node: number): number =>
      rows.findIndex((row) => row.node >= 0 && node >= row.node && node < (tape.next[row.node] as number)),
    /** The entity a mark is about; a new one when nothing listed fits. -1 when the mark says nothing of it. */
    ofMark(item: Item, shown: string | null): number {
      const id = textAt(tape, item.id);
      const known = id === null ? undefined : byId.get(id);
      if (known !== undefined) return known;
      const name = textAt(tape, item.name) ?? textAt(tape, item.text) ?? shown;
      if (id === null && name !== null) {
        const named = byName.get(name.trim().toLowerCase());
        if (named !== undefined) return named;
      }
      const said = name ?? id;
      if (said === null || said.trim() === '') return -1;
      return add({
        name: said.slice(0, 500),
        type: (textAt(tape, item.type) ?? '').slice(0, 40),
        id,
        relevance: numberAt(tape, item.relevance),
        sentiment: sentimentAt(tape, item.sentiment),
        node: -1,
      });
    },
    /** An entity that is only named. */
    ofName(name: string): number {
      const known = byName.get(name.trim().toLowerCase());
      if (known !== undefined) return known;
      return add({
        name: name.slice(0, 500),
        type: '',
        id: null,
        relevance: null,
        sentiment: null,
        node: -1,
      });
    },
  };
}

export type EntityList = ReturnType<typeof createEntityList>;

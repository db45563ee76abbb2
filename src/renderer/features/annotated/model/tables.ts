import type { DocumentModel } from './document-model.ts';
import type { EntityRow, EventRow } from './types.ts';

export interface TableQuery<Column extends string> {
  readonly sort: Column;
  readonly isDescending: boolean;
  /** Part of a name, type or id; case ignored. */
  readonly filter: string;
  /** Null takes all. */
  readonly type: string | null;
}

export type EntityColumn = 'name' | 'type' | 'relevance' | 'sentiment' | 'mentions';
export type EventColumn = 'type' | 'topic' | 'roles' | 'relevance' | 'sentiment';

export interface TableRows<Row> {
  /** Rows that fit the query. */
  readonly total: number;
  readonly rows: readonly Row[];
  /** Line of the row that was asked for, -1 when the filter hides it. */
  readonly at: number;
}

/** Sorted and filtered rows, a window at a time; the order is kept for the next window. */
export function createTables(model: DocumentModel) {
  const entities = keeper<EntityRow, EntityColumn>(
    () => Array.from({ length: model.entityCount() }, (_, entity) => model.entityRow(entity)),
    (row, column) => row[column],
    (row) => `${row.name}\n${row.type}\n${row.id ?? ''}`,
    (row) => row.type,
    (row) => row.entity,
  );
  const events = keeper<EventRow, EventColumn>(
    () => Array.from({ length: model.eventCount() }, (_, event) => model.eventRow(event) as EventRow),
    (row, column) => (column === 'roles' ? namesOf(row) : row[column]),
    (row) => `${row.type}\n${row.topic}\n${namesOf(row)}`,
    (row) => row.topic,
    (row) => row.event,
  );
  return {
    /** @param version changes when the numbers did. @param wanted an entity to say the line of */
    entities: (query: TableQuery<EntityColumn>, from: number, to: number, version: number, wanted: number) =>
      entities(query, from, to, version, wanted),
    events: (query: TableQuery<EventColumn>, from: number, to: number, version: number, wanted: number) =>
      events(query, from, to, version, wanted),
  };
}

const namesOf = (row: EventRow) => row.roles.map(({ name }) => name).join(', ');

function keeper<Row, Column extends string>(
  all: () => Row[],
  cellOf: (row: Row, column: Column) => string | number | null,
  textOf: (row: Row) => string,
  typeOf: (row: Row) => string,
  idOf: (row: Row) => number,
) {
  let kept: { key: string; rows: Row[] } | undefined;
  const collator = new Intl.Collator(undefined, { numeric: true });
  return (query: TableQuery<Column>, from: number, to: number, version: number, wanted: number) => {
    const key = JSON.stringify([query, version]);
    if (kept?.key !== key) {
      const needle = query.filter.trim().toLowerCase();
      const rows = all().filter(
        (row) =>
          (query.type === null || typeOf(row) === query.type) &&
          (needle === '' || textOf(row).toLowerCase().includes(needle)),
      );
      const sign = query.isDescending ? -1 : 1;
      rows.sort((left, right) => {
        const a = cellOf(left, query.sort);
        const b = cellOf(right, query.sort);
        // What is unknown comes last in either direction.
        if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
        if (typeof a === 'number' && typeof b === 'number') return sign * (a - b);
        return sign * collator.compare(String(a), String(b));
      });
      kept = { key, rows };
    }
    const { rows } = kept;
    return {
      total: rows.length,
      rows: rows.slice(from, to),
      at: wanted < 0 ? -1 : rows.findIndex((row) => idOf(row) === wanted),
    };
  };
}

import type { DocumentFilter, DocumentSort } from '#shared/bridge/documents.ts';
import { nameKeyOf } from './document-row.ts';

export interface Sql {
  readonly sql: string;
  readonly values: (string | number)[];
}

/**
 * A filter. `narrows` when one of its parts has an index of its own, which SQLite then picks; else an order's
 * index serves best.
 */
export interface Where extends Sql {
  readonly narrows: boolean;
  /**
   * The index of that part, where SQLite would not find it by itself: it knows nothing of how many rows a
   * value has.
   */
  readonly index: string | null;
}

/** An order, and the index that has it, if one does. */
export interface Order extends Sql {
  readonly index: string | null;
}

const times = { uploaded: 'uploaded_at', published: 'published_at', completed: 'completed_at' } as const;

/** What may stand between the characters a person typed: GLOB's own signs, as signs of the name. */
const globSigns = /[*?[]/g;

/** The documents of a filter, in the words of SQLite. */
export function documentsWhere(profileId: string, filter: DocumentFilter): Where {
  const parts = ['profile_id = ?'];
  const values: (string | number)[] = [profileId];
  const add = (sql: string, ...added: (string | number)[]) => {
    parts.push(sql);
    values.push(...added);
  };
  if (filter.contentIds)
    add('content_id IN (SELECT value FROM json_each(?))', JSON.stringify(filter.contentIds));
  if (filter.search !== undefined && filter.search.trim() !== '') {
    const search = searchWhere(profileId, filter.search.trim());
    add(search.sql, ...search.values);
  }
  if (filter.statuses) add('status IN (SELECT value FROM json_each(?))', JSON.stringify(filter.statuses));
  if (filter.folderId !== undefined)
    add('source = ?', filter.folderId === null ? 'manual' : `folder:${filter.folderId}`);
  if (filter.connectorId !== undefined) add('source = ?', `connector:${filter.connectorId}`);
  for (const name of filter.tags ?? []) {
    add(
      `id IN (SELECT document_id FROM document_tags WHERE tag = ? OR tag IN
         (SELECT tag FROM tag_names WHERE tag_names.profile_id = ? AND name = ?))`,
      name,
      profileId,
      name,
    );
  }
  for (const [column, wanted] of [
    ['shared', filter.shared],
    ['no_index', filter.noIndex],
    ['no_store', filter.noStore],
  ] as const) {
    if (wanted !== undefined) add(wanted ? `${column} = 1` : `coalesce(${column}, 0) = 0`);
  }
  if (filter.machine !== undefined) add('machine = ?', filter.machine);
  if (filter.person !== undefined) add('person = ?', filter.person);
  if (filter.error !== undefined) add('(code = ? OR remote_error = ?)', filter.error, filter.error);
  const time = times[filter.dated ?? 'uploaded'];
  if (filter.after !== undefined) add(`${time} >= ?`, filter.after);
  if (filter.before !== undefined) add(`${time} < ?`, filter.before);
  const { contentIds, statuses, folderId, connectorId, machine, person, tags = [] } = filter;
  const narrowing = [contentIds, statuses, folderId, connectorId, machine, person];
  const narrows = narrowing.some((part) => part !== undefined) || tags.length > 0;
  const bySource = folderId !== undefined || connectorId !== undefined;
  const isNamed = contentIds !== undefined || tags.length > 0;
  const bySender = machine === undefined ? 'documents_person' : 'documents_machine';
  const isSent = machine !== undefined || person !== undefined;
  const index = isNamed
    ? null
    : bySource
      ? 'documents_source'
      : isSent
        ? bySender
        : statuses
          ? 'documents_status'
          : null;
  return { sql: parts.join(' AND '), values, narrows, index };
}

function searchWhere(profileId: string, text: string): Sql {
  const pattern = `*${nameKeyOf(text).replace(globSigns, '[$&]')}*`;
  const id = text.toUpperCase();
  // Four characters of hexadecimal may be a word (CAFE); then both are found.
  if (!/^[A-F0-9]{4,32}$/.test(id)) return { sql: 'name_key GLOB ?', values: [pattern] };
  return {
    sql: `(name_key GLOB ? OR id IN (SELECT id FROM documents WHERE profile_id = ? AND content_id >= ?
      AND content_id < ?))`,
    // 'G' follows the last digit of a content id.
    values: [pattern, profileId, id, `${id}G`],
  };
}

const columns: Readonly<Record<Exclude<DocumentSort['by'], 'source'>, string>> = {
  file: 'name_key',
  status: 'status',
  tags: `(SELECT group_concat(coalesce((SELECT name FROM tag_names
      WHERE tag_names.profile_id = documents.profile_id AND tag_names.tag = document_tags.tag), tag))
    FROM document_tags WHERE document_id = documents.id)`,
  shared: 'shared',
  flags: 'coalesce(no_store, 0) * 2 + coalesce(no_index, 0)',
  size: 'size',
  uploaded: 'uploaded_at',
  published: 'published_at',
  completed: 'completed_at',
  contentId: 'content_id',
  error: 'coalesce(remote_error, code)',
  machine: 'machine',
  person: 'person',
};

const indexes: Partial<Readonly<Record<DocumentSort['by'], string>>> = {
  file: 'documents_name',
  status: 'documents_status',
  size: 'documents_size',
  uploaded: 'documents_uploaded',
  published: 'documents_published',
  completed: 'documents_completed',
};

const isSender = (by: DocumentSort['by']) => by === 'machine' || by === 'person';

/**
 * What to order by. Folders and connectors are ordered by the names people see, which the ledger does not
 * hold: `sources` are those there are, in that order.
 */
export function documentsOrder({ by, descending }: DocumentSort, sources: readonly string[]): Order {
  const direction = descending ? 'DESC' : 'ASC';
  if (by !== 'source') {
    const tie = by === 'file' || by === 'status' ? 'uploaded_at' : 'name_key';
    // What is not known stands at the end, whichever way.
    const last = by === 'published' || by === 'completed' || by === 'error' || by === 'tags' || isSender(by);
    const nulls = last ? ' NULLS LAST' : '';
    // Descending, SQLite has them last anyway, and the index can be used.
    const sql = `${columns[by]} ${direction}${descending ? '' : nulls}, ${tie} ${direction}, id ${direction}`;
    return { sql, values: [], index: descending || nulls === '' ? (indexes[by] ?? null) : null };
  }
  const ranks = sources.map((_, index) => `WHEN ? THEN ${index}`).join(' ');
  // Without any there is nothing to rank, and a bare number would be taken for that of a column.
  const rank = sources.length === 0 ? '' : `CASE source ${ranks} ELSE ${sources.length} END ${direction}, `;
  const sql = `${rank}uploaded_at ${direction}, id ${direction}`;
  return { sql, values: [...sources], index: null };
}

import type { Said } from '../spoken/said.ts';
import type { AnswerDeclaration } from './answer-declaration.ts';
import { type NamedTable, openTable, tablesOfList } from './answer-tables.ts';
import { type FoundList, findLists } from './declared-lists.ts';
import { isRecord } from './is-record.ts';
import { joinPath, leavesOf } from './value-at.ts';

export interface ReadAnswer {
  /** The whole record, or the fields beside the lists, by their dotted names. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Its lists: first the declared ones, each followed by those in its rows. */
  readonly tables: readonly NamedTable[];
  /** Whether a declared list came at all; an empty one means that nothing was found. */
  readonly hasList: boolean;
  /** What is not in the tables. */
  readonly remarks: readonly Said[];
}

/** So many lists of a record are tables; what else there is stays a field. */
const mostOpenTables = 20;
/**
 * Told beside every answer with a list: errors and costs as remarks, the request by its id (specification
 * 2.5a and 7).
 */
const told = ['errors', 'usage', 'metadata.request_id', 'metadata.timestamp'];

/**
 * An answer as its operation declares it. Without the declared list all of it is the record. Never throws.
 */
export function readAnswer(declaration: AnswerDeclaration, value: unknown): ReadAnswer {
  const remarks: Said[] = [];
  const taken: string[] = [];
  const tables: NamedTable[] = [];
  let hasList = false;
  for (const list of declaration.lists) {
    const found = findLists(list, value);
    if (found === undefined) continue;
    const fresh = found.filter(({ path, takes }) => !taken.some((one) => [path, ...takes].includes(one)));
    hasList ||= fresh.length > 0 || found.length === 0;
    for (const one of fresh) {
      taken.push(...one.takes);
      tables.push(...tablesOfList(list, one, remarks));
    }
  }
  const left = without(value, [...taken, ...(declaration.lists.length > 0 ? told : [])]);
  const { fields, open } = recordOf(declaration, left);
  return { fields, tables: [...tables, ...open], hasList, remarks };
}

/**
 * The rows of the first declared list as they came; of all its tables where it stands in several places.
 * Never throws.
 */
export function rowsOf({ lists }: AnswerDeclaration, value: unknown): readonly unknown[] {
  const found: readonly FoundList[] = (lists[0] && findLists(lists[0], value)) ?? [];
  return found.flatMap(({ rows }) => rows);
}

function recordOf({ record, columns }: AnswerDeclaration, left: unknown) {
  const open: NamedTable[] = [];
  if (Array.isArray(left) && left.length > 0) {
    const rows = left.map((one) => (isRecord(one) ? one : { value: one }));
    return { fields: {}, open: [openTable('', rows)] };
  }
  if (left !== undefined && left !== null && !isRecord(left) && !Array.isArray(left))
    return { fields: { value: left }, open };
  const fields = new Map<string, unknown>();
  for (const [path, value] of leavesOf(left)) {
    const isTable = Array.isArray(value) && value.length > 0 && value.every(isRecord);
    if (isTable && open.length < mostOpenTables) open.push(openTable(path, value));
    else {
      const short = record !== '' && path.startsWith(`${record}.`) ? path.slice(record.length + 1) : path;
      fields.set(fields.has(short) ? path : short, value);
    }
  }
  const names = [...columns.filter((name) => fields.has(name)), ...fields.keys()];
  return { fields: Object.fromEntries([...new Set(names)].map((name) => [name, fields.get(name)])), open };
}

/** The value without what stands at some places, and without the records that are empty after that. */
function without(value: unknown, places: readonly string[], path = ''): unknown {
  if (path === '' && places.includes('')) return undefined;
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      const place = joinPath(path, name);
      if (places.includes(place)) return [];
      const isAround = places.some((one) => one.startsWith(`${place}.`));
      const left = isAround ? without(inner, places, place) : inner;
      return isAround && isRecord(left) && Object.keys(left).length === 0 ? [] : [[name, left] as const];
    }),
  );
}

import type { ListDeclaration } from './answer-declaration.ts';
import { isRecord } from './is-record.ts';
import { joinPath, valueAt } from './value-at.ts';

export interface FoundList {
  /** Dotted place. */
  readonly path: string;
  /** Places that are shown by it. */
  readonly takes: readonly string[];
  readonly rows: readonly unknown[];
  /** Rows that are none: of another length than the names of the columns. */
  readonly odd: number;
}

/** Lists that stand around answers and are told by remarks (specification 7). */
const around = ['errors', 'metadata', 'usage'];

/** The lists that a declaration finds; undefined where the answer has none at its places. Never throws. */
export function findLists(
  { at, form = 'rows', also }: ListDeclaration,
  value: unknown,
): FoundList[] | undefined {
  if (also !== undefined) return together(at, also, value);
  for (const place of at) {
    const found = place === '*' || place.endsWith('.*') ? each(place, value) : one(place, form, value);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Two lists of the same things as one, in order. */
function together(
  at: ListDeclaration['at'],
  also: NonNullable<ListDeclaration['also']>,
  value: unknown,
): FoundList[] | undefined {
  const places = [...at, also.at];
  const lists = places.map((place) => valueAt(value, place)).filter((list) => Array.isArray(list));
  if (lists.length === 0) return undefined;
  const orderOf = (row: unknown) => String(valueAt(row, also.order) ?? '');
  const rows = lists
    .flat()
    .toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : orderOf(a) > orderOf(b) ? 1 : 0));
  return [{ path: at[0] ?? '', takes: places, rows, odd: 0 }];
}

function each(place: string, value: unknown): FoundList[] | undefined {
  const path = place.slice(0, -1).replace(/\.$/, '');
  const container = valueAt(value, path);
  if (!isRecord(container)) return undefined;
  const found = Object.entries(container)
    .filter(([name, inner]) => Array.isArray(inner) && (path !== '' || !around.includes(name)))
    .map(([name, inner]) => plain(joinPath(path, name), inner as unknown[]));
  // Below a name of its own an empty container is an empty list; the answer as a whole is one only with a
  // list in it.
  const isEmptyList = path !== '' && Object.keys(container).length === 0;
  return found.length === 0 && !isEmptyList ? undefined : found;
}

function one(path: string, form: ListDeclaration['form'], value: unknown): FoundList[] | undefined {
  const inner = valueAt(value, path);
  if (form === 'columns') return parallel(path, inner);
  if (form === 'pairs')
    return isRecord(inner)
      ? [
          plain(
            path,
            Object.entries(inner).map(([name, of]) => ({ name, value: of })),
          ),
        ]
      : undefined;
  return Array.isArray(inner) ? [plain(path, inner)] : undefined;
}

function plain(path: string, rows: readonly unknown[]): FoundList {
  return { path, takes: [path], rows, odd: 0 };
}

function parallel(path: string, value: unknown): FoundList[] | undefined {
  if (Array.isArray(value)) return [plain(path, value)];
  if (!isRecord(value) || !Array.isArray(value.values)) return undefined;
  // Rows without the names of their columns are rows all the same.
  if (!Array.isArray(value.fields)) return [plain(joinPath(path, 'values'), value.values)];
  const names = value.fields.map(String);
  const { values } = value;
  // One row stands there by itself, several as a list of rows.
  const isSingle = values.length === names.length && !values.every((row) => Array.isArray(row));
  const all: unknown[] = isSingle ? [values] : values;
  const fitting = all.filter((row) => Array.isArray(row) && row.length === names.length) as unknown[][];
  if (fitting.length === 0 && all.length > 0) return undefined;
  const rows = fitting.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index]])));
  const takes = [joinPath(path, 'fields'), joinPath(path, 'values')];
  return [{ path, takes, rows, odd: all.length - fitting.length }];
}

import { isRecord } from './is-record.ts';

/**
 * What stands at a dotted place; `''` is the value itself. Through a list it is what stands there in each
 * row. Never throws.
 */
export function valueAt(value: unknown, path: string): unknown {
  if (path === '') return value;
  if (Array.isArray(value)) {
    const inner = value.map((one) => valueAt(one, path)).filter((one) => one !== undefined);
    return inner.length === 0 ? undefined : inner.flat();
  }
  if (!isRecord(value)) return undefined;
  if (Object.hasOwn(value, path)) return value[path];
  const dot = path.indexOf('.');
  if (dot === -1 || !Object.hasOwn(value, path.slice(0, dot))) return undefined;
  return valueAt(value[path.slice(0, dot)], path.slice(dot + 1));
}

/** A place below another. */
export function joinPath(path: string, name: string): string {
  return path === '' || name === '' ? path + name : `${path}.${name}`;
}

/** The leaves of a record by their dotted names; lists and empty records count as leaves. */
export function leavesOf(value: unknown, path = ''): [string, unknown][] {
  if (!isRecord(value) || Object.keys(value).length === 0) return path === '' ? [] : [[path, value]];
  return Object.entries(value).flatMap(([name, inner]) =>
    leavesOf(inner, path === '' ? name : `${path}.${name}`),
  );
}

/** Whether there is nothing to show: absent, null, an empty text, list or record. */
export function isNothing(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  return Array.isArray(value) ? value.length === 0 : isRecord(value) && Object.keys(value).length === 0;
}

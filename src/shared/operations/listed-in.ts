import { isRecord } from './is-record.ts';

/** Names under which answers have been seen to carry their list; before any other. */
const usual = ['results', 'values', 'data', 'items'];

/**
 * The list that an answer is about: the answer itself, or the first array in it. Undefined when there is none; never throws.
 */
export function listedIn(value: unknown, depth = 3): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (!isRecord(value) || depth === 0) return undefined;
  for (const name of usual) {
    const inner = value[name];
    if (Array.isArray(inner)) return inner;
    if (isRecord(inner)) {
      const list = listedIn(inner, depth - 1);
      if (list !== undefined) return list;
    }
  }
  return Object.values(value).find((inner) => Array.isArray(inner));
}

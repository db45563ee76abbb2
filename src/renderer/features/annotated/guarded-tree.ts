import type { JsonSource } from '../json-tree/json-source.ts';

/**
 * Milliseconds. A query is given up after ten seconds by itself, except inside a regular expression, which
 * nothing can stop.
 */
const longest = 15_000;

/** A tree whose searches cannot hang for ever: `onStuck` is told, and ends the worker. */
export function guarded(tree: JsonSource, onStuck: () => void): JsonSource {
  const find: JsonSource['find'] = async (query, milliseconds) => {
    const timer = setTimeout(onStuck, longest);
    try {
      return await tree.find(query, milliseconds);
    } finally {
      clearTimeout(timer);
    }
  };
  return new Proxy(tree, {
    get: (target, name) => (name === 'find' ? find : Reflect.get(target, name)),
  });
}

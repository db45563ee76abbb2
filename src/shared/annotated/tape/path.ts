import { childrenOf, keyOf } from './read.ts';
import { hasKey, kindMask, kinds, type Tape } from './tape.ts';

const shorthand = /^[\p{L}_][\p{L}\p{N}_]*$/u;

/** The path of a node as RFC 9535 writes it, short where it may be: `$.content.body[3].text`. */
export function pathOf(tape: Tape, node: number): string {
  const parts: string[] = [];
  for (let at = node; at !== 0; at = tape.parent[at] as number) parts.push(partOf(tape, at));
  return `$${parts.reverse().join('')}`;
}

function partOf(tape: Tape, node: number): string {
  if (((tape.kind[node] as number) & hasKey) === 0) return `[${tape.ordinal[node]}]`;
  const key = keyOf(tape, node) ?? '';
  return shorthand.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}

const step = /\.([\p{L}_][\p{L}\p{N}_]*)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]|\['((?:[^'\\]|\\.)*)'\]/uy;

/** The node at a path of names and indexes; null when there is none, or the path is more than that. */
export function nodeAtPath(tape: Tape, path: string): number | null {
  if (!path.startsWith('$') || tape.size === 0) return null;
  let node = 0;
  step.lastIndex = 1;
  while (step.lastIndex < path.length) {
    const found = step.exec(path);
    if (found === null) return null;
    const [, name, index, double, single] = found;
    const child =
      index === undefined
        ? member(tape, node, name ?? unquoted(double, single))
        : item(tape, node, Number(index));
    if (child === null) return null;
    node = child;
  }
  return node;
}

function unquoted(double: string | undefined, single: string | undefined): string | null {
  try {
    if (double !== undefined) return JSON.parse(double) as string;
    return JSON.parse(`"${(single ?? '').replaceAll("\\'", "'").replaceAll('"', '\\"')}"`) as string;
  } catch {
    return null;
  }
}

function member(tape: Tape, node: number, key: string | null): number | null {
  if (key === null || ((tape.kind[node] as number) & kindMask) !== kinds.object) return null;
  let found: number | null = null;
  for (const child of childrenOf(tape, node)) if (keyOf(tape, child) === key) found = child;
  return found;
}

function item(tape: Tape, node: number, index: number): number | null {
  if (((tape.kind[node] as number) & kindMask) !== kinds.array) return null;
  const end = tape.next[node] as number;
  let child = node + 1;
  for (let at = 0; at < index && child < end; at++) child = tape.next[child] as number;
  return child < end ? child : null;
}

import { JSONPathError, type JSONPathQuery, jsonpath } from 'json-p3';
import { createPathEnvironment } from './path-functions.ts';
import { childrenOf, isContainer, kindOf, memberOf, parsedValue } from '#shared/annotated/tape/read.ts';
import type { Tape } from '#shared/annotated/tape/tape.ts';

const { IndexSelector, NameSelector, SliceSelector, WildcardSelector, FilterSelector } = jsonpath.selectors;
type Selector = JSONPathQuery['segments'][number]['selectors'][number];
type Filter = InstanceType<typeof FilterSelector>;

export interface PathAnswer {
  /** In the order of the query's result; a node may come twice (RFC 9535). */
  readonly nodes: readonly number[];
  /** Whether it was stopped by the time limit or the limit of results. */
  readonly isCut: boolean;
}

/** Steps between two looks at the clock. */
const stepsBetweenLooks = 4096;
export const mostResults = 1_000_000;

/** The person's query is no JSONPath; `message` says why, in English, as the library has it. */
export class PathProblem extends Error {}

/**
 * Runs a JSONPath query (RFC 9535). The library reads and checks the query and decides its filters; the walk
 * is ours, so that the document need not become objects, and so that it can be given up.
 *
 * @param milliseconds after which it is given up
 * @throws PathProblem
 */
export function queryPath(tape: Tape, path: string, milliseconds: number): PathAnswer {
  const until = performance.now() + milliseconds;
  let steps = 0;
  let isCut = false;
  let root: { readonly value: unknown } | undefined;
  const query = compiled(path);

  const mayGoOn = (): boolean => {
    steps += 1;
    if (steps % stepsBetweenLooks === 0 && performance.now() > until) isCut = true;
    return !isCut;
  };

  function keep(results: number[], node: number): void {
    if (results.length === mostResults) isCut = true;
    else results.push(node);
  }

  function select(selector: Selector, node: number, results: number[]): void {
    if (!isContainer(tape, node)) return;
    if (selector instanceof NameSelector) {
      const member = memberOf(tape, node, selector.name);
      if (member !== undefined) keep(results, member);
    } else if (selector instanceof WildcardSelector) {
      for (const child of childrenOf(tape, node)) if (mayGoOn()) keep(results, child);
    } else if (selector instanceof IndexSelector) {
      if (kindOf(tape, node) !== 'array') return;
      const items = [...childrenOf(tape, node)];
      const found = items.at(selector.index);
      if (found !== undefined) keep(results, found);
    } else if (selector instanceof SliceSelector) {
      if (kindOf(tape, node) !== 'array') return;
      const items = [...childrenOf(tape, node)];
      for (const index of sliceOf(items.length, selector)) keep(results, items[index] as number);
    } else if (selector instanceof FilterSelector) {
      for (const child of childrenOf(tape, node)) {
        steps += 255;
        if (mayGoOn() && passes(selector, child)) keep(results, child);
      }
    }
  }

  function passes(filter: Filter, node: number): boolean {
    // `$` inside a filter needs the whole document, once.
    const needsRoot = filter.toString().includes('$');
    if (needsRoot) root ??= { value: parsedValue(tape, 0) };
    return filter.expression.evaluate({
      environment: query.environment,
      currentValue: parsedValue(tape, node) as never,
      rootValue: (needsRoot ? root?.value : null) as never,
    });
  }

  let nodes = [0];
  try {
    for (const segment of query.segments) {
      const isDescendant = segment.toString().startsWith('..');
      const results: number[] = [];
      for (const node of nodes) {
        // Descendants are the numbers that follow.
        const end = isDescendant ? (tape.next[node] as number) : node + 1;
        for (let at = node; at < end && mayGoOn(); at++) {
          for (const selector of segment.selectors) select(selector, at, results);
        }
      }
      nodes = results;
    }
  } catch (error) {
    if (error instanceof JSONPathError) throw new PathProblem(error.message);
    throw error;
  }
  return { nodes, isCut };
}

function compiled(path: string): JSONPathQuery {
  try {
    return createPathEnvironment().compile(path.trim());
  } catch (error) {
    if (error instanceof JSONPathError) throw new PathProblem(error.message);
    throw error;
  }
}

/** The indexes of a slice, RFC 9535 section 2.3.4.2. */
export function sliceOf(
  length: number,
  slice: {
    readonly start?: number | undefined;
    readonly stop?: number | undefined;
    readonly step?: number | undefined;
  },
): number[] {
  const step = slice.step ?? 1;
  if (step === 0) return [];
  const from = (value: number) => (value < 0 ? length + value : value);
  const indexes: number[] = [];
  if (step > 0) {
    const lower = Math.min(Math.max(from(slice.start ?? 0), 0), length);
    const upper = Math.min(Math.max(from(slice.stop ?? length), 0), length);
    for (let index = lower; index < upper; index += step) indexes.push(index);
  } else {
    const upper = Math.min(Math.max(from(slice.start ?? length - 1), -1), length - 1);
    const lower = Math.min(Math.max(from(slice.stop ?? -length - 1), -1), length - 1);
    for (let index = upper; index > lower; index += step) indexes.push(index);
  }
  return indexes;
}

import { lastWhere } from '#shared/last-where.ts';
import { searchText } from './tape/find-text.ts';
import { nodeAtPath, pathOf } from '#shared/annotated/tape/path.ts';
import { printValue } from './tape/print.ts';
import {
  countOf,
  depthOf,
  isContainer,
  keyOf,
  kindOf,
  shortText,
  valueEnd,
  valueStart,
} from '#shared/annotated/tape/read.ts';
import type { KindName, Tape } from '#shared/annotated/tape/tape.ts';

/** One line of the tree. */
export interface TreeRow {
  readonly node: number;
  readonly depth: number;
  /** Null in arrays and for the root. */
  readonly key: string | null;
  /** Its place among its siblings, from 0. */
  readonly ordinal: number;
  readonly siblings: number;
  readonly kind: KindName;
  /** A scalar's text, cut; empty for arrays and objects. */
  readonly text: string;
  readonly isCut: boolean;
  /** Bytes of the value in the text. */
  readonly bytes: number;
  /** Members or items of an array or object. */
  readonly count: number;
  readonly isExpanded: boolean;
  readonly isHit: boolean;
}

export interface TreeRows {
  /** Lines there are now. */
  readonly total: number;
  readonly rows: readonly TreeRow[];
}

export type TreeQuery =
  | { readonly kind: 'text'; readonly text: string; readonly within: 'all' | 'keys' | 'values' }
  | { readonly kind: 'path'; readonly path: string };

export interface TreeFound {
  /** Nodes found so far. */
  readonly count: number;
  readonly isDone: boolean;
  /** Stopped by a limit of time or number. */
  readonly isCut: boolean;
  /** Why the query is no JSONPath, in the library's words. */
  readonly problem: string | null;
  /** Where the first hit stands; it is opened in the tree, and shown without another question. */
  readonly first: TreePlace | null;
}

export interface TreePlace {
  readonly node: number;
  /** Its line. */
  readonly row: number;
  readonly total: number;
}

export interface NodeDetails {
  readonly path: string;
  readonly kind: KindName;
  readonly text: string;
  readonly isCut: boolean;
  readonly bytes: number;
}

/** Characters of a value in a line. */
const rowText = 240;
/** Milliseconds a JSONPath query may take. */
const longestQuery = 10_000;
/** Counting siblings of very large arrays for each line would take longer than it helps. */
const mostCounted = 1_000_000;

/**
 * A document as lines that open and close. Everything happens where the document is, in a worker for large
 * ones; a page asks for the lines it shows. Lines are kept as the list of their nodes, in order, so a node's
 * line is found by bisection.
 */
export function createTreeModel(tape: Tape) {
  const expanded = new Uint8Array(tape.size);
  const counts = new Map<number, number>();
  let visible = new Uint32Array(256);
  let total = 0;
  let search: ReturnType<typeof searchText> | undefined;
  let found: readonly number[] | Uint32Array = [];
  let foundSorted = new Uint32Array(0);
  const nothing: TreeFound = { count: 0, isDone: true, isCut: false, problem: null, first: null };
  let outcome = nothing;
  /** Counts searches: a path's comes after its code does, when another may have begun. */
  let begun = 0;

  if (tape.size > 0) {
    visible[0] = 0;
    total = 1;
    setExpanded(0, true);
  }

  /** The line of a node, or where it would be inserted. */
  function rowOf(node: number): number {
    return lastWhere(total, (row) => (visible[row] as number) < node) + 1;
  }

  /** Behind the last line stands what was one before. */
  function isShown(node: number): boolean {
    const row = rowOf(node);
    return row < total && visible[row] === node;
  }

  /** Puts the lines between two nodes anew, as their states say. */
  function rebuild(node: number): void {
    const row = rowOf(node);
    const tail = rowOf(tape.next[node] as number);
    const after = visible.slice(tail, total);
    let size = row + 1;
    const push = (one: number) => {
      if (size === visible.length) visible = grown(visible, visible.length * 2);
      visible[size] = one;
      size += 1;
    };
    const end = tape.next[node] as number;
    for (let at = expanded[node] === 1 ? node + 1 : end; at < end; ) {
      push(at);
      at = expanded[at] === 1 ? at + 1 : (tape.next[at] as number);
    }
    if (size + after.length > visible.length) visible = grown(visible, size + after.length);
    visible.set(after, size);
    total = size + after.length;
  }

  function setExpanded(node: number, isExpanded: boolean): void {
    if (!isContainer(tape, node) || (expanded[node] === 1) === isExpanded) return;
    expanded[node] = isExpanded ? 1 : 0;
    if (isShown(node)) rebuild(node);
  }

  function count(node: number): number {
    const end = tape.next[node] as number;
    if (end - node < 64) return countOf(tape, node);
    let known = counts.get(node);
    if (known === undefined) {
      known = countOf(tape, node);
      counts.set(node, known);
    }
    return known;
  }

  function rowAt(index: number): TreeRow {
    const node = visible[index] as number;
    const isBranch = isContainer(tape, node);
    const { text, isCut, bytes } = isBranch
      ? { text: '', isCut: false, bytes: 0 }
      : shortText(tape, node, rowText);
    return {
      node,
      depth: depthOf(tape, node),
      key: keyOf(tape, node),
      ordinal: tape.ordinal[node] as number,
      siblings: node === 0 ? 1 : Math.min(mostCounted, count(tape.parent[node] as number)),
      kind: kindOf(tape, node),
      text,
      isCut,
      bytes,
      count: isBranch ? count(node) : 0,
      isExpanded: expanded[node] === 1,
      isHit: isAmong(foundSorted, node),
    };
  }

  function reveal(node: number): TreePlace {
    let outermost = -1;
    for (let at = node; at !== 0; ) {
      at = tape.parent[at] as number;
      if (expanded[at] === 0) {
        expanded[at] = 1;
        outermost = at;
      }
    }
    if (outermost >= 0) rebuild(outermost);
    return { node, row: rowOf(node), total };
  }

  /** The line of a node, or of the innermost one around it that is closed; opens nothing. */
  function lineOf(node: number): TreePlace {
    let at = node;
    while (at !== 0 && !isShown(at)) at = tape.parent[at] as number;
    return { node: at, row: rowOf(at), total };
  }

  /** Nodes of the hits, each once; a node's hits follow one another. */
  function takeHits({ nodes }: ReturnType<typeof searchText>): void {
    const once = new Uint32Array(nodes.length);
    let size = 0;
    for (const node of nodes) {
      if (size > 0 && once[size - 1] === node) continue;
      once[size] = node;
      size += 1;
    }
    found = once.subarray(0, size);
    foundSorted = once.subarray(0, size);
  }

  return {
    /** @param to exclusive */
    rows(from: number, to: number): TreeRows {
      const rows: TreeRow[] = [];
      for (let index = Math.max(0, from); index < Math.min(to, total); index++) rows.push(rowAt(index));
      return { total, rows };
    },
    /** Opens or closes one node; the answer is where it stands. */
    expand(node: number, isExpanded: boolean): TreePlace {
      setExpanded(node, isExpanded);
      return { node, row: rowOf(node), total };
    },
    /** Opens or closes a node and everything below it. */
    expandAll(node: number, isExpanded: boolean): TreePlace {
      for (let at = node; at < (tape.next[node] as number); at++) {
        if (isContainer(tape, at)) expanded[at] = isExpanded ? 1 : 0;
      }
      // The root stays open: a tree of one line shows nothing.
      if (node === 0) expanded[0] = 1;
      if (isShown(node)) rebuild(node);
      return { node, row: rowOf(node), total };
    },
    /** The array or object a node stands in. */
    parent: (node: number): TreePlace => reveal(tape.parent[node] as number),
    lineOf,
    /** Opens all that a node stands in. */
    reveal,
    /** The same, with so many lines before and after it: what is drawn needs no second question. */
    show(
      node: number,
      around: number,
    ): TreePlace & { readonly from: number; readonly rows: readonly TreeRow[] } {
      const place = reveal(node);
      const from = Math.max(0, place.row - around);
      return { ...place, from, rows: this.rows(from, place.row + around).rows };
    },
    /** Begins a search and does the first part of it; null ends one. */
    async find(query: TreeQuery | null, milliseconds: number): Promise<TreeFound> {
      begun += 1;
      const mine = begun;
      search = undefined;
      found = [];
      foundSorted = new Uint32Array(0);
      outcome = nothing;
      if (query === null) return outcome;
      if (query.kind === 'text') {
        search = searchText(tape, query);
        return this.findOn(milliseconds);
      }
      // Its libraries are most of what a worker would begin with, and most documents are never asked so.
      const { PathProblem, queryPath } = await import('./tape/json-path.ts');
      if (mine !== begun) return outcome;
      try {
        const { nodes, isCut } = queryPath(tape, query.path, longestQuery);
        found = nodes;
        foundSorted = Uint32Array.from(nodes).sort();
        outcome = { count: nodes.length, isDone: true, isCut, problem: null, first: this.hit(0) };
      } catch (error) {
        if (!(error instanceof PathProblem)) throw error;
        outcome = { ...outcome, problem: error.message };
      }
      return outcome;
    },
    /** Goes on with a search of text. */
    findOn(milliseconds: number): TreeFound {
      if (search === undefined) return outcome;
      const isDone = search.run(milliseconds);
      takeHits(search);
      const first = outcome.first ?? this.hit(0);
      outcome = { count: found.length, isDone, isCut: search.isCut, problem: null, first };
      if (isDone) search = undefined;
      return outcome;
    },
    /** The node of the hit with this number, from 0, and its line. */
    hit(index: number): TreePlace | null {
      const node = found[index];
      return node === undefined ? null : reveal(node);
    },
    /** The number of the first hit at or after a node; 0 when there is none. */
    hitFrom(node: number): number {
      const index = Array.prototype.findIndex.call(found, (one: number) => one >= node);
      return Math.max(0, index);
    },
    nodeAtPath: (path: string): number | null => nodeAtPath(tape, path),
    /** @param most bytes of its text */
    details(node: number, most: number): NodeDetails {
      const kind = kindOf(tape, node);
      const bytes = valueEnd(tape, node) - valueStart(tape, node);
      const path = pathOf(tape, node);
      if (isContainer(tape, node)) return { path, kind, text: '', isCut: false, bytes };
      return { path, kind, ...shortText(tape, node, most) };
    },
    /** For copying: strings as their text, all else as indented JSON; null when longer than `most` bytes. */
    copyText(node: number, most: number): string | null {
      if (kindOf(tape, node) !== 'string') return printValue(tape, node, most);
      const { text, isCut } = shortText(tape, node, most);
      return isCut ? null : text;
    },
  };
}

export type TreeModel = ReturnType<typeof createTreeModel>;

function grown(old: Uint32Array<ArrayBuffer>, length: number): Uint32Array<ArrayBuffer> {
  const array = new Uint32Array(length);
  array.set(old);
  return array;
}

function isAmong(sorted: Uint32Array, value: number): boolean {
  return sorted[lastWhere(sorted.length, (index) => (sorted[index] as number) <= value)] === value;
}

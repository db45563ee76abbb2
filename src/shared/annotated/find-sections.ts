import { childrenOf, isContainer, keyOf, kindOf, memberOf, shortText } from './tape/read.ts';
import { pathOf } from './tape/path.ts';
import type { Tape } from './tape/tape.ts';
import { bodyNames } from './field-names.ts';
import { blockFields } from './item-fields.ts';

/** Where the known parts of an annotated document are; -1 where one is missing. All of them may be. */
export interface Sections {
  /** The document itself, whatever it is wrapped in. */
  readonly root: number;
  /** The list of blocks. */
  readonly body: number;
  /** The title's text. */
  readonly title: number;
  readonly entities: number;
  /** Lists of events: the usual one, and those of companies the service does not know. */
  readonly events: readonly number[];
  /** Marks and sentences of the whole content instead of a block. */
  readonly contentEntities: number;
  readonly contentSentences: number;
  readonly facts: readonly Fact[];
}

/** A single value of the document's description. */
export interface Fact {
  readonly path: string;
  readonly node: number;
  readonly text: string;
}

const factSections = ['document', 'profiling'];
const mostFacts = 100;
/** Nodes looked at for a list of blocks in a document that is built differently. */
const mostLookedAt = 5_000;

/**
 * Finds what can be shown as text and tables; everything else is in the tree anyway (interface section 2.8).
 */
export function findSections(tape: Tape): Sections {
  const member = (node: number, ...names: readonly string[]): number => {
    if (node < 0) return -1;
    for (const name of names) {
      const found = memberOf(tape, node, name);
      if (found !== undefined) return found;
    }
    return -1;
  };
  const arrayOf = (node: number): number => (node >= 0 && isContainer(tape, node) ? node : -1);
  const root = rootOf(tape);
  const content = member(root, 'content');
  const analytics = member(root, 'analytics');
  const titleNode = member(content, 'title', 'headline');
  const plainTitle = titleNode < 0 ? member(root, 'title', 'headline') : titleNode;
  const title =
    plainTitle >= 0 && kindOf(tape, plainTitle) === 'object' ? member(plainTitle, 'text') : plainTitle;
  const named = arrayOf(member(content, ...bodyNames));
  const body = named >= 0 ? named : lookForBlocks(tape, content >= 0 ? content : root);
  const contentEntities = arrayOf(member(content, 'entities'));
  const events = [
    member(analytics, 'events'),
    member(analytics, 'events_unmapped'),
    member(root, 'events'),
    member(root, 'events_unmapped'),
  ];
  const own = arrayOf(member(analytics, 'entities'));
  const outer = own >= 0 ? own : arrayOf(member(root, 'entities'));
  return {
    root,
    body,
    title: title >= 0 && kindOf(tape, title) === 'string' ? title : -1,
    entities: outer,
    events: events.filter((node) => arrayOf(node) >= 0),
    contentEntities,
    contentSentences: arrayOf(member(content, 'sentences')),
    facts: [...factSections.map((name) => member(root, name)), member(analytics, 'document')]
      .flatMap((node) => factsOf(tape, node))
      .slice(0, mostFacts),
  };
}

/** The document itself, also where it is wrapped in `results`, `data` or a list of one. */
function rootOf(tape: Tape): number {
  let root = 0;
  for (let step = 0; step < 3; step++) {
    if (kindOf(tape, root) === 'array') {
      const [only, more] = childrenOf(tape, root);
      if (only === undefined || more !== undefined) return root;
      root = only;
    } else if (kindOf(tape, root) === 'object') {
      if (memberOf(tape, root, 'content') !== undefined || memberOf(tape, root, 'analytics') !== undefined)
        return root;
      const inner = ['results', 'result', 'data'].map((name) => memberOf(tape, root, name));
      const found = inner.find((node) => node !== undefined);
      if (found === undefined) return root;
      root = found;
    }
  }
  return root;
}

/** A list of objects with texts that carry marks or sentences, not far down. */
function lookForBlocks(tape: Tape, from: number): number {
  const line = [{ node: from, depth: 0 }];
  for (let looked = 0; looked < mostLookedAt; looked++) {
    const next = line.shift();
    if (next === undefined) return -1;
    if (!isContainer(tape, next.node)) continue;
    let children = 0;
    for (const child of childrenOf(tape, next.node)) {
      if (children === 0 && kindOf(tape, next.node) === 'array' && isBlock(tape, child)) return next.node;
      children += 1;
      if (next.depth < 3 && children <= 50) line.push({ node: child, depth: next.depth + 1 });
      if (children > 50) break;
    }
  }
  return -1;
}

function isBlock(tape: Tape, node: number): boolean {
  const { text, entities, sentences } = blockFields(tape, node);
  return text >= 0 && kindOf(tape, text) === 'string' && (entities >= 0 || sentences >= 0);
}

function factsOf(tape: Tape, section: number): Fact[] {
  if (section < 0) return [];
  const facts: Fact[] = [];
  for (let node = section; node < (tape.next[section] as number) && facts.length < mostFacts; node++) {
    if (isContainer(tape, node) || (keyOf(tape, node) === null && node === section)) continue;
    facts.push({ path: pathOf(tape, node), node, text: shortText(tape, node, 300).text });
  }
  return facts;
}

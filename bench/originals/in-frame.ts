/// <reference lib="dom" />

/** All text of a page, and where each of its text nodes begins in it; -1 for one that is not seen. */
export interface SeenText {
  readonly text: string;
  readonly starts: readonly number[];
}

/** What `frame-text.ts` of the pages gives, by the name it is known by in the page that is measured. */
interface Known {
  readonly FrameText: new (
    document: Document,
  ) => { readonly text: string; offsetOf(node: Node, offset: number): number };
  nodes?: Text[];
}

/** Reads a page as the original's pane does. Runs in the page. */
export function readSeen(): SeenText {
  const known = globalThis as unknown as Known;
  if (known.nodes === undefined) {
    known.nodes = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
      known.nodes.push(node as Text);
  }
  const seen = new known.FrameText(document);
  return { text: seen.text, starts: known.nodes.map((node) => seen.offsetOf(node, 0)) };
}

/**
 * Changes a page as another writing of it would: other spaces, words broken at the ends of lines, ligatures,
 * and here and there blocks before those they followed. Runs in the page.
 */
export function disturbPage(seed: number): void {
  let state = seed;
  const random = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const spaces = [' ', '  ', '\n', '\u00a0', ' \n', '\t', '\u2009'];
  const { nodes = [] } = globalThis as unknown as Known;
  for (const node of nodes) {
    node.data = node.data
      .replace(/ /gu, () => spaces[random(spaces.length)] as string)
      .replace(/fi/gu, (found) => (random(3) === 0 ? '\ufb01' : found))
      .replace(/'/gu, (found) => (random(3) === 0 ? '\u2019' : found))
      .replace(/(\p{Ll}{3})(\p{Ll}{3})/gu, (whole, left: string, right: string) =>
        random(12) === 0 ? `${left}${random(2) === 0 ? '-\n' : '\u00ad'}${right}` : whole,
      );
  }
  const parents = new Set([...document.querySelectorAll('body, body div')]);
  for (const parent of parents) {
    const children = [...parent.children].filter((child) => /^(?:P|DIV|TABLE|PRE|H\d)$/u.test(child.tagName));
    for (let at = 0; at + 6 < children.length; ) {
      const size = 6 + random(20);
      const part = children.slice(at, at + size);
      const [first] = part;
      if (random(4) === 0 && first !== undefined)
        for (const moved of part.slice(1 + random(part.length))) parent.insertBefore(moved, first);
      at += size;
    }
  }
}

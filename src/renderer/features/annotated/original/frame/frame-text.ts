import { lastWhere } from '#shared/last-where.ts';
/** Elements that begin on a line of their own. */
const blocks = new Set(
  `address article aside blockquote br caption dd div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6
  header hr li main nav ol p pre section table tbody td tfoot th thead tr ul`.split(/\s+/u),
);

/** Between blocks; no line of a source ends so. */
const parting = '\u2029';

/** All text of a page that can be seen, in reading order, and where its units stand in the page. */
export class FrameText {
  readonly text: string;
  readonly #document: Document;
  readonly #nodes: Text[] = [];
  /** Where each node begins in the text. */
  readonly #starts: number[] = [];

  constructor(document: Document) {
    this.#document = document;
    const pieces: string[] = [];
    let length = 0;
    const seen = new Map<Element, boolean>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (node.nodeType !== Node.TEXT_NODE) {
        if (!blocks.has(node.nodeName.toLowerCase())) continue;
        pieces.push(parting);
        length += 1;
        continue;
      }
      const text = node as Text;
      const parent = text.parentElement;
      if (parent === null) continue;
      const isSeen = seen.get(parent) ?? parent.checkVisibility();
      seen.set(parent, isSeen);
      if (!isSeen || parent.nodeName === 'STYLE') continue;
      this.#nodes.push(text);
      this.#starts.push(length);
      pieces.push(text.data);
      length += text.length;
    }
    this.text = pieces.join('');
  }

  /** What stands between two units. */
  rangeOf(from: number, to: number): Range | undefined {
    const first = this.#indexAt(from);
    const last = this.#indexAt(Math.max(from, to - 1));
    const begin = this.#nodes[first];
    const end = this.#nodes[last];
    if (begin === undefined || end === undefined) return undefined;
    const range = this.#document.createRange();
    range.setStart(begin, Math.min(begin.length, from - (this.#starts[first] as number)));
    range.setEnd(end, Math.min(end.length, Math.max(0, to - (this.#starts[last] as number))));
    return range;
  }

  /** The lines between two units, in the frame. */
  linesOf(from: number, to: number): readonly DOMRect[] {
    const lines = [...(this.rangeOf(from, to)?.getClientRects() ?? [])];
    const filled = lines.filter(({ width, height }) => width > 0 && height > 0);
    return filled.length > 0 ? filled : lines;
  }

  /** The unit at a place of a node; -1 where the node is none of the text. */
  offsetOf(node: Node, offset: number): number {
    const isUpTo = (known: Node) =>
      known === node || (known.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    const index = lastWhere(this.#nodes.length, (one) => isUpTo(this.#nodes[one] as Text));
    const known = this.#nodes[index];
    if (known === undefined || known !== node) return -1;
    return (this.#starts[index] as number) + Math.min(offset, known.length);
  }

  /** The last node that begins at a unit or before it. */
  #indexAt(offset: number): number {
    return Math.max(
      0,
      lastWhere(this.#starts.length, (index) => (this.#starts[index] as number) <= offset),
    );
  }
}

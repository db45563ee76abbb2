interface Point {
  readonly node: Text;
  readonly offset: number;
}

/** Where a character of an element's text begins, or the one before it ends. */
function pointAt(element: Element, character: number, edge: 'begins' | 'ends'): Point | undefined {
  const walker = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let before = 0;
  let last: Text | undefined;
  for (let node = walker.nextNode() as Text | null; node !== null; node = walker.nextNode() as Text | null) {
    const end = before + node.length;
    if (character < end || (character === end && edge === 'ends'))
      return { node, offset: character - before };
    before += node.length;
    last = node;
  }
  return last && { node: last, offset: last.length };
}

/**
 * What of an element's text stands between two characters; undefined where it has no text. What only parts
 * the cells of a table is not drawn: a place of nothing else is its whole row.
 */
export function rangeIn(element: Element, start: number, end: number): StaticRange | undefined {
  const from = pointAt(element, start, 'begins');
  const to = pointAt(element, Math.max(start, end), 'ends');
  if (from === undefined || to === undefined) return undefined;
  const row = end > start && isParting(from.node) ? rowOfParting(from, to) : null;
  if (row) return new StaticRange(pointsOf(row, 0, row, row.childNodes.length));
  return new StaticRange(pointsOf(from.node, from.offset, to.node, to.offset));
}

const pointsOf = (startContainer: Node, startOffset: number, endContainer: Node, endOffset: number) => ({
  startContainer,
  startOffset,
  endContainer,
  endOffset,
});

const isParting = (node: Text) => node.parentElement?.hasAttribute('data-parting') === true;

function rowOfParting(from: Point, to: Point): Element | null {
  const row = from.node.parentElement?.closest('tr');
  if (!row) return null;
  const walker = row.ownerDocument.createTreeWalker(row, NodeFilter.SHOW_TEXT);
  walker.currentNode = from.node;
  for (let node: Node | null = from.node; node !== to.node; node = walker.nextNode()) {
    // It goes on in another row, or something of it is drawn.
    if (node === null || !isParting(node as Text)) return null;
  }
  return isParting(to.node) ? row : null;
}

/** The lines of a range, in the window. */
export function linesOf(range: StaticRange): readonly DOMRect[] {
  const live = document.createRange();
  live.setStart(range.startContainer, range.startOffset);
  live.setEnd(range.endContainer, range.endOffset);
  const lines = [...live.getClientRects()];
  // One that begins where a line is wrapped has an empty line before its first one.
  const filled = lines.filter(({ width }) => width > 0);
  return filled.length > 0 ? filled : lines;
}

/** The number of a character of an element's text. */
export function characterAt(element: Element, node: Node, offset: number): number {
  const walker = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let before = 0;
  for (let text = walker.nextNode() as Text | null; text !== null; text = walker.nextNode() as Text | null) {
    if (text === node) return before + offset;
    before += text.length;
  }
  return before;
}

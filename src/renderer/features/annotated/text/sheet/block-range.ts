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

/** What of an element's text stands between two characters; undefined where it has no text. */
export function rangeIn(element: Element, start: number, end: number): StaticRange | undefined {
  const from = pointAt(element, start, 'begins');
  const to = pointAt(element, Math.max(start, end), 'ends');
  if (from === undefined || to === undefined) return undefined;
  return new StaticRange({
    startContainer: from.node,
    startOffset: from.offset,
    endContainer: to.node,
    endOffset: to.offset,
  });
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

/** Maps between units of a page's text and the letters that pdf.js lays over the page. A `br` ends a line. */
export class LayerText {
  readonly #nodes: Text[] = [];
  readonly #starts: number[] = [];

  constructor(layer: Element) {
    let at = 0;
    for (const { firstChild, tagName } of layer.children)
      if (firstChild instanceof Text) {
        this.#nodes.push(firstChild);
        this.#starts.push(at);
        at += firstChild.length;
      } else if (tagName === 'BR') at += 1;
  }

  /** The unit at a place of a node; -1 if the node is not in this layer. */
  unitAt(node: Node, offset: number): number {
    const index = this.#nodes.indexOf(node as Text);
    const { length = 0 } = this.#nodes[index] ?? {};
    return index < 0 ? -1 : (this.#starts[index] as number) + Math.min(offset, length - 1);
  }

  /** Undefined if no letter is between these units. */
  rangeOf(from: number, to: number): Range | undefined {
    const endOf = (index: number) => (this.#starts[index] as number) + (this.#nodes[index] as Text).length;
    const first = this.#nodes.findIndex((_node, index) => endOf(index) > from);
    const last = this.#starts.findLastIndex((start) => start < to);
    if (first < 0 || last < first) return undefined;
    const range = document.createRange();
    range.setStart(this.#nodes[first] as Text, Math.max(0, from - (this.#starts[first] as number)));
    range.setEnd(this.#nodes[last] as Text, Math.min(to, endOf(last)) - (this.#starts[last] as number));
    return range;
  }
}

import { type PDFPageProxy, TextLayer } from 'pdfjs-dist';
import type { PageArea } from './page-lines.ts';
import { type PageText, pageText, partsBetween, type TextPiece } from './page-text.ts';

/** Pieces laid out at a time: some milliseconds. */
const piecesAtOnce = 150;

type TextContent = Awaited<ReturnType<PDFPageProxy['getTextContent']>>;

/** The pieces of a text that stand in its layer. */
export const piecesOf = ({ items }: TextContent): readonly TextPiece[] =>
  items.filter((item) => 'str' in item);

/** The text of one page over its picture, letter above letter, so that it can be selected and pointed at. */
export class PageTextLayer {
  readonly element: HTMLElement;
  readonly #pieces: readonly TextPiece[];
  readonly #text: PageText;
  readonly #layer: TextLayer;
  readonly #numbers = new Map<Node, number>();

  private constructor(content: TextContent, layer: TextLayer, element: HTMLElement) {
    this.element = element;
    this.#pieces = piecesOf(content);
    this.#text = pageText(this.#pieces);
    this.#layer = layer;
    for (const [piece, span] of layer.textDivs.entries()) this.#numbers.set(span, piece);
  }

  /** @param scale CSS pixels of a unit of the page */
  static async make(
    content: TextContent,
    proxy: PDFPageProxy,
    scale: number,
    signal: AbortSignal,
  ): Promise<PageTextLayer> {
    const element = document.createElement('div');
    element.dataset.textLayer = '';
    const viewport = proxy.getViewport({ scale });
    const layer = new TextLayer({ textContentSource: inParts(content), container: element, viewport });
    const cancel = () => layer.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    await layer.render().finally(() => signal.removeEventListener('abort', cancel));
    // Under the letters while a person selects: else what is pulled over no letter takes all to the end.
    const end = document.createElement('div');
    end.dataset.end = '';
    element.append(end);
    return new PageTextLayer(content, layer, element);
  }

  /** What of the page the units of its text cover: shares of its width and height, in reading order. */
  areasOf(from: number, to: number, page: DOMRect): readonly PageArea[] {
    return partsBetween(this.#pieces, this.#text, from, to).flatMap((part) => {
      const span = this.#layer.textDivs[part.piece] as HTMLElement | undefined;
      const node = span?.firstChild;
      if (!span || !node) return [];
      const range = document.createRange();
      range.setStart(node, part.from);
      range.setEnd(node, part.to);
      const area = range.getBoundingClientRect();
      if (area.width === 0 && area.height === 0) return [];
      // What stands upright is as high as its line, and not as the letters that stand in for its own.
      const line = span.style.getPropertyValue('--rotate') === '' ? span.getBoundingClientRect() : area;
      return [
        {
          left: (area.left - page.left) / page.width,
          right: (area.right - page.left) / page.width,
          top: (line.top - page.top) / page.height,
          bottom: (line.bottom - page.top) / page.height,
        },
      ];
    });
  }

  /** The unit of the page's text at a place of a node; -1 where it is none of this page's. */
  unitAt(node: Node, offset: number): number {
    const piece = this.#numbers.get(node.parentNode ?? node) ?? this.#numbers.get(node);
    if (piece === undefined) return -1;
    const length = this.#pieces[piece]?.str.length ?? 0;
    return (this.#text.starts[piece] as number) + Math.min(offset, Math.max(0, length - 1));
  }
}

/** The pieces by and by, so that a page of thousands does not hold up who scrolls. */
function inParts(content: TextContent): ReadableStream<TextContent> {
  let at = 0;
  return new ReadableStream({
    async pull(controller) {
      if (at > 0) await new Promise((resolve) => setTimeout(resolve, 0));
      const items = content.items.slice(at, at + piecesAtOnce);
      at += piecesAtOnce;
      controller.enqueue({ ...content, items });
      if (at >= content.items.length) controller.close();
    },
  });
}

import type { DocumentModel } from '../model/document-model.ts';
import { segmentText } from '../model/segment.ts';
import { styleOfType } from '../text/mark-style.ts';

export interface HtmlWords {
  readonly language: string;
  readonly untitled: string;
  readonly legend: string;
  readonly made: string;
}

const escaped: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => escaped[character] ?? '');
}

/**
 * Colours on white and on near black, each with a contrast above 4.5 to the text on it; styles tell types
 * apart without them.
 */
const styles = `
body{font:16px/1.6 Georgia,serif;max-width:46em;margin:2em auto;padding:0 1em;color:#1b2229;background:#fff}
pre{font:13px/1.5 ui-monospace,monospace;white-space:pre-wrap;overflow-wrap:anywhere}
.footer{color:#586470;font-size:.85em}
mark{color:inherit;border-bottom:2px solid #0f7687;background:#e8f6f8}
mark[data-style="1"]{background:#fdecd8;border-bottom-style:dashed;border-color:#a24d00}
mark[data-style="2"]{background:#e3f5e6;border-bottom-style:dotted;border-color:#1d7a46}
mark[data-style="3"]{background:#f0e8fb;border-bottom:3px double;border-color:#6d3ab8}
mark[data-style="4"]{background:#fdf3c4;border-bottom-style:dashed;border-color:#7a5c00}
mark[data-style="5"]{background:#fde4ec;border-bottom-style:dotted;border-color:#a8154d}
mark[data-style="6"]{background:#e6ecfb;border-bottom:3px double;border-color:#2f4fb5}
mark[data-style="7"]{background:#eceff1;border-color:#46535e}
.legend{padding:0;list-style:none;display:flex;flex-wrap:wrap;gap:.3em 1em;font:13px sans-serif}
@media (prefers-color-scheme:dark){body{color:#e3e8ec;background:#151b21}.footer{color:#98a5b0}
mark,mark[data-style]{background:#2a3540}}
`;

/**
 * A page of its own with the text and its marks: no scripts, nothing from outside, everything of the document
 * escaped.
 */
export function htmlOf(model: DocumentModel, words: HtmlWords): string[] {
  const { title, blocks } = model.summary();
  const heading = title ?? words.untitled;
  const policy = "default-src 'none'; style-src 'unsafe-inline'";
  const { types } = model.counts();
  const legend = types
    .filter(({ mentions }) => mentions > 0)
    .map(
      ({ type, mentions }) =>
        `<li><mark data-style="${styleOfType(type)}">${escapeHtml(type === '' ? '–' : type)}</mark> ${mentions}</li>`,
    );
  const parts = [
    `<!doctype html><html lang="${words.language}"><head><meta charset="utf-8">`,
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    `<meta name="viewport" content="width=device-width"><title>${escapeHtml(heading)}</title>`,
    `<style>${styles}</style></head><body><h1>${escapeHtml(heading)}</h1>`,
    `<ul class="legend" aria-label="${escapeHtml(words.legend)}">${legend.join('')}</ul><hr>`,
  ];
  for (let block = 0; block < blocks; block++) parts.push(blockHtml(model, block));
  parts.push(`<hr><p class="footer">${escapeHtml(words.made)}</p></body></html>`);
  return parts;
}

const elements: ReadonlyMap<string, readonly [string, string]> = new Map([
  ['HEADING', ['<h2>', '</h2>']],
  ['TABLE', ['<pre>', '</pre>']],
  ['LIST_ORDERED', ['<pre>', '</pre>']],
  ['LIST_UNORDERED', ['<pre>', '</pre>']],
  ['FOOTER', ['<p class="footer">', '</p>']],
]);

function blockHtml(model: DocumentModel, block: number): string {
  const view = model.blocks(block, block + 1, { [block]: Number.POSITIVE_INFINITY });
  const [shown] = view.views;
  if (shown === undefined) return '';
  const entities = new Map(view.entities.map((row) => [row.entity, row]));
  const { text, kind, mentions } = shown;
  const [open, close] = elements.get(kind) ?? ['<p>', '</p>'];
  const inner = segmentText(text.length, mentions).map(({ start, end, over }) => {
    const words = escapeHtml(text.slice(start, end));
    return over.reduceRight((inside, { entity }) => {
      const row = entities.get(entity);
      const label = `${row?.name ?? ''}${row?.type ? ` · ${row.type}` : ''}`;
      return `<mark data-style="${styleOfType(row?.type ?? '')}" title="${escapeHtml(label)}">${inside}</mark>`;
    }, words);
  });
  return `${open}${inner.join('')}${close}\n`;
}

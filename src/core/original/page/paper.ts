import type { OriginalKind } from '#shared/bridge/original.ts';

/**
 * The paper an original is shown on, in both themes: its own colours were chosen for white. What is marked is
 * a highlight of the page around it (`features/annotated/original`).
 */
const style = `:root{color-scheme:only light}
body{color:#14181c;font:15px/1.5 "Times New Roman",Times,serif;overflow-wrap:break-word}
pre{margin:0;white-space:pre-wrap;overflow-wrap:anywhere;font:13px/1.5 ui-monospace,Menlo,Consolas,monospace}
img{max-width:100%}
[data-link],[data-place]{color:#0b5c8a;text-decoration:underline;cursor:pointer}
.sluice-cells{border-collapse:collapse}
.sluice-cells td{padding:2px 8px;border:1px solid #d5dade;vertical-align:top}
.sluice-cells tr:has(>[nowrap])>:not([nowrap]){min-width:18em}
.sluice-cells p{margin:0}
.sluice-head{margin-bottom:16px;color:#46535e}
.sluice-head p{margin:0}
::highlight(sluice-exact){background-color:#bfe5ec;color:#10171c}
::highlight(sluice-likely){background-color:#fdf0c8;color:#10171c;text-decoration:underline wavy #8a6100}`;

/**
 * In attributes, because nothing a style sheet of the document says is more than that: the body scrolls, and
 * what is placed in the document scrolls with it.
 */
const html = 'height:100%!important;overflow:hidden!important;background:#fff!important';
const body = [
  'position:relative',
  'display:block',
  'box-sizing:border-box',
  'width:auto',
  'max-width:none',
  'height:100%',
  'margin:0',
  'padding:16px 24px',
  'overflow:auto',
  'transform:none',
  'zoom:1',
]
  .map((declaration) => `${declaration}!important`)
  .join(';');

/** The whole page around what is written. */
export function inPaper(kind: OriginalKind, written: string): string {
  return (
    `<!doctype html><html style="${html}"><head><meta charset="utf-8"><style>${style}</style></head>` +
    `<body data-original="${kind}" tabindex="0" style="${body}">${written}</body></html>`
  );
}

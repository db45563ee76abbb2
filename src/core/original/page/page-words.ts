import { Parser } from 'htmlparser2';

/** Elements that begin on a line of their own. */
const blocks = new Set(
  `address article aside blockquote br caption dd div dl dt figcaption figure footer
  h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tbody td tfoot th thead tr ul`.split(/\s+/u),
);
/** Elements whose text nobody reads. */
const unseen = new Set(['head', 'script', 'style', 'template', 'title']);

/** The text of a page that is shown of an original, in its order. */
export function pageWords(html: string): string {
  const pieces: string[] = [];
  let hidden = 0;
  const parser = new Parser(
    {
      onopentagname(name) {
        if (unseen.has(name)) hidden += 1;
        if (blocks.has(name)) pieces.push('\n');
      },
      ontext(text) {
        if (hidden === 0) pieces.push(text);
      },
      onclosetag(name) {
        if (unseen.has(name)) hidden -= 1;
      },
    },
    { decodeEntities: true },
  );
  parser.write(html);
  parser.end();
  return pieces.join('');
}

import { readXml } from './read-xml.ts';
import type { WordParts } from './word-parts.ts';

/** What the text of a Word file refers to by ids. */
export interface WordFacts {
  /** The level of a heading, 1 to 6, by the id of its style. */
  readonly headings: ReadonlyMap<string, number>;
  /** Lists whose first level is numbered. */
  readonly ordered: ReadonlySet<string>;
  /** Addresses of links. */
  readonly links: ReadonlyMap<string, string>;
}

/** @throws Unshown */
export function wordFacts({ styles, numbering, relations }: WordParts): WordFacts {
  return { headings: headingsOf(styles), ordered: orderedOf(numbering), links: linksOf(relations) };
}

/** The ids of styles are in the language of whoever wrote the document, their names are not. */
function headingsOf(xml: string): Map<string, number> {
  const levels = new Map<string, number>();
  let id = '';
  readXml(xml, {
    open(name, { styleId, val = '' }) {
      if (name === 'style') id = styleId ?? '';
      else if (name === 'name') {
        const [, level] = /^heading (\d)$/iu.exec(val) ?? [];
        if (level !== undefined) levels.set(id, Math.min(6, Math.max(1, Number(level))));
        else if (/^title$/iu.test(val)) levels.set(id, 1);
      }
    },
  });
  return levels;
}

function orderedOf(xml: string): Set<string> {
  const formats = new Map<string, string>();
  const ids = new Set<string>();
  let abstract = '';
  let list = '';
  readXml(xml, {
    open(name, { abstractNumId = '', numId = '', val = '' }) {
      if (name === 'abstractNum') abstract = abstractNumId;
      else if (name === 'numFmt' && !formats.has(abstract)) formats.set(abstract, val);
      else if (name === 'num') list = numId;
      // The definitions stand before the lists (ISO/IEC 29500-1, 17.9.17).
      else if (name === 'abstractNumId' && formats.has(val) && formats.get(val) !== 'bullet') ids.add(list);
    },
  });
  return ids;
}

export function linksOf(xml: string): Map<string, string> {
  const links = new Map<string, string>();
  readXml(xml, {
    open(name, { Id, Target = '', TargetMode }) {
      if (name === 'Relationship' && Id !== undefined && TargetMode === 'External') links.set(Id, Target);
    },
  });
  return links;
}

import { unzipSync } from 'fflate';
import { Unshown } from '../unshown/unshown.ts';

/** The parts of a Word file that hold its text and say what its paragraphs are. */
export interface WordParts {
  readonly document: string;
  /** Footnotes and endnotes. */
  readonly notes: readonly string[];
  readonly styles: string;
  readonly numbering: string;
  /** Where its links lead. */
  readonly relations: string;
}

/** Bytes all parts together may expand to; the text of the longest filings is a tenth of it. */
const mostExpanded = 32 * 2 ** 20;
const wanted =
  /^word\/(?:document\d*|footnotes|endnotes|styles|numbering|_rels\/document\d*\.xml)\.(?:xml|rels)$/u;

/**
 * Takes the parts out of a DOCX. Pictures are never expanded, and nothing is before its size is known: a few
 * kilobytes of zip can hold gigabytes.
 *
 * @throws Unshown
 */
export function wordParts(bytes: Uint8Array): WordParts {
  let expanded = 0;
  let files: Record<string, Uint8Array>;
  try {
    files = unzipSync(bytes, {
      filter({ name, originalSize }) {
        if (!wanted.test(name)) return false;
        expanded += originalSize;
        return expanded <= mostExpanded;
      },
    });
  } catch {
    throw new Unshown('broken');
  }
  if (expanded > mostExpanded) throw new Unshown('size');
  const main = Object.keys(files).find((name) => /^word\/document\d*\.xml$/u.test(name));
  if (main === undefined) throw new Unshown('broken');
  const text = (name: string) => new TextDecoder().decode(files[name]);
  return {
    document: text(main),
    notes: [text('word/footnotes.xml'), text('word/endnotes.xml')],
    styles: text('word/styles.xml'),
    numbering: text('word/numbering.xml'),
    relations: text(main.replace('word/', 'word/_rels/').concat('.rels')),
  };
}

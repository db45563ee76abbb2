import { unzipSync } from 'fflate';
import { Unshown } from '../unshown/unshown.ts';

/** The parts of a Word file that hold its text and say what its paragraphs are. */
export interface WordParts {
  readonly document: string;
  readonly footnotes: NotesPart;
  readonly endnotes: NotesPart;
  readonly styles: string;
  readonly numbering: string;
  /** Where its links lead. */
  readonly relations: string;
}

interface NotesPart {
  readonly xml: string;
  readonly relations: string;
}

/** Bytes all parts together may expand to; the text of the longest filings is a tenth of it. */
const mostExpanded = 32 * 2 ** 20;
const wanted =
  /^word\/(?:document\d*|footnotes|endnotes|styles|numbering|_rels\/(?:document\d*|footnotes|endnotes)\.xml)\.(?:xml|rels)$/u;

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
      filter({ name, size, originalSize }) {
        if (!wanted.test(name)) return false;
        // What is packed is at most some bytes larger than what was: a smaller claim is a lie.
        if (size > originalSize * 1.01 + 1_024) throw new Unshown('broken');
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
  const part = (name: string): NotesPart => ({
    xml: text(`word/${name}.xml`),
    relations: text(`word/_rels/${name}.xml.rels`),
  });
  return {
    document: text(main),
    footnotes: part('footnotes'),
    endnotes: part('endnotes'),
    styles: text('word/styles.xml'),
    numbering: text('word/numbering.xml'),
    relations: text(main.replace('word/', 'word/_rels/').concat('.rels')),
  };
}

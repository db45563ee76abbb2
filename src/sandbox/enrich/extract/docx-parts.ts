import { unzipSync } from 'fflate';
import { Unreadable } from './block.ts';
import { readXml, type XmlEvents } from './read-xml.ts';

/** The parts of a Word file that hold its text and what its paragraphs are, with the names they go by. */
export interface DocxParts {
  document: string;
  /** Footnotes and endnotes. */
  notes: string[];
  styles: string;
  numbering: string;
}

/** What all parts together may expand to, in bytes; the text of the longest filings is a tenth of it. */
const expandedLimit = 32 * 1024 * 1024;

const wanted = /^word\/(document\d*|footnotes|endnotes|styles|numbering)\.xml$/;

/**
 * Takes the parts out of a DOCX. Pictures are never expanded, and nothing is before its size is known: a few
 * kilobytes of zip can hold gigabytes. What expands to more than the archive says is broken.
 *
 * @throws Unreadable when it is no DOCX, or expands to more than 32 MiB
 */
export function docxParts(bytes: Buffer): DocxParts {
  let expanded = 0;
  let tooLarge = false;
  let files: Record<string, Uint8Array>;
  try {
    files = unzipSync(bytes, {
      filter({ name, originalSize }) {
        if (!wanted.test(name)) return false;
        expanded += originalSize;
        tooLarge ||= expanded > expandedLimit;
        return !tooLarge;
      },
    });
  } catch {
    throw new Unreadable('EXTRACTION_FAILED', 'The DOCX is broken.');
  }
  if (tooLarge) throw new Unreadable('FILE_TOO_LARGE', 'The DOCX expands to more than can be read.');
  const text = (name: string) => new TextDecoder().decode(files[`word/${name}.xml`]);
  const main = Object.keys(files).find((name) => name.startsWith('word/document'));
  if (main === undefined) throw new Unreadable('EXTRACTION_FAILED', 'The file is no DOCX.');
  return {
    document: new TextDecoder().decode(files[main]),
    notes: [text('footnotes'), text('endnotes')],
    styles: text('styles'),
    numbering: text('numbering'),
  };
}

/**
 * Reads Word's XML as a stream of events: names without their prefix, attributes too. An absent part tells
 * nothing.
 *
 * @throws Unreadable when it is not well-formed, or nested without end
 */
export function readWordXml(xml: string, events: XmlEvents): void {
  if (xml === '') return;
  readXml(xml, 'DOCX', {
    open(name, attributes) {
      const plain = Object.entries(attributes).map(([key, value]) => [bare(key), value]);
      events.open(bare(name), Object.fromEntries(plain));
    },
    text: (text) => events.text?.(text),
    close: (name) => events.close?.(bare(name)),
  });
}

function bare(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

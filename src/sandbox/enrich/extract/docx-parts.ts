import { unzipSync } from 'fflate';
import { SaxesParser } from 'saxes';
import { Unreadable } from './block.ts';

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

/** What a reader of Word's XML is told: names without their prefix, attributes too. */
export interface WordEvents {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** Deeper than any program writes; every open element costs memory. */
const deepest = 10_000;

/**
 * Reads Word's XML as a stream of events. An absent part tells nothing.
 *
 * @throws Unreadable when it is not well-formed, or nested without end
 */
export function readWordXml(xml: string, events: WordEvents): void {
  if (xml === '') return;
  const parser = new SaxesParser();
  let depth = 0;
  parser.on('error', (error) => {
    throw new Unreadable('EXTRACTION_FAILED', `The DOCX is broken: ${error.message}`);
  });
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1;
    if (depth > deepest) throw new Unreadable('EXTRACTION_FAILED', 'The DOCX is nested too deeply.');
    const plain = Object.entries(attributes).map(([key, value]) => [bare(key), String(value)]);
    events.open(bare(name), Object.fromEntries(plain));
  });
  parser.on('text', (text) => events.text?.(text));
  parser.on('closetag', ({ name }) => {
    depth -= 1;
    events.close?.(bare(name));
  });
  parser.write(xml).close();
}

function bare(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

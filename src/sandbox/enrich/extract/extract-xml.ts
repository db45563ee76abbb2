import { SaxesParser } from 'saxes';
import { type Block, type ExtractedDocument, oneLine, Unreadable } from './block.ts';

/**
 * Short values go into one block up to this many; a text longer than `paragraph` characters is a block of its
 * own.
 */
const linesPerBlock = 40;
const paragraph = 120;

/**
 * Reads XML: a line for each element that holds text, named by the element.
 *
 * @throws Unreadable when it is not well-formed
 */
export function extractXml(text: string): ExtractedDocument {
  const blocks: Block[] = [];
  const open: { name: string; words: string }[] = [];
  let lines: string[] = [];
  let title = '';
  let broken: Error | undefined;
  const flush = () => {
    if (lines.length > 0) blocks.push({ kind: 'TEXT', text: lines.join('\n') });
    lines = [];
  };
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    broken ??= error;
  });
  parser.on('opentag', ({ name }) => {
    open.push({ name, words: '' });
  });
  const addText = (words: string) => {
    const element = open.at(-1);
    if (element !== undefined) element.words += words;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const element = open.pop();
    const words = oneLine(element?.words ?? '');
    if (element === undefined || words === '') return;
    if (title === '' && /(^|:)(title|headline|nameOfIssuer)$/i.test(element.name)) title = words;
    if (words.length > paragraph) {
      flush();
      blocks.push({ kind: 'TEXT', text: words });
      return;
    }
    lines.push(`${element.name}: ${words}`);
    if (lines.length >= linesPerBlock) flush();
  });
  parser.write(text.replace(/^\uFEFF/, '')).close();
  if (broken !== undefined) throw new Unreadable('EXTRACTION_FAILED', `The XML is broken: ${broken.message}`);
  flush();
  return { title, blocks, metadata: {} };
}

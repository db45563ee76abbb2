import { type Block, type ExtractedDocument, oneLine } from './block.ts';
import { readXml } from './read-xml.ts';

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
  const flush = () => {
    if (lines.length > 0) blocks.push({ kind: 'TEXT', text: lines.join('\n') });
    lines = [];
  };
  readXml(text.replace(/^\uFEFF/, ''), 'XML', {
    open: (name) => void open.push({ name, words: '' }),
    text(words) {
      const element = open.at(-1);
      if (element !== undefined) element.words += words;
    },
    close() {
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
    },
  });
  flush();
  return { title, blocks, metadata: {} };
}

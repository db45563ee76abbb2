import { stripVTControlCharacters } from 'node:util';
import { latePackages } from './late-packages.ts';

/** A column each, whatever follows: Latin letters, and the dashes, quotes and dots of our sentences. */
const isPlain = /^[ -~\xa0-\xac\xae-\u02ff\u2010-\u2027]*$/;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Columns that a text takes on a terminal; wide characters count two, colours none. */
export function textWidth(text: string): number {
  const bare = text.includes('\x1b') ? stripVTControlCharacters(text) : text;
  return isPlain.test(bare) ? bare.length : latePackages.stringWidth().default(text);
}

/** Fills up to `width` columns. */
export function pad(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  const gap = ' '.repeat(Math.max(0, width - textWidth(text)));
  return align === 'left' ? text + gap : gap + text;
}

/** Shortens plain text (no colours) in the middle, where paths say least: `/srv/fil…/q3-report.pdf`. */
export function shorten(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  if (width <= 1) return width === 1 ? '…' : '';
  const parts = Array.from(graphemes.segment(text), ({ segment }) => segment);
  const head = take(parts, Math.floor((width - 1) / 3));
  const tail = take(parts.toReversed(), width - 1 - textWidth(head.join('')));
  return `${head.join('')}…${tail.toReversed().join('')}`;
}

/** As many leading parts as fit into `width` columns. */
function take(parts: readonly string[], width: number): string[] {
  const taken: string[] = [];
  let used = 0;
  for (const part of parts) {
    used += textWidth(part);
    if (used > width) break;
    taken.push(part);
  }
  return taken;
}

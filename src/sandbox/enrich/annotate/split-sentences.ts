/** A sentence's place in its block; `end` is the first character after it. */
export interface Span {
  start: number;
  end: number;
}

/** What a sentence never ends with, though a full stop follows. */
const abbreviation =
  /(?:\b(?:Inc|Corp|Co|Ltd|No|Nos|Mr|Mrs|Ms|Dr|Jr|Sr|St|vs|approx|Sec|Art|Fig|Dept|Jan|Feb|Mar|Apr|Aug|Sept?|Oct|Nov|Dec)|\b\p{Lu}(?:\.\p{Lu})*|\be\.g|\bi\.e)\.["')\]]?\s*$/u;

/** Past this length a sentence is cut at a space, as a table's row or a broken text would never end. */
const longestSentence = 2000;

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/**
 * Parts a block into sentences, without the space around them; lines of tables and lists are sentences of
 * their own.
 */
export function splitSentences(text: string): Span[] {
  const spans: Span[] = [];
  let lineStart = 0;
  for (const line of text.split('\n')) {
    spans.push(...splitLine(line, lineStart));
    lineStart += line.length + 1;
  }
  return spans;
}

function splitLine(line: string, offset: number): Span[] {
  const spans: Span[] = [];
  let start = 0;
  for (const { segment, index } of segmenter.segment(line)) {
    const end = index + segment.length;
    const last = end === line.length;
    if (!last && end - start < longestSentence && abbreviation.test(segment)) continue;
    spans.push(...trimmed(line, start, end, offset));
    start = end;
  }
  return spans;
}

function trimmed(line: string, from: number, to: number, offset: number): Span[] {
  let start = from;
  let end = to;
  while (start < end && line.charAt(start).trim() === '') start += 1;
  while (end > start && line.charAt(end - 1).trim() === '') end -= 1;
  return start === end ? [] : [{ start: offset + start, end: offset + end }];
}

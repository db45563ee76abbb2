import { foldText } from '../anchor/fold.ts';
import { hasWordEdges } from '../anchor/word-edges.ts';
import { negationsIn, wayOfLabel } from './number-sense.ts';
import { withoutEnd } from './quote-parts.ts';
import { isSameWords } from './same-words.ts';
import { otherMultiples } from './written-multiples.ts';
import { numbersIn } from './written-numbers.ts';
import { periodsIn } from './written-periods.ts';

/** Words that say nothing of what a passage says: small ones, and those that name a source. */
const small =
  /^(?:with|that|this|these|those|from|were|been|have|their|they|them|there|which|into|upon|also|such|then|when|while|where|than|here|both|each|what|whose|other|more|most|less|about|according|accordingly|annual|article|background|based|below|above|cited|citation|company|compare|details?|document|discussed|excerpt|filed|filing|form|full|further|information|letter|link|memo|note[ds]?|original|page|passage|presentation|press|quarterly|quote[ds]?|read|reading|refer|release|reports?|reported|said|says|section|slides?|source|states?|stated|table|text|transcript|yearly|bericht|bericht\p{L}*|dass|dazu|dem|dieser?|diese[ns]?|dokument|eine[nmrs]?|geschäftsbericht|gem(?:ä|ae)(?:ss|ß)|hier|laut|mehr|nach|oder|quartalsbericht|quelle|sagt|seite|sind|siehe|sowie|tabelle|unter|vergl\p{L}*|waren|wurde[n]?|zufolge)$/u;
/** Fewer words of its own only point to a passage: “See the report for Europe”. */
const fewestClaimed = 2;
/**
 * A sentence of at least so many words, such a share of which the passage has too, copies it with others in
 * between. With nearly all small words count as well, and so does what was left out in between.
 */
const copied = { fewest: 3, nearlyAll: 0.8, fewestOfLoose: 5, share: 0.6 };
/** What leads from words to their number, and around it. */
const connecting =
  /^(?:after|almost|already|amount|amounted|approximately|around|averaged?|before|came|compared|counted|during|earlier|ended|exactly|fiscal|itself|just|month|nearly|numbered|overall|per|period|posted|prior|quarter|reached|recorded|respectively|roughly|showed|since|some|stood|through|together|total|totall?ed|until|versus|week|year|beläuft|beliefen?|betrug|betrugen|etwa|fast|gegenüber|insgesamt|jahr|jahre[ns]?|knapp|monate?|quartal|rund|seit|während|zusammen)$/u;
/** Words of the same meaning, in the singular. */
const alike: readonly (readonly string[])[] = [
  ['sale', 'revenue', 'turnover', 'umsatz', 'umsätze', 'erlös', 'erlöse'],
  ['profit', 'income', 'earning', 'gewinn', 'ergebnis'],
  ['employee', 'staff', 'people', 'person', 'workforce', 'mitarbeiter', 'beschäftigte'],
  ['expense', 'cost', 'kosten', 'aufwand'],
  ['store', 'shop', 'filiale', 'filialen'],
  ['dividend', 'dividende'],
  ['margin', 'marge'],
];
/** Words that are named as those which only a reader can compare. */
const mostNamed = 8;

/**
 * Words of a sentence that is not quoted which a passage does not vouch for. Where no number of it can be
 * compared, they have to stand there as they are; else each of them has to stand there, or one that means the
 * same, and nothing is to differ where the sentence copies the passage, or to be denied in one of them only.
 *
 * @param around what surrounds the passage: title, heading, name of the file
 */
export function otherWords(sentence: string, passage: string, around: string): string[] {
  if (standsWhole(sentence, passage)) return [];
  const [said, there] = [contentOf(sentence), contentOf(passage)];
  const own = new Set(there.map(({ stem }) => stem));
  const known = new Set([...own, ...contentOf(around).map(({ stem }) => stem)]);
  const unlike = said.filter(({ stem }) => !known.has(stem)).map(({ text }) => text);
  const denied = negationsIn(sentence);
  const others = new Set(negationsIn(passage).length === 0 ? denied : []);
  for (const sign of otherSigns(sentence, passage)) others.add(sign);
  if (!hasNumbers(sentence)) {
    const isPointer = said.length < fewestClaimed && wayOfLabel(sentence) === null;
    if (isPointer && denied.length === 0)
      return [...others, ...otherInLine(sentence, `${passage} ${around}`)];
    const shared = said.filter(({ stem }) => own.has(stem)).map(({ text }) => text);
    return [...others, ...(unlike.length > 0 ? unlike : shared)].slice(0, mostNamed);
  }
  for (const text of otherCells(sentence, passage)) others.add(text);
  for (const text of otherInCopy(sentence, passage, known)) others.add(text);
  for (const text of otherFigures(sentence, passage)) others.add(text);
  for (const text of otherThanSaid(sentence, passage, known)) others.add(text);
  return [...others].slice(0, mostNamed);
}

/** Words beside the numbers of a sentence that the passage has neither, nor any of the same meaning. */
function otherThanSaid(sentence: string, passage: string, known: ReadonlySet<string>): string[] {
  let bare = sentence;
  for (const { from, to } of [...numbersIn(sentence), ...periodsIn(sentence)])
    bare = bare.slice(0, from) + ' '.repeat(to - from) + bare.slice(to);
  const ways = new Set(wordsOf(passage).map(({ text }) => wayOfLabel(text)));
  const isRow = passage.includes('|');
  const isSaid = ({ text, stem }: Word) => {
    const way = wayOfLabel(text);
    const others = alike.find((one) => one.includes(stem)) ?? [];
    // Of a figure in a row its sign says which way it went, and that is compared with it.
    return (
      known.has(stem) || others.some((one) => known.has(one)) || (way !== null && (isRow || ways.has(way)))
    );
  };
  const said = contentOf(bare).filter(({ stem }) => !connecting.test(stem));
  return said.filter((one) => !isSaid(one)).map(({ text }) => text);
}

/** What differs in a sentence that copies a passage: words, their order, what is left out or denied. */
function otherInCopy(sentence: string, passage: string, known: ReadonlySet<string>): string[] {
  const [said, there] = [wordsOf(sentence), wordsOf(passage)];
  const own = new Set(there.map(({ stem }) => stem));
  const had = said.filter(({ stem }) => own.has(stem));
  const share = had.length / said.length;
  const isCopy = said.length >= copied.fewest && share >= copied.nearlyAll;
  if (!isCopy && (said.length < copied.fewestOfLoose || share < copied.share)) return [];
  const unlike = said.filter(({ text, stem }) =>
    isCopy ? !own.has(stem) && !known.has(stem) : !known.has(stem) && !small.test(text.toLowerCase()),
  );
  const { moved, leftOut } = inOrder(had, there, !/[.!?]\s|\n/u.test(passage.trim()));
  const [here, over] = [negationsIn(sentence), negationsIn(passage)];
  const denied = here.length === 0 || (isCopy && here.length !== over.length) ? [...here, ...over] : [];
  return [...unlike.map(({ text }) => text), ...moved, ...(isCopy ? leftOut : []), ...denied];
}

/**
 * Figures of a copy that stand elsewhere in the passage than between the same words, and those that were left
 * out there. A figure that the passage has nowhere is not looked at: it may be rounded, and is compared.
 */
function otherFigures(sentence: string, passage: string): string[] {
  const words = wordsOf(sentence);
  const own = new Set(wordsOf(passage).map(({ stem }) => stem));
  const had = words.filter(({ stem }) => own.has(stem)).length;
  if (had < fewestClaimed || had < words.length * copied.nearlyAll || passage.includes('|')) return [];
  const [said, there] = [figuresByWords(sentence), figuresByWords(passage)];
  const all = new Set(there.flatMap(({ figures }) => figures));
  const others: string[] = [];
  let at = 0;
  for (const { stem, figures } of said) {
    const next = there.findIndex((one, index) => index >= at && one.stem === stem);
    if (next < 0) continue;
    const behind = there[next]?.figures ?? [];
    const isLast = said.at(-1)?.figures === figures;
    others.push(...figures.filter((figure, index) => figure !== behind[index] && all.has(figure)));
    if (!isLast) others.push(...behind.slice(figures.length));
    at = next + 1;
  }
  return others;
}

/**
 * The words of a text, each with the figures behind it, up to the next one; what stands before all has none.
 */
function figuresByWords(text: string): { readonly stem: string; readonly figures: string[] }[] {
  const found: { stem: string; figures: string[] }[] = [{ stem: '', figures: [] }];
  for (const { 0: token } of text.matchAll(wordOrFigure))
    if (/^\d/u.test(token)) found.at(-1)?.figures.push(token);
    else found.push({ stem: token.toLowerCase().replace(plural, ''), figures: [] });
  return found;
}

/**
 * Words of a line too short to claim something that are not there; one that says where to look may have them.
 */
function otherInLine(sentence: string, there: string): string[] {
  if (pointing.test(sentence)) return [];
  const own = new Set(there.toLowerCase().match(anyWord) ?? []);
  const words = sentence.match(anyWord) ?? [];
  return words
    .filter((word) => !own.has(word.toLowerCase()) && !tiny.test(word) && !small.test(word.toLowerCase()))
    .slice(0, mostNamed);
}

/** Boxes of a form, ticked or not, where a passage has none such beside the same words. */
function otherSigns(sentence: string, passage: string): string[] {
  const boxes = sentence.match(box) ?? [];
  const bare = (text: string) => foldText(text).folded.replace(besideBoxes, '');
  return boxes.length === 0 || bare(passage).includes(bare(sentence)) ? [] : boxes;
}

/**
 * Cells of a row that are none of a row of the table it is of, and those that were left out before and
 * between them: without them a figure stands in another column, or is of nothing.
 */
function otherCells(sentence: string, passage: string): string[] {
  if (!sentence.includes('|') || !passage.includes('|')) return [];
  const said = sentence
    .replace(emptied, ' ')
    .split('\n')
    .map(cellsOf)
    .filter(({ length }) => length > 0);
  const rows = passage.split('\n').map(cellsOf);
  return said.flatMap((cells) => {
    const each = rows.map((row) => differenceOf(cells, row));
    // The row that is most like it.
    return each.reduce((left, right) => (right.length < left.length ? right : left), each[0] ?? cells);
  });
}

const cellsOf = (row: string) =>
  row
    .split('|')
    .map((cell) => cell.trim())
    .filter((cell) => /[\p{L}\p{N}\p{Pd}]/u.test(cell));

function differenceOf(cells: readonly string[], row: readonly string[]): string[] {
  const folded = row.map(foldedCell);
  const others: string[] = [];
  let at = 0;
  for (const cell of cells) {
    const next = folded.indexOf(foldedCell(cell), at);
    if (next < 0) {
      others.push(cell);
      continue;
    }
    others.push(...row.slice(at, next));
    at = next + 1;
  }
  return others;
}

/**
 * Signs of money and shares stand in cells of their own in one table, and beside their figures in another.
 */
const foldedCell = (cell: string) =>
  /[\p{L}\p{N}]/u.test(cell) ? foldText(cell).folded.replace(/^-?\p{Sc}|[%)]$/gu, '') : '-';

/** Whether a sentence says something, and not only where to look. */
export function isClaim(sentence: string): boolean {
  const words = contentOf(sentence);
  // A title has capital letters throughout.
  return words.length >= fewestClaimed && words.some(({ text }) => /^\p{Ll}/u.test(text));
}

/**
 * Whether a sentence, or the row of a table, is a passage's own from its beginning on. Then it is as good as
 * quoted, also in the figures of a table that says elsewhere what it counts in.
 */
export function standsWhole(sentence: string, passage: string): boolean {
  const said = withoutEnd(sentence.replace(emptied, ' ').replace(/^[\s|]+|[\s|]+$/gu, ''));
  if (contentOf(said).length + numbersIn(said).length < fewestClaimed) return false;
  // Nothing in a cell is drawn as a dash, of which no letter is left.
  const [words, all] = passage.includes('|') ? [said, passage].map(withNothing) : [said, passage];
  return stands(words as string, all as string);
}

const withNothing = (text: string) =>
  text.replace(/(?<![\p{L}\p{N}])\p{Pd}(?![\p{L}\p{N}\p{Sc}(.])/gu, ' nothing ');

function stands(words: string, passage: string): boolean {
  const wanted = foldText(words).folded;
  const { folded, starts, endOf } = foldText(passage);
  for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, at + 1)) {
    const [from, to] = [starts[at] as number, endOf(at + wanted.length - 1)];
    const isBegun = /(?:^|\n|[.!?]["”’)\]]*\s)[\s|"“„(•-]*$/u.test(passage.slice(0, from));
    const rest = /^[^\n]*?(?=[.!?]\s|\n|$)/u.exec(passage.slice(to))?.[0] ?? '';
    const isApart = hasWordEdges(passage, from, to) && negationsIn(rest).length === 0;
    // A figure of a row goes on to the edge of its cell.
    const line = passage.slice(passage.lastIndexOf('\n', from) + 1, to);
    const isCell = !line.includes('|') || /^\s*(?:\||\n|$)/u.test(passage.slice(to));
    if (isBegun && isApart && isCell && isSameWords(passage.slice(from, to), words)) return true;
  }
  return false;
}

/** Brackets that stood around a link. */
const emptied = /[([][\s.,;:]*[)\]]/gu;

interface Word {
  readonly text: string;
  readonly stem: string;
}

/** Words, and years, whose order in a sentence says what is of which. */
const telling =
  /(?<!\p{L})(?:\p{L}[\p{L}\p{M}]{3,}|may|can)(?!\p{L})|(?<![\p{L}\p{N}.,$€£])(?:19|20)\d\d(?![\p{N}%]|[.,]\d)/giu;
const plural = /(?<=s|x|ch|sh)es$|(?<=[^s])s$/u;

const wordOrFigure = /\p{L}[\p{L}\p{M}]*|\d+(?:[.,]\d+)*/gu;
const box = /[\u2610-\u2612\u2713-\u2718]/gu;
const besideBoxes = /[^\p{L}\p{N}\u2610-\u2612\u2713-\u2718]/gu;
const anyWord = /[\p{L}\p{M}]{2,}/gu;
/** Words of so little weight that a line may have them of its own. */
const tiny =
  /^(?:an?|and|as|at|by|cf|for|from|in|its?|of|on|or|pp?|sec|the|to|am|auf|aus|bei|das|dem|den|der|des|die|im|ist|mit|nr|no|so|und|uns?|von|vor|zu[mr]?)$/iu;
/** What says that a line leads to a passage and claims nothing. */
const pointing =
  /(?<!\p{L})(?:see|cf|compare|read|refer|source[ds]?|cite[ds]?|also|siehe|vgl|vergl\p{L}*|quellen?|laut|dazu|hier|here)(?!\p{L})/iu;

/** Words that are part of a number. */
const ofNumbers =
  /^(?:hundred|thousand|million|billion|trillion|percent|cent|dollar|euro|millionen|milliarden?|prozent)s?$/u;

function wordsOf(text: string): Word[] {
  return [...text.matchAll(telling)].flatMap(({ 0: word }) => {
    const lower = word.toLowerCase();
    return ofNumbers.test(lower) ? [] : [{ text: word, stem: lower.replace(plural, '') }];
  });
}

const contentOf = (text: string) => wordsOf(text).filter((one) => !small.test(one.text.toLowerCase()));

const hasNumbers = (text: string) =>
  numbersIn(text).some(({ isYear }) => !isYear) || otherMultiples(text, '').length > 0;

/**
 * Words that a passage has in another order, and those between them that were left out.
 *
 * @param isFromStart what is left out at the beginning counts too
 */
function inOrder(
  words: readonly Word[],
  there: readonly Word[],
  isFromStart: boolean,
): { moved: string[]; leftOut: string[] } {
  let at = 0;
  const moved: string[] = [];
  const leftOut: string[] = [];
  for (const { stem, text } of words) {
    const next = there.findIndex((one, index) => index >= at && one.stem === stem);
    if (next < 0) moved.push(text);
    else {
      if (at > 0 || isFromStart) leftOut.push(...there.slice(at, next).map((one) => one.text));
      at = next + 1;
    }
  }
  return { moved, leftOut };
}

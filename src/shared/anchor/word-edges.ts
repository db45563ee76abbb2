/** What is drawn as nothing, and joins what it stands between. */
const unseen = '[\\u00ad\\u200b-\\u200f\\u2060\\ufeff]*';
/** Scripts that leave no space between words: any character may begin one. */
const unspaced = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u;
const letter = '[\\p{L}\\p{N}\\p{M}_]';
const hyphen = '[-\\u2010\\u2011]';
/** Signs that join what stands on both sides of them: `company's`, `non-GAAP`, `AT&T`, `and/or`. */
const joint = "[-\\u2010\\u2011'\\u2019&/@_]";
/** The same between digits: `1,138`, `26.0`, `2023–24`, `10:30`. */
const jointOfDigits = '[.,:\\u2012-\\u2014\\u2212]';

const whole = (pattern: string) => new RegExp(pattern, 'u');
/** What stands before and after a place: each pair says that it is within a word or a number. */
const within: readonly (readonly [before: RegExp, after: RegExp])[] = [
  [whole(`${letter}${joint}?$`), whole(`^${letter}`)],
  [whole(`${letter}$`), whole(`^${joint}${letter}`)],
  // A word that is broken at the end of a line.
  [whole(`\\p{L}${hyphen}[^\\S\\n]*\\n\\s*$`), /^\p{L}/u],
  [/\p{L}$/u, whole(`^${hyphen}[^\\S\\n]*\\n\\s*\\p{L}`)],
  [whole(`\\p{N}${jointOfDigits}$`), /^\p{N}/u],
  [/\p{N}$/u, whole(`^${jointOfDigits}\\p{N}`)],
  // An address, and letters with points; a sentence that follows another without a space begins anew.
  [/\p{L}\.$/u, /^\p{Ll}/u],
  [/\p{Lu}\.$/u, /^\p{Lu}/u],
  [/\p{L}$/u, /^\.\p{Ll}/u],
  [/\p{Lu}$/u, /^\.\p{Lu}/u],
  // A number without its sign, its currency or its unit is another one.
  [/[-\u2212+\p{Sc}.]$/u, /^[\p{N}\p{Sc}]/u],
  // In brackets of its own it is less than nothing; “(12 months)” is not.
  [/\($/u, /^\p{Sc}?\s?[\p{N}.,]{1,12}(?:\s?[)|]|$)/u],
  [/(?:^|[\s(])[\u2010-\u2015]$/u, /^[\p{N}\p{Sc}]/u],
  [/\p{Sc}[ \u00a0\u2009\u202f]$/u, /^\p{N}/u],
  [/\p{N}$/u, /^[ \u00a0\u2009\u202f]?(?:[%‰\p{Sc}]|\)\s*%)/u],
  [/\p{N}[ \u00a0\u2009\u202f]$/u, /^[%‰]/u],
  // Thousands apart by a space of their own, which is none that parts words.
  [/\p{N}[\u00a0\u2009\u202f]$/u, /^\p{N}{3}(?!\p{N})/u],
  [/\p{N}$/u, /^[\u00a0\u2009\u202f]\p{N}{3}(?!\p{N})/u],
  // An accent that is written apart.
  [/./u, /^\p{M}/u],
];
/** Most places that are none are told by this much. */
const isPlain = (code: number) =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);
/** Characters on both sides that decide. */
const looked = 16;
const withoutUnseen = new RegExp(unseen.slice(0, -1), 'gu');

const isDigit = (code: number) => code >= 48 && code <= 57;
/** White space that parts more than a space does. */
const isBreak = (code: number) => code === 10 || code === 13 || code === 9 || code === 0x2029;
const isSpace = (code: number) => code === 32 || isBreak(code);
const isAscii = (code: number) => code > 32 && code < 127;
const [lineFeed, dollar, bracket] = ['\n', '$', '('].map((sign) => sign.charCodeAt(0));

/**
 * Whether a place stands beside white space in plain text, where none of the pairs above can be: most do, and
 * two for each sentence are asked for.
 */
export function isPlainEdge(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1);
  const after = text.charCodeAt(at);
  if (isSpace(after)) {
    if (isDigit(before))
      return isBreak(after) || (isPlain(text.charCodeAt(at + 1)) && !isDigit(text.charCodeAt(at + 1)));
    return isAscii(before) && before !== bracket;
  }
  if (!isSpace(before) || !isPlain(after)) return false;
  let first = at - 1;
  // A word that is broken at the end of a line goes on after a line feed.
  while (isSpace(text.charCodeAt(first))) {
    if (text.charCodeAt(first) === lineFeed && !isDigit(after)) return false;
    first -= 1;
  }
  return first < 0 || (isAscii(text.charCodeAt(first)) && text.charCodeAt(first) !== dollar);
}

/** Whether a place of a text is not within a word or a number of it. */
export function isWordEdge(text: string, at: number): boolean {
  if (at <= 0 || at >= text.length) return true;
  if (isPlain(text.charCodeAt(at - 1)) && isPlain(text.charCodeAt(at))) return false;
  return isPlainEdge(text, at) || isEdgeByPairs(text, at);
}

/** The same by all pairs, whatever stands there. */
export function isEdgeByPairs(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - looked), at).replace(withoutUnseen, '');
  const after = text.slice(at, at + looked).replace(withoutUnseen, '');
  const beside = unspaced.test(before.slice(-1)) || unspaced.test(after.slice(0, 1));
  if (beside && !/^\p{M}/u.test(after)) return true;
  return !within.some(([left, right]) => left.test(before) && right.test(after));
}

/** How a range may differ from one that begins and ends with whole words. */
export interface OpenEnds {
  readonly start?: boolean;
  readonly end?: boolean;
}

/** Whether a range of a text begins and ends where words and numbers do. */
export function hasWordEdges(text: string, from: number, to: number, open: OpenEnds = {}): boolean {
  return (open.start === true || isWordEdge(text, from)) && (open.end === true || isWordEdge(text, to));
}

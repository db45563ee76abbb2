/** How tables and sections say what their figures are counted in: “(in millions, except per share)”. */
const stated =
  /\bin\s+(?:US\s?\$|U\.S\.\s|USD\s?|EUR\s?|GBP\s?|[$€£¥])?\s?(?:dollars?\s|euros?\s)?(thousands|millions|billions|tsd\.?|mio\.?|mrd\.?|tausend|millionen|milliarden)\b|[($€£¥]\s?(?:US\s?\$|[$€£¥])?\s?(?:in\s)?(thousands|millions|billions|000s?)\b|[$€£¥]\s?(mio|mrd|tsd)\b/giu;
const factors: readonly (readonly [begins: RegExp, factor: number])[] = [
  [/^(?:th|ts|ta|000)/i, 1e3],
  [/^mi(?:llionen|llions|o)/i, 1e6],
  [/^(?:b|mrd|milliarden)/i, 1e9],
];

/** What is counted otherwise, as in “in millions, except shares, which are in thousands”. */
const except = /\b(?:except|außer|ausgenommen|ohne)\b/iu;

/**
 * The scale that the last line of a text which states any states for the figures after it. Null where that
 * line has several, as a table with columns in thousands and in millions; undefined where no line states one.
 */
export function statedScale(text: string): number | null | undefined {
  const all = [...text.matchAll(stated)];
  const last = all.at(-1);
  if (last === undefined) return undefined;
  const lineAt = text.lastIndexOf('\n', last.index) + 1;
  const own = all.filter(({ index }) => index >= lineAt);
  const [first, ...others] = own.map((match) => factorOf(match));
  if (others.every((one) => one === first)) return first ?? null;
  const between = text.slice(own[0]?.index, own[1]?.index);
  return except.test(between) ? (first ?? null) : null;
}

/** The last line of a text that states a scale, which may say the currency as well; empty where none does. */
export function statingLine(text: string): string {
  const last = [...text.matchAll(stated)].at(-1);
  if (last === undefined) return '';
  const end = text.indexOf('\n', last.index);
  return text.slice(text.lastIndexOf('\n', last.index) + 1, end < 0 ? text.length : end);
}

function factorOf([, ...groups]: RegExpExecArray): number | null {
  const words = groups.find((one) => one !== undefined) ?? '';
  return factors.find(([begins]) => begins.test(words))?.[1] ?? null;
}

/** How tables and sections say what their figures are counted in: “(in millions, except per share)”. */
const stated =
  /\bin\s+(?:US\s?\$|U\.S\.\s|USD\s?|EUR\s?|GBP\s?|[$€£¥])?\s?(?:dollars?\s|euros?\s)?(thousands|millions|billions|tsd\.?|mio\.?|mrd\.?|tausend|millionen|milliarden)\b|[($€£¥]\s?(?:US\s?\$|[$€£¥])?\s?(?:in\s)?(thousands|millions|billions|000s?)\b|[$€£¥]\s?(mio|mrd|tsd)\b/giu;
const factors: readonly (readonly [begins: RegExp, factor: number])[] = [
  [/^(?:th|ts|ta|000)/i, 1e3],
  [/^mi(?:llionen|llions|o)/i, 1e6],
  [/^(?:b|mrd|milliarden)/i, 1e9],
];

/** The last scale that a text states for the figures after it; null where it states none. */
export function statedScale(text: string): number | null {
  const words = [...text.matchAll(stated)]
    .at(-1)
    ?.slice(1)
    .find((one) => one !== undefined);
  return words === undefined ? null : (factors.find(([begins]) => begins.test(words))?.[1] ?? null);
}

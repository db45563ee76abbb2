const gaps = String.raw`.,'’\u00a0\u2007\u2009\u202f `;
const halves: Readonly<Record<string, number>> = {
  '½': 1 / 2,
  '¼': 1 / 4,
  '¾': 3 / 4,
  '⅓': 1 / 3,
  '⅔': 2 / 3,
  '⅛': 1 / 8,
  '⅜': 3 / 8,
  '⅝': 5 / 8,
  '⅞': 7 / 8,
};
const halfSign = `[${Object.keys(halves).join('')}]`;
/** Digits in groups of a thousand, or as India groups them, or none; and fractions. */
export const figures =
  String.raw`(?:(?<![\p{L}\p{N}.])\.\d+|\d{1,3}(?<gap>[${gaps}])\d{3}(?:\k<gap>\d{3})*(?!\d)(?:[.,]\d+)?|` +
  String.raw`\d{1,2}(?:,\d{2})+,\d{3}(?!\d)(?:\.\d+)?|\d{1,2}\/\d{1,2}(?![\d\/])|\d+(?:[.,]\d+)?)` +
  String.raw`(?:\s?${halfSign}|\s\d\/\d{1,2}(?![\d\/]))?|${halfSign}`;

const english =
  /\b(?:the|of|and|was|were|by|from|to|per\s?cent|millions?|billions?|thousands|except|which|are|is|for|with)\b/iu;
const german = /\b(?:der|die|das|und|von|um|auf|wurde|war|prozent|mio|mrd|millionen|milliarden?|umsatz)\b/iu;

/** Figures that can be read in one way alone: 12.5, 1,234.5 and 1,234,567, or 12,5, 1.234,5 and 1.234.567. */
const decimalPoint = /(?<![\d.,])\d{1,3}(?:,\d{3})*\.\d{1,2}(?![\d.,]*\d)|\d,\d{3},\d{3}(?!\d)/u;
const decimalComma = /(?<![\d.,])\d{1,3}(?:\.\d{3})*,\d{1,2}(?![\d.,]*\d)|\d\.\d{3}\.\d{3}(?!\d)/u;

/** The sign before decimals, where the words around tell the language; null where they may be either. */
export function decimalSignOf(text: string): '.' | ',' | null {
  const [isPoint, isComma] = [decimalPoint, decimalComma].map((form) => form.test(text));
  if (isPoint !== isComma) return isPoint ? '.' : ',';
  const [isEnglish, isGerman] = [english.test(text), german.test(text)];
  return isEnglish === isGerman ? null : isEnglish ? '.' : ',';
}

const fraction = new RegExp(String.raw`\s?${halfSign}$|(?:^|\s)\d{1,2}\/\d{1,2}$`, 'u');

/** `1,234.5`, `1.234,5`, `1 234` and `12,5`; a single sign before three digits may be either. */
export function readingsOf(figure: string, decimal: '.' | ',' | null): { value: number; decimals: number }[] {
  const { 0: part = '', index: partAt } = fraction.exec(figure) ?? { index: figure.length };
  if (part !== '') {
    const [over, under] = part.trim().split('/').map(Number);
    const value = halves[part.trim()] ?? (over as number) / (under as number);
    const whole = partAt === 0 ? [{ value: 0 }] : readingsOf(figure.slice(0, partAt), decimal);
    return whole.map((one) => ({ value: one.value + value, decimals: 3 }));
  }
  const plain = figure.replace(/['’\u00a0\u2007\u2009\u202f ]/g, '').replace(/^\./u, '0.');
  const read = (sign: '.' | ',' | '') => {
    const group = sign === '' ? /[.,]/g : sign === '.' ? /,/g : /\./g;
    const text = plain.replace(group, '').replace(',', '.');
    return { value: Number(text), decimals: text.includes('.') ? text.length - text.indexOf('.') - 1 : 0 };
  };
  const marks = [...plain.matchAll(/[.,]/g)].map(([mark]) => mark as '.' | ',');
  const last = marks.at(-1);
  if (last === undefined) return [read('')];
  const tail = plain.length - plain.lastIndexOf(last) - 1;
  const isOne = marks.length === 1;
  if (!isOne) return [marks.every((mark) => mark === last) ? read('') : read(last)];
  const head = plain.indexOf(last);
  if (tail !== 3 || head > 3 || plain.startsWith('0')) return [read(last)];
  if (decimal !== null) return [last === decimal ? read(last) : read('')];
  return [read(''), read(last)];
}

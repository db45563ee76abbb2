/** A text without what only parts its words and cells, and where each of its units stands in it. */
export interface TableUnits {
  readonly units: string;
  /** Where each unit begins; one character after another, UTF-16. */
  readonly starts: readonly number[];
}

const parting = /[\s|\u00ad\u200b-\u200f\u2060\ufeff]/u;
const allParting = new RegExp(parting, 'gu');

export const unitsOf = (text: string): string => text.replaceAll(allParting, '');

export function tableUnits(text: string): TableUnits {
  const starts: number[] = [];
  let units = '';
  for (let at = 0; at < text.length; at++) {
    const unit = text[at] as string;
    if (parting.test(unit)) continue;
    units += unit;
    starts.push(at);
  }
  return { units, starts };
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const month = `(${months.map((name) => `${name}[a-z]*`).join('|')})\\.?`;
/** Ordinary separators within a date. */
const between = '[-_. ]';

type Reader = (match: RegExpExecArray) => readonly [number, number, number];

function monthNumber(name: string): number {
  return months.indexOf(name.slice(0, 3).toLowerCase()) + 1;
}

/** Last day of a quarter, the day its figures are as of. */
function quarterEnd(year: number, quarter: number): readonly [number, number, number] {
  return [year, quarter * 3, quarter === 1 || quarter === 4 ? 31 : 30];
}

const n = Number;

/**
 * Forms of a date in a name, the surer first. Day before month with dots, as in Europe; never guessed with
 * slashes.
 */
const forms: readonly (readonly [RegExp, Reader])[] = [
  [/(?<!\d)(\d{4})[-_.](\d{1,2})[-_.](\d{1,2})(?!\d)/, (m) => [n(m[1]), n(m[2]), n(m[3])]],
  [/(?<!\d)((?:19|20)\d\d)(\d\d)(\d\d)(?!\d)/, (m) => [n(m[1]), n(m[2]), n(m[3])]],
  [/(?<!\d)(\d{1,2})\.(\d{1,2})\.(\d{4})(?!\d)/, (m) => [n(m[3]), n(m[2]), n(m[1])]],
  [
    new RegExp(
      `(?<![a-z])${month}${between}*(\\d{1,2})(?:st|nd|rd|th)?,?${between}*((?:19|20)\\d\\d)(?!\\d)`,
      'i',
    ),
    (m) => [n(m[3]), monthNumber(m[1] ?? ''), n(m[2])],
  ],
  [
    new RegExp(
      `(?<!\\d)(\\d{1,2})(?:st|nd|rd|th)?${between}*${month}${between}*((?:19|20)\\d\\d)(?!\\d)`,
      'i',
    ),
    (m) => [n(m[3]), monthNumber(m[2] ?? ''), n(m[1])],
  ],
  [/(?<![a-z\d])Q([1-4])[-_. ]*(?:FY)?[-_. ]*((?:19|20)\d\d)(?!\d)/i, (m) => quarterEnd(n(m[2]), n(m[1]))],
  [/(?<!\d)((?:19|20)\d\d)[-_. ]*Q([1-4])(?![a-z\d])/i, (m) => quarterEnd(n(m[1]), n(m[2]))],
];

/**
 * The date a file name carries, as ISO 8601 at midnight UTC, or null. A quarter stands for its last day
 * (W17).
 */
export function dateInName(name: string): string | null {
  for (const [expression, read] of forms) {
    const match = expression.exec(name);
    const date = match && toIso(...read(match));
    if (date) return date;
  }
  return null;
}

/** Null for what is no day of a calendar, or no year a document could be of. */
function toIso(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists && year >= 1900 && year < 2100 ? date.toISOString() : null;
}

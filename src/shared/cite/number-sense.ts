import type { WrittenNumber } from './written-numbers.ts';

/** What is said of a number beside its value. */
export interface NumberSense {
  readonly way: 'up' | 'down' | null;
  /** It is what was risen or fallen by, or the loss itself, and not what was reached. */
  readonly isChange: boolean;
  /** It is the size of something that is less than nothing. */
  readonly isLoss: boolean;
  readonly isNegated: boolean;
  readonly bound: 'more' | 'less' | null;
  readonly role: 'from' | 'to' | null;
  /** What there is one of it for: “$5 per share”. */
  readonly per: string | null;
}

const losing = String.raw`loss|losses|los[et]s?|decreas\w*|declin\w*|fell|fall\w*|down(?:turn\w*)?|drop\w*|lower\w*|negative|minus|reduc\w*|outflow\w*|shr[aiu]nk\w*|slid\w*|slip\w*|tumbl\w*|plung\w*|plummet\w*|contract(?:ed|ing|ions?)|weaken\w*|dip(?:s|ped)?|s[aiu]nk\w*|deteriorat\w*|cuts?|cutting|erod\w*|deficit\w*|shortfall\w*|write-?downs?|impair\w*|verlust\w*|verlor\w*|r(?:ü|ue)ckgang\w*|gesunken|gefallen|fiel\w*|fällt|minder\w*|abfluss\w*|verringer\w*|senk\w*|einbruch|gesenkt|geschrumpft|schrumpf\w*`;
const gaining = String.raw`gain\w*|increas\w*|rose|ris(?:e[sn]?|ing)|grew|grow\w*|up|climb\w*|higher|improv\w*|positive|inflow\w*|jump\w*|surg\w*|soar\w*|advanc\w*|expan[ds]\w*|accelerat\w*|strengthen\w*|rall(?:y|ied)|added|adds|boost\w*|plus|gestiegen|stieg\w*|steig\w*|wuchs\w*|wächst|wachs\w*|gewachsen|zuwachs\w*|anstieg\w*|erhöh\w*|zugenommen|zunahme\w*|verbesser\w*`;
const ways = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:(?<down>${losing})|(?<up>${gaining}))(?![\p{L}\p{N}])`,
  'giu',
);
const eitherWay = new RegExp(String.raw`[(/]\s?\(?(?:${losing}|${gaining})(?!\p{L})`, 'iu');
const losses =
  /(?<!\p{L})(?:loss(?:es)?|deficits?|outflows?|shortfalls?|verluste?n?|abfl[uü]ss\w*)(?!\p{L})/iu;
/** What parts a sentence into what is said of one number and of another. */
const parting =
  /[;:|\n]|,\s|[.!?]\s|(?<!\p{L})(?:and|but|while|whereas|although|though|und|aber|während|obwohl)(?!\p{L})/giu;
/** Between a word of change and what it changed by: “fell by about 5%”. */
const small =
  /^(?:[\s\u00a0(~≈$€£|-]|\p{L}+ly(?!\p{L})|(?<!\p{L})(?:by|of|about|around|almost|some|an?|another|further|additional|just|more|less|fewer|than|over|under|at|least|most|um|rund|etwa|fast|ca|knapp|gut|nur|von|total)(?!\p{L}))*$/iu;
const reached =
  /(?<!\p{L})(?:to|from|at|as|than|with|auf|von|bei|mit|of)\s*(?:about|around|approximately|nearly|almost|rund|etwa|knapp)?\s*[$€£]?\s*$/iu;
const negation =
  /(?<!\p{L})(?:not(?!\s+only)|never|neither|nor|without|cannot|\p{L}+n['’]t|no(?!\s+(?:later|more|less|fewer)\s+than|\.?\s*\d)|nicht(?!\s+nur)|kein\p{L}*|nie|niemals|ohne|weder)(?!\p{L})/iu;
const negations = new RegExp(negation, 'giu');
/** Words of a text that deny something. */
export const negationsIn = (text: string): string[] => text.match(negations) ?? [];
const bounds: readonly (readonly ['more' | 'less', RegExp])[] = [
  [
    'less',
    /(?:less than|fewer than|under|below|at most|up to|(?:no|not) more than|lower than|<=?|≤|weniger als|unter|höchstens|maximal|bis zu)\s*[$€£¥]?\s*$/iu,
  ],
  [
    'more',
    /(?:more than|over|above|exceed(?:s|ed|ing)?|at least|in excess of|greater than|higher than|(?:no|not) (?:less|fewer) than|>=?|≥|mehr als|über|mindestens)\s*[$€£¥]?\s*$/iu,
  ],
];
const times = /^(?:year|month|quarter|week|day|jahr|monat|woche|tag)/u;
/** Characters on each side of a number in which something is said of it. */
const longestClause = 400;
/** Characters behind a number in which a word of change is of it: “5% year-over-year growth”. */
const nearBehind = 40;

const perOf = /^\s*per\s+(?:(?:diluted|basic|common|ordinary)\s+)*(\p{L}{3,})/iu;

/** What a sentence says of one of its numbers, by the words that are nearest to it. */
export function senseOf(text: string, number: WrittenNumber): NumberSense {
  const { from, to, unit, noun } = number;
  const clause = clauseOf(text, number);
  const before = text.slice(clause.from, from);
  const behind = text.slice(to, clause.to);
  const found = nearestWay(before, behind);
  const isShare = unit === 'percent' || unit === 'points' || unit === 'basis-points';
  const isTime = noun !== null && times.test(noun);
  const bound = isTime ? null : (bounds.find(([, words]) => words.test(before))?.[0] ?? null);
  const lead = before.replace(/[(\s$€£¥]+$/u, '');
  return {
    way: found?.way ?? null,
    isChange:
      found !== undefined &&
      (small.test(found.between) ||
        (found.isBehind
          ? isNearBehind(found.between)
          : isShare && !reached.test(before) && !/\d/u.test(found.between))),
    isLoss: losses.test(`${before} ${behind}`),
    isNegated: negation.test(`${before} ${behind}`),
    bound,
    role: /(?<!\p{L})(?:from|von)$/iu.test(lead)
      ? 'from'
      : /(?<!\p{L})(?:to|auf)$/iu.test(lead)
        ? 'to'
        : null,
    per: perOf.exec(behind)?.[1]?.toLowerCase() ?? null,
  };
}

const isNearBehind = (between: string) =>
  between.length <= nearBehind && !/\d|(?<!\p{L})(?:to|from|as|due|auf|von)(?!\p{L})/u.test(between);

interface FoundWay {
  readonly way: 'up' | 'down';
  readonly between: string;
  readonly isBehind: boolean;
}

function nearestWay(before: string, behind: string): FoundWay | undefined {
  const last = [...before.matchAll(ways)].at(-1);
  const [first] = behind.matchAll(ways);
  const wayOf = (match: RegExpExecArray) => (match.groups?.up === undefined ? 'down' : 'up');
  const ahead =
    last &&
    ({ way: wayOf(last), between: before.slice(last.index + last[0].length), isBehind: false } as const);
  const after =
    first && ({ way: wayOf(first), between: behind.slice(0, first.index), isBehind: true } as const);
  // “Increase it by 5 million as a result of the reduction” goes up.
  const isBy = /(?<!\p{L})(?:by|um)(?!\p{L})[^\d.]{0,20}$/iu.test(before);
  if (after !== undefined && ahead !== undefined && (isBy || !isNearBehind(after.between))) return ahead;
  if (ahead === undefined || after === undefined) return ahead ?? after;
  return after.between.length < ahead.between.length && !/\d/u.test(after.between) ? after : ahead;
}

/** Which way the words of a label say: “Decrease in sales”; null where they say none or both. */
export function wayOfLabel(label: string): NumberSense['way'] {
  // “Income (loss)”: which of them a figure is, its sign says.
  if (eitherWay.test(label)) return null;
  const found = new Set(
    [...label.matchAll(ways)].map(({ groups }) => (groups?.up === undefined ? 'down' : 'up')),
  );
  return found.size === 1 ? ([...found][0] ?? null) : null;
}

/** What is said around a number, up to where something else is said. */
export function clauseOf(
  text: string,
  { from, to }: Pick<WrittenNumber, 'from' | 'to'>,
): { readonly from: number; readonly to: number } {
  const begin = Math.max(0, from - longestClause);
  const last = Math.min(text.length, to + longestClause);
  let start = begin;
  for (const { index, 0: sign } of text.slice(begin, last).matchAll(parting)) {
    if (begin + index + sign.length <= from) start = begin + index + sign.length;
    else if (begin + index >= to) return { from: start, to: begin + index };
  }
  return { from: start, to: last };
}

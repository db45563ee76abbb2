/** Words of numbers below a hundred, each list in the order of its values. */
const english = {
  small:
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
  tens: 'twenty thirty forty fifty sixty seventy eighty ninety',
};
const german = {
  small:
    'null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn',
  tens: 'zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig',
};
const parts: Readonly<Record<string, number>> = { half: 2, third: 3, quarter: 4, fifth: 5, tenth: 10 };

function valuesOf({ small, tens }: typeof english): [word: string, value: number][] {
  return [
    ...small.split(' ').map((word, value): [string, number] => [word, value]),
    ...tens.split(' ').map((word, index): [string, number] => [word, (index + 2) * 10]),
  ];
}

const values = new Map([
  ...valuesOf(english),
  ...valuesOf(german),
  ['eine', 1],
  ['eins', 1],
  ['dreissig', 30],
]);
const oneOf = (words: string) => words.split(' ').toReversed().join('|');

const unit = oneOf(english.small.split(' ').slice(1, 10).join(' '));
const englishBelow = `(?:(?:${oneOf(english.tens)})(?:[\\s-](?:${unit})(?!\\p{L}))?|${oneOf(english.small)})`;
/** “two hundred and five”, “two thousand five hundred”; a thousand at its end is its scale. */
const englishWords =
  `(?:(?:(?:${englishBelow}|an?)[\\s-]hundred(?:[\\s-](?:and[\\s-])?${englishBelow}(?!\\p{L}))?|${englishBelow})` +
  `[\\s-]thousand[\\s,-]{1,2}(?:and[\\s-])?)?` +
  `(?:(?:${englishBelow}|an?)[\\s-](?:hundred|dozen)(?!\\p{L})(?:[\\s-](?:and[\\s-])?${englishBelow}(?!\\p{L}))?|${englishBelow}(?!\\p{L}))` +
  `(?:[\\s-](?:and[\\s-]a[\\s-]half|(?:halves|half|thirds?|quarters?|fifths?|tenths?))(?!\\p{L}))?`;
const germanUnit = oneOf(german.small.split(' ').slice(1, 10).join(' '));
const germanTens = `(?:${oneOf(german.tens)}|dreissig)`;
const germanBelow = `(?:(?:${germanUnit})und${germanTens}|${germanTens}|eins|${oneOf(german.small)})`;
const germanHundreds = `(?:(?:${germanUnit})?hundert(?:und)?(?:${germanBelow})?|${germanBelow})`;
const germanWords = `(?:${germanHundreds}?tausend${germanHundreds}|${germanHundreds}|eine)(?!\\p{L})`;

/** Numbers in words, of English and German. */
export const numberWords = `(?:${englishWords}|${germanWords})`;

/** What a number in words says; undefined for anything else. */
export function valueOfWords(words: string): number | undefined {
  const plain = words.toLowerCase();
  if (/^\d/u.test(plain)) return undefined;
  return ofGerman(plain) ?? ofEnglish(plain);
}

function ofEnglish(text: string): number | undefined {
  let sum = 0;
  let open = 0;
  for (const word of text.split(/[\s,-]+/u)) {
    const value = values.get(word);
    const part = parts[word === 'halves' ? 'half' : word.replace(/s$/u, '')];
    if (value !== undefined) open += value;
    else if (word === 'hundred') open = (open || 1) * 100;
    else if (word === 'dozen') open = (open || 1) * 12;
    else if (word === 'thousand') {
      sum += (open || 1) * 1_000;
      open = 0;
    } else if (part !== undefined) open = / a[\s-]half$/u.test(text) ? open + 0.5 : open / part;
    else if (word !== 'and' && word !== 'a' && word !== 'an') return undefined;
  }
  return sum + open;
}

function ofGerman(text: string): number | undefined {
  const known = values.get(text);
  if (known !== undefined) return known;
  for (const [word, factor] of [
    ['tausend', 1_000],
    ['hundert', 100],
  ] as const) {
    const at = text.indexOf(word);
    if (at < 0) continue;
    const head = at === 0 ? 1 : ofGerman(text.slice(0, at));
    const rest = text.slice(at + word.length).replace(/^und/u, '');
    const tail = rest === '' ? 0 : ofGerman(rest);
    return head === undefined || tail === undefined ? undefined : head * factor + tail;
  }
  const [, one = '', tens = ''] = /^(.+?)und(.+)$/u.exec(text) ?? [];
  const [low, high] = [values.get(one), values.get(tens)];
  return low === undefined || high === undefined ? undefined : low + high;
}

import { expect, test } from 'vitest';
import { numberWords, valueOfWords } from './number-words.ts';

const whole = new RegExp(`^${numberWords}$`, 'iu');

test.each([
  ['thirteen', 13],
  ['twenty-five', 25],
  ['twenty five', 25],
  ['one hundred', 100],
  ['a hundred', 100],
  ['two hundred and five', 205],
  ['Two hundred fifty-one', 251],
  ['two thousand five hundred', 2500],
  ['one hundred twenty-five thousand and six', 125_006],
  ['two dozen', 24],
  ['two-thirds', 2 / 3],
  ['one half', 0.5],
  ['two and a half', 2.5],
  ['dreizehn', 13],
  ['einundzwanzig', 21],
  ['zweihundertfünfzig', 250],
  ['hundert', 100],
  ['fünftausenddreihundert', 5300],
  ['tausendeins', 1001],
  ['achtundvierzig', 48],
])('%s is %d', (words, value) => {
  expect(words).toMatch(whole);
  expect(valueOfWords(words)).toBeCloseTo(value, 9);
});

test.each(['often', 'seventh', 'twenty-fold', 'tent', 'elfte', 'achten', 'and', 'a'])(
  '%s is none',
  (words) => {
    expect(words).not.toMatch(whole);
  },
);

import { expect, test } from 'vitest';
import { TapeScanner } from '#shared/annotated/tape/scan.ts';
import { searchText } from './find-text.ts';

/** The texts around each hit of a search for whole words in a JSON string. */
function found(json: string, text: string): number {
  const scanner = new TapeScanner(0);
  scanner.push(new TextEncoder().encode(json));
  const search = searchText(scanner.finish(), { text, within: 'values', wholeWords: true });
  while (!search.run(100));
  return search.count;
}

test.each([
  ['Arm', ['Arm and arms, harm; ARM.'], 2],
  ['Arm', ['\nArm\tArm"Arm'], 3],
  ['Arm', ['éArm Armé 中Arm Arm中'], 0],
  ['Arm', ['Arm\u0301 is another word, Arm\u00a0is not'], 1],
  ['cost of', ['cost of, cost often, a cost of'], 2],
  ['10', ['10 110 10% 1,10 10.5'], 4],
  ['(a', ['f(a) f(ab)'], 1],
  ['n', ['\\n a\\n n'], 3],
])('"%s" in %j is found as a whole word %i times', (text, values, count) => {
  expect(found(JSON.stringify(values), text)).toBe(count);
});

test('an escape beside a word is the character it stands for', () => {
  expect(found('["\\u0041rm Arm\\u0020 \\u00e9Arm Arm\\u00e9 \\\\u0041Arm \\\\Arm"]', 'Arm')).toBe(3);
});

import { expect, test } from 'vitest';
import { english, german } from '../testing/voices.ts';
import { printable } from './format.ts';

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1.0 kB'],
  [9960, '10 kB'],
  [999_499, '999 kB'],
  [999_500, '1.0 MB'],
  [2_669_081, '2.7 MB'],
  [5e15, '5000 TB'],
])('%d bytes read %s', (bytes, text) => {
  expect(english.bytes(bytes)).toBe(text);
});

test.each([
  [0.04, '0 s'],
  [1.25, '1.3 s'],
  [59.4, '59 s'],
  [59.6, '1 min'],
  [185, '3 min 05 s'],
  [600, '10 min'],
  [7200, '2 h'],
  [7800, '2 h 10 min'],
  [259_200, '3 days'],
])('%d seconds read %s', (seconds, text) => {
  expect(english.seconds(seconds)).toBe(text);
});

test('numbers are written as the language does', () => {
  expect([english.count(1030), german.count(1030)]).toEqual(['1,030', '1.030']);
  expect([german.bytes(2_669_081), german.rate(1000), german.seconds(1.25)]).toEqual([
    '2,7 MB',
    '1,0 kB/s',
    '1,3 s',
  ]);
  expect(german.seconds(259_200)).toBe('3 Tage');
});

test('names from outside cannot steer the terminal', () => {
  expect(printable('a\u001b[2Jb\nc\td\u202ee\u009b')).toBe('a\\x1b[2Jb\\nc\\td\\u202ee\\x9b');
  expect(printable('Ünïcode 会社.pdf')).toBe('Ünïcode 会社.pdf');
  // Persian and a family need these.
  expect(printable('می\u200cخواهم 👨\u200d👩')).toBe('می\u200cخواهم 👨\u200d👩');
});

test.each(['200b', '200e', '200f', '061c', 'feff', '180e', '2060'])(
  'a name with the invisible U+%s does not look like the one without',
  (code) => {
    expect(printable(`re${String.fromCodePoint(Number.parseInt(code, 16))}port.pdf`)).toBe(
      `re\\u${code.replace(/^0/, '')}port.pdf`,
    );
  },
);

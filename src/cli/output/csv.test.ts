import { expect, test } from 'vitest';
import { csvLine } from './csv.ts';

test('quotes what must be quoted and leaves the rest alone', () => {
  expect(csvLine(['plain', 'a,b', 'say "x"', 'two\nlines', 12, true, null])).toBe(
    'plain,"a,b","say ""x""","two\nlines",12,true,\r\n',
  );
});

test('a name that a spreadsheet would run is made a text', () => {
  expect(csvLine(['=HYPERLINK("x")', '+1', '@a', '-2', -2])).toBe(
    '"\'=HYPERLINK(""x"")",\'+1,\'@a,\'-2,-2\r\n',
  );
});

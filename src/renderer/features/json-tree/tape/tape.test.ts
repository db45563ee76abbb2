import { describe, expect, test } from 'vitest';
import { byteOfCharacter, searchText } from './find-text.ts';
import { PathProblem, queryPath } from './json-path.ts';
import { nodeAtPath, pathOf } from '#shared/annotated/tape/path.ts';
import {
  countOf,
  kindOf,
  numberOf,
  rawBytes,
  shortText,
  stringOf,
  parsedValue,
} from '#shared/annotated/tape/read.ts';
import { scanText, TapeScanner } from '#shared/annotated/tape/scan.ts';
import { JsonProblem, type Tape } from '#shared/annotated/tape/tape.ts';

const sample = String.raw`{"a":1,"b":[true,null,{"c":"d\"e","k\u0041":-1.5e3}],"empty":{},"none":[], "ä": "größer 😀\n\\"}`;

function scanInPieces(text: string, length: number): Tape {
  const bytes = new TextEncoder().encode(text);
  const scanner = new TapeScanner();
  for (let at = 0; at < bytes.length; at += length) scanner.push(bytes.subarray(at, at + length));
  return scanner.finish();
}

function problem(text: string): JsonProblem {
  try {
    scanText(text);
  } catch (error) {
    if (error instanceof JsonProblem) return error;
  }
  throw new Error(`${text} was taken`);
}

describe('scanning', () => {
  test('gives what JSON.parse gives, however the bytes are cut', () => {
    for (let length = 1; length < 20; length++) {
      const tape = scanInPieces(sample, length);
      expect(parsedValue(tape, 0)).toEqual(JSON.parse(sample));
      const values = Array.from({ length: tape.size }, (_, node) => [
        pathOf(tape, node),
        parsedValue(tape, node),
      ]);
      for (const [path, value] of values) {
        expect(nodeAtPath(tape, path as string)).toBe(values.findIndex(([one]) => one === path));
        expect(queryPath(tape, path as string, 1000).nodes).toHaveLength(1);
        expect(value).toEqual(parsedValue(tape, queryPath(tape, path as string, 1000).nodes[0] as number));
      }
    }
  });

  test.each([
    '1',
    '-0.5',
    '"x"',
    'null',
    'true',
    '[]',
    '{}',
    '  [1, 2]  ',
    '\uFEFF{"a":1}',
    '1e5',
    '[[],[[]]]',
  ])('takes %j', (text) => {
    const tape = scanText(text);
    expect(parsedValue(tape, 0)).toEqual(JSON.parse(text.replace('\uFEFF', '')));
    expect(scanInPieces(text, 1).size).toBe(tape.size);
  });

  test.each([
    ['', 'empty', 0],
    ['  ', 'empty', 2],
    ['{', 'ends', 1],
    ['[1,', 'ends', 3],
    ['[1,]', 'value', 3],
    ['{"a" 1}', 'colon', 5],
    ['{"a":1,}', 'key', 7],
    ['{a:1}', 'key', 1],
    ['[1 2]', 'comma', 3],
    ['"abc', 'string', 0],
    ['"a\nb"', 'control', 2],
    ['"\\x"', 'escape', 1],
    ['"\\u12g4"', 'escape', 1],
    ['01', 'number', 0],
    ['[1.]', 'number', 1],
    ['-', 'number', 0],
    ['tru', 'ends', 3],
    ['nul!', 'value', 0],
    ['{} x', 'more', 3],
    ['{}\n{}', 'lines', 3],
    ['\u0000', 'value', 0],
  ])('%j is refused: %s at %i', (text, name, offset) => {
    expect([problem(text).problem, problem(text).offset]).toEqual([name, offset]);
    expect(() => scanInPieces(text, 1)).toThrow(JsonProblem);
  });

  test('a problem is told with its line, column and surroundings', () => {
    const { line, column, excerpt } = problem('{\n  "ä": 1,\n  "größe": oops\n}');
    expect([line, column, excerpt]).toEqual([3, 12, '  "größe": oops']);
  });

  test('depth has no limit, and a long string arrives in pieces without being read twice', () => {
    const depth = 200_000;
    const deep = scanText('['.repeat(depth) + ']'.repeat(depth));
    expect([deep.size, rawBytes(deep, 0).length, rawBytes(deep, depth - 1).length]).toEqual([
      depth,
      2 * depth,
      2,
    ]);
    const long = scanInPieces(JSON.stringify(['x"y'.repeat(300_000)]), 1000);
    expect(stringOf(long, 1)).toBe('x"y'.repeat(300_000));
  });
});

describe('reading', () => {
  test('numbers keep their digits, strings are cut between characters and escapes', () => {
    const tape = scanText(
      JSON.stringify({ big: '12345678901234567890', text: 'ä\n"😀x'.repeat(50) }).replace(
        '"12345678901234567890"',
        '12345678901234567890',
      ),
    );
    expect(shortText(tape, 1, 100).text).toBe('12345678901234567890');
    const whole = 'ä\n"😀x'.repeat(50);
    for (let most = 20; most < 60; most++) {
      const { text, isCut } = shortText(tape, 2, most);
      expect([whole.startsWith(text), isCut, text.length > 5]).toEqual([true, true, true]);
    }
    expect(numberOf(scanText('-12.5e1'), 0)).toBe(-125);
    expect(numberOf(scanText('-12'), 0)).toBe(-12);
    expect(numberOf(scanText('"1"'), 0)).toBeNull();
  });

  test('cutting a text looks at no byte beyond it, however far away the next escape is', () => {
    const tape = scanText(JSON.stringify(['x'.repeat(1000), 'y'.repeat(2_000_000)]));
    const begun = process.cpuUsage();
    for (let time = 0; time < 3000; time++) expect(shortText(tape, 1, 240).isCut).toBe(true);
    const { user, system } = process.cpuUsage(begun);
    expect((user + system) / 1000).toBeLessThan(1000);
  });

  test('counts, kinds and paths', () => {
    const tape = scanText(sample);
    const at = (path: string) => nodeAtPath(tape, path) ?? -1;
    expect(countOf(tape, 0)).toBe(5);
    expect(kindOf(tape, at('$.b[2]'))).toBe('object');
    expect(pathOf(tape, at('$["b"][2][\'c\']'))).toBe('$.b[2].c');
    expect(nodeAtPath(tape, '$.b[9]')).toBeNull();
    expect(nodeAtPath(tape, '$..c')).toBeNull();
  });
});

function found(text: string, needle: string, within: 'all' | 'keys' | 'values' = 'all'): string[] {
  const tape = scanText(text);
  const search = searchText(tape, { text: needle, within });
  while (!search.run(1));
  return [...search.offsets].map((offset) =>
    new TextDecoder().decode(tape.bytes.subarray(offset, offset + 4)),
  );
}

describe('search', () => {
  test('finds in keys and values, in any case, and nothing between them', () => {
    const text = '{"Name":"the name of NAMES","x":["a,b"],"n":1234}';
    expect(found(text, 'name')).toEqual(['Name', 'name', 'NAME']);
    expect(found(text, 'name', 'keys')).toEqual(['Name']);
    expect(found(text, 'name', 'values')).toEqual(['name', 'NAME']);
    expect(found(text, ',')).toEqual([',b"]']);
    expect(found(text, '23')).toEqual(['234}']);
    expect(found(text, ':')).toEqual([]);
    expect(found(text, '"')).toEqual([]);
    expect(found(text, 'absent')).toEqual([]);
  });

  test('escapes hide nothing and invent nothing', () => {
    expect(found(String.raw`["foo\name"]`, 'name')).toEqual([]);
    expect(found(String.raw`["foo\\name"]`, 'name')).toEqual(['name']);
    expect(found(String.raw`["M\u00fcnchen", "MÜNCHEN", "m\u0065"]`, 'münchen')).toHaveLength(2);
    expect(found(String.raw`["a \"quote\" b"]`, '"quote"')).toHaveLength(1);
    expect(found(String.raw`["line\nbreak"]`, 'line\nbreak')).toHaveLength(1);
    expect(found('["рыба", "РЫБА", "ры€"]', 'Рыба')).toHaveLength(2);
    expect(found(String.raw`{"k\u0065y":1}`, 'key')).toHaveLength(1);
  });

  test('very many hits in one long string take no longer than many strings', () => {
    const tape = scanText(JSON.stringify({ long: 'x'.repeat(2_000_000) }));
    const search = searchText(tape, { text: 'xx', within: 'all' });
    expect(search.run(10_000)).toBe(true);
    expect([search.count, search.isCut]).toEqual([1_000_000, false]);
  });

  test('characters and bytes', () => {
    const tape = scanText(String.raw`"ä\n😀\u0041z"`);
    expect([0, 1, 2, 4, 5].map((at) => byteOfCharacter(tape.bytes, 1, at))).toEqual([1, 3, 5, 9, 15]);
  });
});

describe('JSONPath', () => {
  const tape = scanText(
    JSON.stringify({
      items: [
        { name: 'a', score: 1, tags: ['x'] },
        { name: 'b', score: 5 },
        { name: 'c', score: 9, tags: ['y', 'x'] },
      ],
      least: 4,
    }),
  );
  const paths = (query: string) => queryPath(tape, query, 5000).nodes.map((node) => pathOf(tape, node));

  test.each([
    ['$', ['$']],
    ['$.items[-1].name', ['$.items[2].name']],
    ['$.items[::-2].name', ['$.items[2].name', '$.items[0].name']],
    ['$.items[1:].score', ['$.items[1].score', '$.items[2].score']],
    ['$..tags[0]', ['$.items[0].tags[0]', '$.items[2].tags[0]']],
    ['$.items[?@.score > 3].name', ['$.items[1].name', '$.items[2].name']],
    ['$.items[?@.score > $.least && @.tags].name', ['$.items[2].name']],
    ["$.items[?search(@.name, '[ab]')].score", ['$.items[0].score', '$.items[1].score']],
    ["$['items'][0, 1]['name']", ['$.items[0].name', '$.items[1].name']],
    ['$.absent', []],
  ])('%s', (query, expected) => {
    expect(paths(query)).toEqual(expected);
  });

  test.each([
    ['(a|a)*b', []],
    ['(a*)*(a*)*(a*)*b', []],
    ['a{1,1000}', []],
    ['a.*[.]', []],
    ['[aA]+', ['$.s']],
    ['(a|a)*', ['$.s']],
    ['(?=a)', []],
  ])('an expression in a filter is answered at once: %s', (pattern, expected) => {
    const long = scanText(JSON.stringify({ s: 'a'.repeat(50_000) }));
    const begun = process.cpuUsage();
    const found = queryPath(long, `$[?match(@, '${pattern}')]`, 60_000);
    const { user, system } = process.cpuUsage(begun);
    expect(found.nodes.map((node) => pathOf(long, node))).toEqual(expected);
    expect((user + system) / 1000).toBeLessThan(5000);
  });

  test('a dot takes everything but the end of a line', () => {
    const lines = scanText(JSON.stringify(['a\nb', 'a\rb', 'a.b', 'axb', 'a😀b']));
    const found = (pattern: string) => queryPath(lines, `$[?match(@, '${pattern}')]`, 1000).nodes.length;
    expect([found('a.b'), found('a[.]b'), found('a\\\\.b')]).toEqual([3, 1, 1]);
  });

  test('a query that is none is refused with a reason; a long one is given up', () => {
    expect(() => queryPath(tape, '$.items[', 1000)).toThrow(PathProblem);
    expect(() => queryPath(tape, 'items', 1000)).toThrow(PathProblem);
    const large = scanText(JSON.stringify(Array.from({ length: 20_000 }, (_, index) => index)));
    expect(queryPath(large, '$..*', -1).isCut).toBe(true);
  });
});

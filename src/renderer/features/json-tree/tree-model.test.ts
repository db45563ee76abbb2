import { expect, test } from 'vitest';
import { scanText } from '#shared/annotated/tape/scan.ts';
import { createTreeModel } from './tree-model.ts';

const paths = (model: ReturnType<typeof createTreeModel>) =>
  model.rows(0, 1000).rows.map(({ node }) => model.details(node, 0).path);

test('lines follow what is open, at any depth', () => {
  const model = createTreeModel(scanText('{"a":{"b":[1,{"c":2}]},"d":[]}'));
  expect(paths(model)).toEqual(['$', '$.a', '$.d']);
  const place = model.reveal(model.nodeAtPath('$.a.b[1].c') as number);
  expect(paths(model)).toEqual(['$', '$.a', '$.a.b', '$.a.b[0]', '$.a.b[1]', '$.a.b[1].c', '$.d']);
  expect(place.row).toBe(5);
  model.expand(1, false);
  expect(paths(model)).toEqual(['$', '$.a', '$.d']);
  model.expand(1, true);
  expect(paths(model)).toHaveLength(7);
  expect(model.expandAll(0, false).total).toBe(3);
  expect(model.expandAll(0, true).total).toBe(7);
});

test('what is closed into another line opens nothing there, and its line is that of what is around it', () => {
  const model = createTreeModel(scanText('{"a":{"b":{"c":1}}}'));
  const [a, b] = ['$.a', '$.a.b'].map((path) => model.nodeAtPath(path) as number) as [number, number];
  model.expandAll(0, true);
  model.expand(a, false);
  expect(model.lineOf(b)).toEqual({ node: a, row: 1, total: 2 });
  model.expand(b, false);
  expect(model.expand(b, true).total).toBe(2);
  expect(model.expandAll(b, true).total).toBe(2);
  model.expand(a, true);
  expect(paths(model)).toEqual(['$', '$.a', '$.a.b', '$.a.b.c']);
  expect(model.lineOf(b)).toEqual({ node: b, row: 2, total: 4 });
});

test('a very deep document opens and closes without recursion', () => {
  const depth = 10_000;
  const model = createTreeModel(scanText(`${'{"a":['.repeat(depth)}1${']}'.repeat(depth)}`));
  expect(model.expandAll(0, true).total).toBe(2 * depth + 1);
  const [last] = model.rows(2 * depth, 2 * depth + 1).rows;
  expect([last?.text, last?.depth]).toEqual(['1', 2 * depth]);
  expect(model.details(last?.node ?? 0, 10).path.length).toBe(1 + depth * 5);
  expect(model.copyText(0, 1000)).toBeNull();
  expect(model.rows(model.reveal(last?.node ?? 0).row, 1e6).rows).toHaveLength(1);
});

test('values are copied as indented JSON, with every digit', () => {
  const text = '{"a":[1.0,12345678901234567890,{"b":{}}],"c":"x\\"y","d":[],"e":{"f":null}}';
  const model = createTreeModel(scanText(text));
  const copied = model.copyText(0, 10_000) ?? '';
  expect(JSON.stringify(JSON.parse(copied), null, 2)).toBe(JSON.stringify(JSON.parse(text), null, 2));
  expect(copied.replaceAll(/\s/g, '')).toBe(text);
  expect(copied).toBe(
    JSON.stringify(JSON.parse(text.replace('1.0', '1').replace('12345678901234567890', '2')), null, 2)
      .replace('1,', '1.0,')
      .replace('    2,', '    12345678901234567890,'),
  );
  expect(model.copyText(model.nodeAtPath('$.c') as number, 100)).toBe('x"y');
});

test('hits are nodes, each once', async () => {
  const model = createTreeModel(scanText('{"name":"name name","x":["NAME"]}'));
  const found = await model.find({ kind: 'text', text: 'name', within: 'all' }, 1000);
  expect(found).toMatchObject({ count: 2, isDone: true, isCut: false, problem: null });
  expect(model.hit(1)?.row).toBe(3);
  expect(model.hit(2)).toBeNull();
  expect(model.rows(0, 9).rows.map(({ isHit }) => isHit)).toEqual([false, true, false, true]);
  expect((await model.find({ kind: 'path', path: '$[' }, 1000)).problem).not.toBeNull();
  expect((await model.find(null, 1000)).count).toBe(0);
});

test('a path whose code comes after another search began finds nothing any more', async () => {
  const model = createTreeModel(scanText('{"name":"name name","x":["NAME"]}'));
  const path = model.find({ kind: 'path', path: '$.x' }, 1000);
  const text = model.find({ kind: 'text', text: 'name', within: 'all' }, 1000);
  expect([(await path).count, (await text).count]).toEqual([2, 2]);
  expect(model.hit(0)?.row).toBe(1);
});

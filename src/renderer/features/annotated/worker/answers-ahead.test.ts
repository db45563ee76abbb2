import { expect, test } from 'vitest';
import type { Place } from '../model/types.ts';
import { AnswersAhead } from './answers-ahead.ts';

const place: Place = {
  node: 7,
  path: '$.content.body[2]',
  block: 2,
  start: 3,
  end: 9,
  entity: -1,
  entityKey: null,
  event: -1,
};
const range = { block: 2, start: 3, end: 9 };

function open() {
  return new AnswersAhead((method, input) => `${method} ${JSON.stringify(input)}`);
}

test('what panes asked for once comes with each place, and nothing else does', () => {
  const ahead = open();
  expect(ahead.after('locate', place)).toEqual([]);
  ahead.note('tree.show', [1, 120]);
  ahead.note('tree.rows', [0, 40]);
  ahead.note('inOriginal', [{ block: 0, start: 0, end: 1 }]);
  const answers = [
    { method: 'tree.show', input: [7, 120], value: 'tree.show [7,120]' },
    { method: 'inOriginal', input: [range], value: `inOriginal ${JSON.stringify([range])}` },
  ];
  expect(ahead.after('locate', place)).toEqual(answers);
  expect(ahead.after('found', place)).toEqual(answers);
  expect(ahead.after('atOriginal', { place, kind: 'exact' })).toEqual(answers);
  expect(ahead.after('blocks', place)).toEqual([]);
  expect(ahead.after('step', null)).toEqual([]);
});

test('a place that is in no block and no line asks for nothing', () => {
  const ahead = open();
  ahead.note('tree.show', [1, 120]);
  ahead.note('inOriginal', [range]);
  expect(ahead.after('locate', { ...place, node: -1, block: -1 })).toEqual([]);
});

test('what nobody asked for is not found again until somebody asks', () => {
  const ahead = open();
  ahead.note('tree.details', [1, 2_000]);
  ahead.forget(['tree.details']);
  expect(ahead.after('locate', place)).toEqual([]);
  ahead.note('tree.details', [1, 500]);
  expect(ahead.after('locate', place)).toEqual([
    { method: 'tree.details', input: [7, 500], value: 'tree.details [7,500]' },
  ]);
});

test('what cannot be answered takes nothing from the place', () => {
  const ahead = new AnswersAhead((method) => {
    if (method === 'inOriginal') throw new Error('no original');
    return 'lines';
  });
  ahead.note('inOriginal', [range]);
  ahead.note('tree.show', [1, 120]);
  expect(ahead.after('locate', place)).toEqual([{ method: 'tree.show', input: [7, 120], value: 'lines' }]);
});

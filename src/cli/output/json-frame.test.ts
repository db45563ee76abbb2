import { expect, test } from 'vitest';
import type { Failure } from './frame-schema.ts';
import { answerSchema, eventSchema, frameVersion } from './frame-schema.ts';
import { createJsonFrame } from './json-frame.ts';

const failure: Failure = { code: 'USAGE', message: 'a', next: 'b', remedy: 'c' };
const time = '2026-01-31T12:00:00.000Z';

function setUp() {
  const written: unknown[] = [];
  const frame = createJsonFrame({ write: (value) => written.push(value), now: () => Date.parse(time) });
  return { frame, written };
}

test('O9: an answer is one line at the end, with its page and what was remarked before and after', () => {
  const { frame, written } = setUp();
  frame.remark({ message: 'before' });
  frame.answer([1], { total: 3, next: { offset: 1 } });
  frame.remark({ message: 'after', code: 'x' });
  expect(written).toEqual([]);
  frame.end();
  frame.end(failure);
  expect(written).toEqual([
    {
      version: frameVersion,
      data: [1],
      page: { total: 3, next: { offset: 1 } },
      remarks: [{ message: 'before' }, { message: 'after', code: 'x' }],
    },
  ]);
  expect(written.map((value) => answerSchema.parse(value))).toEqual(written);
});

test('O9: a command that answers nothing says so, and one that wrote a file there says only failures', () => {
  const { frame, written } = setUp();
  frame.answer(undefined);
  frame.end();
  expect(written).toEqual([{ version: 1, data: null }]);
  const nothing = setUp();
  nothing.frame.remark({ message: 'Nothing was done.' });
  nothing.frame.end();
  expect(nothing.written).toEqual([{ version: 1, remarks: [{ message: 'Nothing was done.' }] }]);
  const other = setUp();
  other.frame.remark({ message: 'beside a file on stdout' });
  other.frame.giveWay();
  other.frame.end();
  expect(other.written).toEqual([]);
  const broken = setUp();
  broken.frame.giveWay();
  broken.frame.end(failure);
  expect(broken.written).toEqual([{ version: 1, error: failure }]);
});

test('O9: what failed after its answer was known says both', () => {
  const { frame, written } = setUp();
  frame.answer({ id: 1 });
  frame.end(failure);
  expect(written).toEqual([{ version: 1, data: { id: 1 }, error: failure }]);
  const nothing = setUp();
  nothing.frame.end(failure);
  expect(nothing.written).toEqual([{ version: 1, error: failure }]);
});

test('O9: of a command that tells events, each line has its time, remarks and the failure too', () => {
  const { frame, written } = setUp();
  frame.remark({ message: 'before' });
  frame.event('started', { folders: [] });
  frame.remark({ message: 'between' });
  frame.end(failure);
  expect(written).toEqual([
    { version: 1, time, event: 'remark', data: { message: 'before' } },
    { version: 1, time, event: 'started', data: { folders: [] } },
    { version: 1, time, event: 'remark', data: { message: 'between' } },
    { version: 1, time, event: 'error', error: failure },
  ]);
  expect(written.map((value) => eventSchema.parse(value))).toEqual(written);
});

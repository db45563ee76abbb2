import { expect, test } from 'vitest';
import { statements } from './statements.ts';

const most = Number.MAX_SAFE_INTEGER;
const by = { agent: 'a', name: 'ANNA' };
const minute = 60_000;

test.each([
  ['claim', { kind: 'held', by, lookAgainMs: most }, { lookAgainMs: minute }],
  ['take', { kind: 'held', by: null, waitMs: most }, { waitMs: minute }],
  ['recall', { kind: 'wait', waitMs: most }, { waitMs: minute }],
  [
    'exchange',
    { kind: 'granted', granted: 0, waitMs: most, heldMs: most, head: '1', paused: null },
    { waitMs: minute, heldMs: 60 * minute },
  ],
] as const)(
  'whatever the database says, nothing waits for longer than is sensible: %s',
  (name, said, heard) => {
    expect(statements[name].answer.parse(said)).toMatchObject(heard);
  },
);

test('a date that a time from the database is added to or taken from remains one', () => {
  const answer = { kind: 'answer', answer: '', ageMs: most };
  const { ageMs } = statements.recall.answer.parse(answer) as { ageMs: number };
  expect(Number.isNaN(new Date(Date.now() - ageMs).getTime())).toBe(false);
});

test('a number of millions of digits is not read', () => {
  const feed = { team: 't', head: '9'.repeat(3_000_000), entries: [] };
  expect(statements.feed.answer.safeParse(feed).success).toBe(false);
  expect(statements.feed.answer.parse({ ...feed, head: '9223372036854775807' })).toMatchObject({
    head: 9_223_372_036_854_775_807n,
  });
});

import { expect, test } from 'vitest';
import { z } from 'zod';
import { rule } from './rule.ts';
import { saidIssue } from './said-issue.ts';
import { speakEnglish } from './speak-english.ts';

const thing = z.strictObject({
  text: z.string().min(1).max(3).optional(),
  word: z.string().min(2).optional(),
  list: z.array(z.number()).min(2).max(3).optional(),
  one: z.array(z.number()).max(1).optional(),
  count: z.int().min(5).max(9).optional(),
  above: z.number().gt(0).lt(1).optional(),
  kind: z.enum(['a', 'b']).optional(),
  only: z.literal('x').optional(),
  address: z.url().optional(),
  id: z.uuid().optional(),
  day: z.iso.date().optional(),
  code: z.string().regex(/^x/).optional(),
  either: z.union([z.string(), z.number()]).optional(),
  own: z
    .string()
    .refine((text) => text === 'mine', rule('tag-name'))
    .optional(),
  must: z.object({ be: z.boolean() }).optional(),
});

test.each([
  [{ text: '' }, 'text is required.'],
  [{ text: 'long' }, 'text has at most 3 characters.'],
  [{ word: 'w' }, 'word has at least 2 characters.'],
  [{ list: [1] }, 'list has at least 2 entries.'],
  [{ list: [1, 2, 3, 4] }, 'list has at most 3 entries.'],
  [{ one: [1, 2] }, 'one has at most 1 entry.'],
  [{ list: [1, 'b'] }, 'list.1 is not a number.'],
  [{ count: 4 }, 'count is at least 5.'],
  [{ count: 10 }, 'count is at most 9.'],
  [{ count: 5.5 }, 'count is not a whole number.'],
  [{ above: 0 }, 'above is more than 0.'],
  [{ above: 1 }, 'above is less than 1.'],
  [{ kind: 'c' }, 'kind is one of: a, b.'],
  [{ only: 'y' }, 'only is one of: x.'],
  [{ address: 'nowhere' }, 'address is not an address.'],
  [{ id: 'x' }, 'id is not a UUID.'],
  [{ day: 'today' }, 'day is not a date as YYYY-MM-DD.'],
  [{ code: 'y' }, 'code is not written as it has to be.'],
  [{ either: true }, 'either is not as it has to be.'],
  [{ own: 'yours' }, 'A tag needs a name.'],
  [{ must: {} }, 'must.be is required.'],
  [{ must: 'x' }, 'must is not an object.'],
  [{ odd: 1 }, 'thing has nothing called odd.'],
  [[], 'thing is not an object.'],
  [undefined, 'thing is required.'],
])('%j: %s', (input, sentence) => {
  const [issue] = thing.safeParse(input).error?.issues ?? [];
  expect(issue && speakEnglish(saidIssue(issue, 'thing'))).toBe(sentence);
});

import { expect, test } from 'vitest';
import { inEnglish } from '../sentences/english.ts';
import { explain, explainCall } from './explain.ts';

const { say } = inEnglish;

test('a call without an answer is not said to be tried again, and one in doubt not advised to be', () => {
  const inDoubt = explainCall(say, { code: 'SERVICE_FAILED', maybeDone: true });
  expect([inDoubt.next, inDoubt.remedy]).toEqual(['', say('error.called.maybeDone')]);
  const known = explainCall(say, { code: 'SERVICE_FAILED', maybeDone: false });
  expect([known.next, known.remedy]).toEqual(['', say('error.SERVICE_FAILED.remedy')]);
});

test('what the service refused is explained as ever', () => {
  const call = { code: 'NOT_FOUND', maybeDone: false } as const;
  expect(explainCall(say, call)).toEqual(explain(say, 'NOT_FOUND'));
});

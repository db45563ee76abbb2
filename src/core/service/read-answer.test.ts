import { expect, test } from 'vitest';
import { z } from 'zod';
import { readAnswer } from './read-answer.ts';

const nested = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
const read = (status: number, body: string) =>
  readAnswer({ status, headers: {}, body }, { kind: 'read', schema: z.unknown(), secrets: [] });

test('an answer that nests without end is a bad answer, and no accident of ours', () => {
  expect(read(200, nested)).toMatchObject({
    ok: false,
    failure: { error: { code: 'BAD_ANSWER', detail: 'nested too deeply' }, disposition: 'retry' },
  });
  expect(read(200, `{"id":1,"more":${nested}}`)).toMatchObject({ ok: false });
  expect(read(500, nested)).toMatchObject({ ok: false, failure: { error: { code: 'SERVICE_FAILED' } } });
});

import { expect, test } from 'vitest';
import { createFakeHost, Refusal } from '../../testing/fake-host.ts';
import { createCall } from './call.ts';
import { CallError } from './call-error.ts';

test('a good answer is its value, a failure is thrown with its code', async () => {
  const { host } = createFakeHost({
    'tags.create': () => {
      throw new Refusal('NOT_PERMITTED', 'The service does not allow this with your key.');
    },
  });
  const call = createCall(host);
  expect(await call('tags.list', {})).toEqual([{ id: 'T1', name: 'Energy' }]);
  const failure = await call('tags.create', { name: 'x' }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(CallError);
  expect(failure).toMatchObject({
    code: 'NOT_PERMITTED',
    message: expect.stringContaining('does not allow'),
  });
});

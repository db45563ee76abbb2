import { expect, test } from 'vitest';
import { transportFailure } from './transport-failure.ts';

test('without free file descriptors no connection is made, which is not the network', () => {
  const error = Object.assign(new Error('connect EMFILE'), { code: 'EMFILE' });
  const { failure } = transportFailure(error, { connection: 'connecting', sent: false });
  expect(failure).toMatchObject({
    disposition: 'offline',
    concerns: 'profile',
    error: { code: 'TOO_MANY_FILES', maybeDone: false },
  });
});

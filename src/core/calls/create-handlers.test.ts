import { expect, test } from 'vitest';
import type { CoreContext, ServiceContext } from '../engine/core-context.ts';
import { createHandlers } from './create-handlers.ts';

test('an area of calls that could not be loaded is loaded anew by the next call, and then kept', async () => {
  const failure = new Error('too many open files');
  const services = { settings: { get: () => ({ profiles: [], activeProfileId: null }) } };
  const answers = [() => Promise.reject(failure), async () => services as unknown as ServiceContext];
  const context = { withServices: () => answers.shift()?.() } as unknown as CoreContext;
  const calls = createHandlers(() => context);
  await expect(calls['tags.list']({})).rejects.toBe(failure);
  for (const _again of [1, 2]) await expect(calls['tags.list']({})).rejects.toMatchObject({ code: 'USAGE' });
});

import { expect, test } from 'vitest';
import type { Configuration } from '#shared/configuration/configuration.ts';
import type { Answer, CallOptions } from '../service/answer.ts';
import { createTurnedClock } from '../service/testing/turned-clock.ts';
import { checkTags } from './configured-tags.ts';

test('services that accept and never answer keep an agent from its start for 20 seconds, however many they are', async () => {
  const clock = createTurnedClock();
  const names = ['silent', 'answers', 'silent too'];
  const list =
    (profile: string) =>
    (_tag: string, { signal }: CallOptions) =>
      profile === 'answers'
        ? Promise.resolve({ ok: true, value: [{ id: 't', name: 'one' }] } as unknown as Answer<never>)
        : new Promise<never>((_, reject) => {
            signal?.addEventListener('abort', () => reject(signal.reason));
          });
  const context = {
    settings: { get: () => ({ profiles: names.map((name) => ({ name })) }) },
    withServices: async () => ({
      clock,
      serviceOf: ({ name }: { name: string }) => ({ client: { tags: { list: list(name) } } }),
    }),
  };
  const profiles = names.map((name) => ({ name, tags: ['one', 'two'] }));
  let found: Awaited<ReturnType<typeof checkTags>> | undefined;
  void checkTags(context as never, { profiles } as unknown as Configuration, 'look').then((tags) => {
    found = tags;
  });
  await clock.turn(19_999);
  expect(found).toBeUndefined();
  await clock.turn(1);
  expect(found?.changes).toEqual([{ action: 'add', kind: 'tag', name: 'two', profile: 'answers' }]);
  expect(found?.unfinished.map(({ profile, name, code }) => [profile, name, code])).toEqual([
    ['silent', 'one', 'TIMED_OUT'],
    ['silent too', 'one', 'TIMED_OUT'],
  ]);
  expect(clock.timers()).toBe(0);
});

import { QueryObserver } from '@tanstack/react-query';
import { expect, onTestFinished, test } from 'vitest';
import { askAgain } from './ask-again.ts';
import { createQueryClient } from './queries.ts';

const queryKey = ['uploads.list', {}];

/** A list on screen whose answers the test gives, in order. */
function onScreen() {
  const client = createQueryClient(() => undefined);
  const asked: PromiseWithResolvers<number>[] = [];
  const queryFn = () => {
    const answer = Promise.withResolvers<number>();
    asked.push(answer);
    return answer.promise;
  };
  const observer = new QueryObserver<number>(client, { queryKey, queryFn });
  const leave = observer.subscribe(() => undefined);
  onTestFinished(() => {
    leave();
    client.clear();
  });
  return { client, asked, leave, shown: () => observer.getCurrentResult().data };
}

test.each([
  ['came', (first: PromiseWithResolvers<number>) => first.resolve(0)],
  ['failed', (first: PromiseWithResolvers<number>) => first.reject(new Error('no'))],
])('what changed while the first answer was under way is asked for once it %s', async (_how, end) => {
  const { client, asked, shown } = onScreen();
  askAgain(client, { queryKey: ['uploads.list'] });
  expect(asked).toHaveLength(1);
  end(asked[0] as PromiseWithResolvers<number>);
  await expect.poll(() => asked).toHaveLength(2);
  asked[1]?.resolve(1);
  await expect.poll(shown).toBe(1);
  expect(asked).toHaveLength(2);
});

test('what has an answer is asked for at once, and what is under way does not count', async () => {
  const { client, asked, shown } = onScreen();
  asked[0]?.resolve(0);
  await expect.poll(shown).toBe(0);
  askAgain(client);
  askAgain(client);
  expect(asked).toHaveLength(3);
  asked[2]?.resolve(2);
  await expect.poll(shown).toBe(2);
  asked[1]?.resolve(1);
  await Promise.resolve();
  expect([shown(), asked.length]).toEqual([2, 3]);
});

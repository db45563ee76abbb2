import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../ledger/database.ts';
import { createSqliteLedger } from '../ledger/sqlite-ledger.ts';
import { answered, type CallOptions } from '../service/answer.ts';
import type { TagsArea } from '../service/tags.ts';
import { createTurnedClock } from '../service/testing/turned-clock.ts';
import { lookUpTag } from './look-up-tag.ts';

/** A service without tags, whose request to make one gets its turn so often before it goes. */
function service(turns: number, between: () => void = () => undefined) {
  const clock = createTurnedClock();
  const ledger = createSqliteLedger(openDatabase(':memory:'), clock.now);
  onTestFinished(() => ledger.close());
  let made = 0;
  const tags = {
    list: async () => answered([]),
    async create(name: string, { beforeSending }: CallOptions) {
      for (let turn = 1; turn <= turns; turn++) {
        if (turn > 1) between();
        await beforeSending?.();
      }
      made += 1;
      return answered({ id: 'tag-1', name });
    },
  } as unknown as TagsArea;
  const context = { profileId: 'p', tags, ledger, clock };
  return { context, ledger, made: () => made };
}

test('a request that gets its turn twice makes its tag without waiting for itself', async () => {
  const { context, made } = service(2);
  const looked = await lookUpTag(context, 'Banks', true, { priority: 'fresh' });
  expect(looked).toEqual(answered({ id: 'tag-1', name: 'Banks', isNew: true }));
  expect(made()).toBe(1);
});

test('a tag that somebody made between two turns is not made again', async () => {
  const { context, ledger, made } = service(2, () =>
    ledger.tags.remember('p', 'Banks', { id: 'tag-2', name: 'Banks' }),
  );
  const looked = await lookUpTag(context, 'Banks', true, { priority: 'fresh' });
  expect(looked).toMatchObject(answered({ id: 'tag-2', name: 'Banks' }));
  expect(made()).toBe(0);
});

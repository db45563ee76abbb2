import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { answered } from '../service/answer.ts';
import type { ServiceClient } from '../service/client.ts';
import { documentRecordSchema } from '../service/schemas/document.ts';
import { contentIdOf } from '../service/testing/content-id.ts';
import { createTurns } from '../service/turns.ts';
import { changeTags } from './change-tags.ts';

/** A service with one document; a write that holds the tag `slow` arrives only when it is let. */
function serviceWith(...first: string[]) {
  let tags = first;
  let letArrive: () => void = () => undefined;
  const arrives = new Promise<void>((resolve) => {
    letArrive = resolve;
  });
  const get = vi.fn(async () => answered({ id: 'A', tags: tags.map((id) => ({ id })) }));
  const update = vi.fn(async (_id: string, change: { tags: string[] }) => {
    if (change.tags.includes('slow')) await arrives;
    tags = change.tags;
    return answered(null);
  });
  const client = { documents: { get, update }, tagTurns: createTurns() } as unknown as ServiceClient;
  return { client, get, update, letArrive, tags: () => tags };
}

test('two changes of our own at once lose none: a write that waited rests on what was written meanwhile', async () => {
  const { client, get, update, letArrive, tags } = serviceWith('old');
  const slow = changeTags(client, contentIdOf('A'), { add: ['slow'], remove: [] }, { priority: 'backlog' });
  await expect.poll(() => update).toHaveBeenCalledTimes(1);
  const quick = changeTags(
    client,
    contentIdOf('A'),
    { add: ['quick'], remove: ['old'] },
    { priority: 'person' },
  );
  await expect.poll(() => get).toHaveBeenCalledTimes(2);
  for (let turn = 0; turn < 10; turn += 1) await turnOfTheLoop();
  letArrive();
  await Promise.all([slow, quick]);
  expect(tags().toSorted()).toEqual(['quick', 'slow']);
});

test('tags of which one cannot be read are not replaced', async () => {
  const { client, get, update } = serviceWith();
  const record = documentRecordSchema.parse({
    id: contentIdOf('A'),
    tags: [{ id: '0b7e62d1-8a3f-4c52-9d1e-2f6a7c8b9d01', name: 'old' }, { name: 'without an id' }],
  });
  get.mockResolvedValue(answered(record) as never);
  const change = changeTags(client, contentIdOf('A'), { add: ['new'], remove: [] }, { priority: 'person' });
  await expect(change).rejects.toMatchObject({ code: 'BAD_ANSWER' });
  expect(update).not.toHaveBeenCalled();
});

test('a change alone costs a read, a write and a read, and one that changes nothing a read', async () => {
  const { client, get, update, tags } = serviceWith('old');
  await changeTags(client, contentIdOf('A'), { add: ['new'], remove: ['old'] }, { priority: 'person' });
  expect([get.mock.calls.length, update.mock.calls.length, tags()]).toEqual([2, 1, ['new']]);
  await changeTags(client, contentIdOf('A'), { add: ['new'], remove: [] }, { priority: 'person' });
  expect([get.mock.calls.length, update.mock.calls.length]).toEqual([3, 1]);
});

import { expect, test } from 'vitest';
import type { ContentId } from '#shared/ids/ids.ts';
import { createClock } from '../ports/clock.ts';
import { type CollectLost, collectLost } from './collect-lost.ts';

const [mine, theirs, nobodys] = ['mine', 'theirs', 'nobodys'] as ContentId[] as [
  ContentId,
  ContentId,
  ContentId,
];

/** A service that holds three documents without telling their sizes, to a machine that sent one of them. */
function machine(told: ReadonlySet<ContentId> | 'unreachable') {
  const known = new Map<ContentId, number | null>();
  const asked: ContentId[] = [];
  const options = {
    profileId: 'p',
    clock: createClock(),
    signal: new AbortController().signal,
    scope: async () => 'scope',
    team: { toldByOthers: async () => told },
    ledger: {
      slots: { isOurs: (id: ContentId) => id === mine },
      facts: { get: () => undefined, set: () => undefined },
      known: {
        addMany: (_: string, documents: readonly { contentId: ContentId; size: number | null }[]) => {
          for (const { contentId, size } of documents) known.set(contentId, size);
        },
        listWithoutSize: () =>
          [...known].filter(([, size]) => size === null).map(([contentId]) => ({ contentId })),
        remove: (_: string, contentId: ContentId) => known.delete(contentId),
        setSizeAndHash: (_: string, contentId: ContentId, size: number) => known.set(contentId, size),
      },
    },
    client: {
      documents: {
        listAvailable: () => 'yes',
        list: async () => ({
          ok: true,
          value: [mine, theirs, nobodys].map((id) => ({ id, status: 'completed' })),
        }),
        get: async (id: ContentId) => {
          asked.push(id);
          return { ok: true, value: { id, status: 'completed', raw_size: 7 } };
        },
      },
    },
  } as unknown as CollectLost;
  return { options, known, asked };
}

test('only what no other machine answers for is looked at one by one', async () => {
  const { options, known, asked } = machine(new Set([theirs]));
  expect(await collectLost(options, 1000)).toBe(true);
  expect(asked).toEqual([nobodys]);
  expect([...known]).toEqual([[nobodys, 7]]);
});

test('all is looked at where the team cannot be asked', async () => {
  const { options, known, asked } = machine('unreachable');
  expect(await collectLost(options, 1000)).toBe(true);
  expect(asked).toEqual([theirs, nobodys]);
  expect(known.size).toBe(2);
});

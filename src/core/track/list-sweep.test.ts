import { expect, test } from 'vitest';
import type { UploadRow } from '../ledger/upload-row.ts';
import { answered } from '../service/answer.ts';
import type { ServiceClient } from '../service/client.ts';
import type { DocumentRecord, ListQuery } from '../service/schemas/document.ts';
import { createTurnedClock } from '../service/testing/turned-clock.ts';
import { sweepList } from './list-sweep.ts';

test('the first answer may tell the time of the service: the list is requested again from there', async () => {
  const clock = createTurnedClock();
  const hours = 3_600_000;
  const from: string[] = [];
  let ahead = 0;
  const created = new Date(clock.now() - 60 * hours).toISOString();
  const client = {
    documents: {
      async listHeard({ from_date: date = '' }: ListQuery) {
        from.push(date);
        ahead = 60 * hours;
        return answered(created >= date ? [{ id: 'A', created_at: created } as DocumentRecord] : []);
      },
      clockAhead: () => ahead,
      listAvailable: () => 'yes',
    },
  } as unknown as ServiceClient;
  const sweep = await sweepList({
    client,
    clock,
    due: [{ contentId: 'A', landedAt: clock.now() } as UploadRow],
    pages: 1,
    maxAgeMs: 0,
    signal: new AbortController().signal,
    apply: () => undefined,
  });
  expect(sweep).toMatchObject({ kind: 'done', seen: new Set(['A']) });
  expect(from).toHaveLength(2);
});

import { expect, test } from 'vitest';
import { silentLogger } from '#core/ports/logger.ts';
import { createRedactor } from '#core/public/redactor.ts';
import { finishUploads, summarize } from './finish-uploads.ts';
import { createOutput } from './output/output.ts';
import type { QueueSession } from './queue-session.ts';
import { anUpload, fakeCore } from './testing/fake-core.ts';
import { fakeEnvironment } from './testing/fake-environment.ts';

test.each([
  ['alone', { paused: true }],
  ['with its watch folder', { folderId: 'inbox' }],
])('an upload that is paused %s is not waited for, and counts as waiting', async (_how, held) => {
  const rows = [anUpload(1, 'completed'), anUpload(2, 'queued', held)];
  const core = fakeCore({
    'settings.get': () => ({ settings: { folders: [{ id: 'inbox', paused: true }] } }),
    'uploads.list': ({ filter }: { filter: { ids: number[] } }) => {
      const found = rows.filter(({ id }) => filter.ids.includes(id));
      return { total: found.length, rows: found };
    },
    'uploads.counts': ({ filter }: { filter: { ids: number[] } }) =>
      Object.fromEntries(rows.filter(({ id }) => filter.ids.includes(id)).map(({ state }) => [state, 1])),
    'agent.status': () => ({ paused: false, health: { findings: [] } }),
  });
  const { environment } = fakeEnvironment();
  const output = createOutput(environment, { json: true, redactor: createRedactor() });
  const session = { core, calls: core.calls, environment, output, logger: silentLogger, handedOver: null };
  const finished = await finishUploads(session as unknown as QueueSession, [1, 2], true);
  expect(finished).toMatchObject({ outcome: 'partial', summary: { completed: 1, waiting: 1 } });
});

test('T-14: what is withdrawn before it is sent again is not counted as sent', () => {
  const before = { size: 4, landedAt: 1_000 };
  expect(summarize([anUpload(1, 'cancelling', before)])).toMatchObject({ uploads: 1, waiting: 1, bytes: 0 });
  expect(summarize([anUpload(1, 'processing', before)])).toMatchObject({ processing: 1, bytes: 4 });
  expect(summarize([anUpload(1, 'cancelled', before)])).toMatchObject({ failed: 1, bytes: 0 });
  expect(summarize([anUpload(1, 'queued', before)])).toMatchObject({ waiting: 1, bytes: 0 });
});

test('a duplicate whose bytes are not at the service yet counts as the upload that has them', () => {
  const duplicate = anUpload(2, 'duplicate', { duplicateOf: 1 });
  const with1 = (...rest: [Parameters<typeof anUpload>[1], { landedAt: number | null }?]) =>
    summarize([duplicate], [anUpload(1, ...rest)]);
  expect(with1('queued')).toMatchObject({ duplicates: 0, waiting: 1, failed: 0 });
  expect(with1('attention', { landedAt: null })).toMatchObject({ duplicates: 0, waiting: 0, failed: 1 });
  expect(with1('attention', { landedAt: 1_000 })).toMatchObject({ duplicates: 1, failed: 0 });
  expect(with1('completed')).toMatchObject({ duplicates: 1, waiting: 0, failed: 0 });
  expect(summarize([duplicate])).toMatchObject({ duplicates: 1 });
});

import { expect, test } from 'vitest';
import { silentLogger } from '#core/ports/logger.ts';
import type { Upload } from '#shared/uploads/upload.ts';
import { followActivity } from './activity.ts';
import { anUpload, fakeCore } from './testing/fake-core.ts';

function setUp() {
  const uploads = new Map<number, Upload>();
  const steps: string[] = [];
  const core = fakeCore({
    'uploads.list': ({ filter: { ids } }: { filter: { ids: number[] } }) => {
      const rows = ids.map((id) => uploads.get(id)).filter((row) => row !== undefined);
      return { total: rows.length, rows };
    },
  });
  const activity = followActivity({
    core,
    logger: silentLogger,
    onStep: ({ id }, phase) => steps.push(`${id} ${phase}`),
  });
  const put = (...rows: Upload[]) => {
    for (const row of rows) uploads.set(row.id, row);
    core.emit(rows.map(({ id }) => id));
  };
  return { activity, core, put, steps };
}
const soon = { updatedAt: Date.now() + 1000, landedAt: Date.now() + 1000 };

test('each step is told once, however often an upload changes, and counted at the end', async () => {
  const { activity, put, steps, core } = setUp();
  put(anUpload(1, 'putting'), anUpload(2, 'processing', soon));
  put(anUpload(2, 'processing', soon), anUpload(3, 'attention', { updatedAt: soon.updatedAt }));
  await activity.stop();
  expect(steps).toEqual(['2 uploaded', '3 attention']);
  expect(activity.summary()).toMatchObject({ uploaded: 1, completed: 0, failed: 1, bytes: 1000 });
  // A burst is one question.
  expect(core.made).toHaveLength(1);
});

test('what was retried with success is no failure of the run', async () => {
  const { activity, put, steps } = setUp();
  put(anUpload(1, 'attention', { updatedAt: soon.updatedAt }));
  await expect.poll(() => steps).toHaveLength(1);
  put(anUpload(1, 'completed', soon));
  await activity.stop();
  expect(steps).toEqual(['1 attention', '1 completed']);
  expect(activity.summary()).toMatchObject({ uploaded: 1, completed: 1, failed: 0 });
});

test('what was done before the run is not told', async () => {
  const { activity, put, steps } = setUp();
  const before = { updatedAt: 1000, landedAt: 1000, finishedAt: 1000 };
  put(anUpload(1, 'completed', before));
  await activity.stop();
  expect([steps, activity.summary().uploaded]).toEqual([[], 0]);
});

test('an upload that ended because its file was replaced or deleted, or a person wanted it, needs nobody', async () => {
  const { activity, put } = setUp();
  put(anUpload(1, 'cancelled', { updatedAt: soon.updatedAt, detail: 'replaced by a newer version' }));
  await activity.stop();
  expect(activity.summary()).toMatchObject({ uploaded: 0, failed: 0 });
});

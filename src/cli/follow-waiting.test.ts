import { expect, test } from 'vitest';
import { silentLogger } from '#core/ports/logger.ts';
import { watchFolderSchema } from '#shared/settings/watch-folder.ts';
import { defaultSettings } from '#shared/settings/settings.ts';
import { followWaiting, type WaitingFile } from './follow-waiting.ts';
import { fakeCore } from './testing/fake-core.ts';

const folder = watchFolderSchema.parse({ id: 'f1', path: '/in', profileId: 'p1' });
const file = (id: number, reason: string): WaitingFile => ({
  id,
  path: `${id}.pdf`,
  size: 1,
  since: 0,
  place: 'inProgress',
  reason,
  state: null,
  uploadId: null,
  dueAt: null,
});

/** Follows a core whose folder holds what `rows` says at the time; what was told, after each change. */
function setUp() {
  const changed: ((payload: { folderId: string }) => void)[] = [];
  const told: string[] = [];
  let rows: WaitingFile[] = [];
  let total = 0;
  const core = fakeCore({
    'settings.get': () => ({ settings: { ...defaultSettings(), folders: [folder] } }),
    'folders.files': () => ({ rows, total: Math.max(total, rows.length) }),
  });
  const stop = followWaiting({
    core: Object.assign(core, {
      on: ((name: string, listener: never) => {
        if (name === 'folders.changed') changed.push(listener);
        return () => changed.splice(0);
      }) as never,
    }),
    logger: silentLogger,
    onHeld: (_folder, { path, reason }) => told.push(`${path} ${reason}`),
    onMore: (_folder, count) => told.push(`and ${count}`),
  });
  return {
    told,
    stop,
    changed,
    async show(next: WaitingFile[], all = 0): Promise<string[]> {
      rows = next;
      total = all;
      const before = core.made.length;
      for (const listener of changed) listener({ folderId: 'f1' });
      await expect.poll(() => core.made.length).toBeGreaterThan(before + 1);
      return told.splice(0);
    },
  };
}

test('W2: a file that is held back is told once for each reason, one in its quiet time not at all', async () => {
  const { show, stop, changed } = setUp();
  expect(await show([file(1, 'quiet'), file(2, 'quiet')])).toEqual([]);
  expect(await show([file(1, 'changing'), file(2, 'quiet')])).toEqual(['1.pdf changing']);
  expect(await show([file(1, 'changing')])).toEqual([]);
  expect(await show([file(1, 'pdf-end')])).toEqual(['1.pdf pdf-end']);
  expect(await show([file(1, 'changing')])).toEqual([]);
  expect(await show([])).toEqual([]);
  // It was taken, and is changed again.
  expect(await show([file(1, 'changing')])).toEqual(['1.pdf changing']);
  await stop();
  expect(changed).toEqual([]);
});

test('W2: many files that are held back at once are no flood', async () => {
  const { show, stop } = setUp();
  const many = Array.from({ length: 20 }, (_, index) => file(index, 'open'));
  const told = await show(many, 500);
  expect(told).toHaveLength(21);
  expect(told.at(-1)).toBe('and 480');
  expect(await show(many, 499)).toEqual([]);
  await stop();
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { createEngine, type EngineFixture, idle, until } from '../support/engine-fixture.ts';
import { createDrives, type Drives } from '../support/drives.ts';
import type { Core } from '../../src/core/create-core.ts';
import type { WatchOptions } from '../../src/core/watch/watch-api.ts';
import type { WatchFolder } from '../../src/shared/settings/watch-folder.ts';

/** Milliseconds; real ones, but nothing depends on how long they take. */
const grace = 50;

export async function begin(
  how: Drives['how'],
  folder: Partial<WatchFolder> = {},
  tuning: Partial<WatchOptions> = {},
): Promise<{ engine: EngineFixture; drives: Drives; root: string; start: () => Promise<Core> }> {
  const base = mkdtempSync(join(tmpdir(), 'sluice-drives-'));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const drives = createDrives(base, how);
  const { mountTable } = drives;
  const watch = {
    deleteGrace: grace,
    rootCheckEvery: 50,
    missingFor: 50,
    ...(mountTable && { mountTable }),
    ...tuning,
  };
  const engine = await createEngine({ speed: 1, sandbox: { speed: 20 }, tuning: { watch } });
  const watched = engine.folder('inbox', { localDelete: 'delete', settleSeconds: 0, ...folder });
  await engine.settings.update((settings) => ({ ...settings, folders: [watched] }));
  return { engine, drives, root: watched.path, start: () => engine.start('watch') };
}

export async function stateOf(core: Core) {
  const [state] = await core.calls['folders.list']({});
  if (!state) throw new Error('no folder');
  return state;
}

/**
 * So many complete passes, each a grace time after the one before: enough for any delete that is to be passed
 * on.
 */
export async function passSeveralTimes(core: Core): Promise<void> {
  for (let pass = 0; pass < 4; pass++) {
    const before = (await stateOf(core)).health.lastReconcileAt ?? 0;
    const now = Date.now();
    await until('the grace time', () => Date.now() > now + grace);
    await core.calls['folders.reconcile']({});
    const { health } = await stateOf(core);
    if (health.mode === 'native') expect(health.lastReconcileAt).toBeGreaterThan(before);
  }
}

export const deletions = (engine: EngineFixture) =>
  engine.requests().filter((request) => request.startsWith('DELETE')).length;

export const puts = (engine: EngineFixture) =>
  engine.requests().filter((request) => request.startsWith('PUT')).length;

/** Files in the folder, and all of them at the service. */
export async function fill(engine: EngineFixture, core: Core, names: readonly string[]): Promise<void> {
  for (const name of names) engine.file(`inbox/${name}`);
  await core.calls['folders.reconcile']({});
  await until('all are in', () => engine.live().length === names.length);
  await idle(core);
}

export const numbered = (count: number, directory = '') =>
  Array.from({ length: count }, (_, index) => `${directory}${index}.txt`);

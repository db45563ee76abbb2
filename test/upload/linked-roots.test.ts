import { existsSync, renameSync, rmSync, statSync, symlinkSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { Core } from '#core/create-core.ts';
import { allUploads, createEngine, idle, states, until } from '../support/engine-fixture.ts';

/*
 * Who may write to the folder around a watch folder can put a link in its place, or lead one that is there
 * elsewhere: to what only the person whose Sluice this is may read.
 */

/** A watch folder behind a link or not, with a file that is in, and a private folder beside it. */
async function withFolder(isLink: boolean, changes = {}) {
  const engine = await createEngine({ speed: 200 });
  const folder = engine.folder('team', changes);
  await engine.settings.update((settings) => ({ ...settings, folders: [folder] }));
  const secret = engine.file('private/report.txt', 'nobody may read this ..');
  const own = join(dirname(folder.path), 'own');
  if (isLink) {
    renameSync(folder.path, own);
    symlinkSync(own, folder.path);
  }
  const path = engine.file('team/report.txt', 'everybody may read this');
  const { atime, mtime } = statSync(path);
  for (const one of [path, secret]) utimesSync(one, atime, mtime);
  return {
    engine,
    path,
    secret,
    /** Leads the root to the private folder, or back. */
    lead(where: 'away' | 'back') {
      if (where === 'away') {
        if (isLink) rmSync(folder.path);
        else renameSync(folder.path, own);
        symlinkSync(dirname(secret), folder.path);
      } else {
        rmSync(folder.path);
        symlinkSync(own, folder.path);
      }
    },
  };
}

const health = async (core: Core) => (await core.calls['folders.list']({}))[0]?.health;

test.concurrent.each([false, true])(
  'W14: a queued file is not read through a root that leads elsewhere by now (it was a link: %s)',
  async (isLink) => {
    const { engine, lead } = await withFolder(isLink);
    const first = await engine.start('watch');
    await first.calls['agent.pause']({});
    await until('the file in the queue', async () => (await allUploads(first)).length === 1);
    await first.calls['folders.reconcile']({});
    await first.stop();
    lead('away');
    const second = await engine.start('uploads');
    await second.calls['agent.resume']({});
    await idle(second);
    expect(engine.live()).toEqual([]);
    expect(await states(second)).toEqual(['attention FILE_BEHIND_LINK']);
    await second.stop();
    lead('back');
    const third = await engine.start('watch');
    await until('it is in', async () => (await states(third)).join() === 'completed');
    engine.expectExactlyOnce(['everybody may read this']);
  },
);

test.concurrent.each([false, true])(
  'W14: an empty watch folder that leads elsewhere by now waits for a person (it was a link: %s)',
  async (isLink) => {
    const { engine, lead, path, secret } = await withFolder(isLink, { afterUpload: 'delete' });
    const first = await engine.start('watch');
    await until('the file is in and gone', () => engine.live().length === 1 && !existsSync(path));
    await first.calls['folders.reconcile']({});
    await first.stop();
    lead('away');
    const core = await engine.start('watch');
    await core.calls['folders.reconcile']({});
    await idle(core);
    expect(existsSync(secret)).toBe(true);
    engine.expectExactlyOnce(['everybody may read this']);
    expect((await health(core))?.mode).toBe('missing');
    expect((await health(core))?.said).toEqual({ code: 'health.otherVolume', values: {} });
    // A person says that it is the right one.
    await core.calls['folders.decideDeletes']({ folderId: 'team', choice: 'keep', place: '' });
    await core.calls['folders.reconcile']({});
    expect((await health(core))?.mode).toBe('native');
  },
);

test.concurrent('an empty watch folder that is no link is made anew without a question', async () => {
  const { engine, path } = await withFolder(false, { afterUpload: 'delete' });
  const core = await engine.start('watch');
  await until('the file is in and gone', () => engine.live().length === 1 && !existsSync(path));
  await core.calls['folders.reconcile']({});
  renameSync(dirname(path), `${dirname(path)}.old`);
  engine.file('team/second.txt', 'in the new folder');
  await core.calls['folders.reconcile']({});
  await until('the second is in', () => engine.live().length === 2);
  engine.expectExactlyOnce(['everybody may read this', 'in the new folder']);
});

import { mkdirSync, renameSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { addUploads, allUploads, createEngine, idle, states, until } from '../support/engine-fixture.ts';

/**
 * A file is queued while everything is paused; then its place is changed, and the queue goes on without the
 * watcher.
 */
async function queued() {
  const engine = await createEngine({ speed: 200 });
  const folder = engine.folder('shared');
  await engine.settings.update((settings) => ({ ...settings, folders: [folder] }));
  const path = engine.file('shared/team/report.txt', 'everybody may read this');
  const secret = engine.file('private/report.txt', 'nobody may read this ..');
  const times = () => {
    const { atime, mtime } = statSync(path);
    utimesSync(path, atime, mtime);
    utimesSync(secret, atime, mtime);
  };
  times();
  const first = await engine.start('watch');
  await first.calls['agent.pause']({});
  await until('the file in the queue', async () => (await allUploads(first)).length === 1);
  await first.stop();
  return { engine, path, secret, shared: dirname(dirname(path)) };
}

test.concurrent.each<[string, (place: { path: string; secret: string; shared: string }) => void]>([
  [
    'the file',
    ({ path, secret }) => {
      rmSync(path);
      symlinkSync(secret, path);
    },
  ],
  [
    'its folder',
    ({ path, secret, shared }) => {
      renameSync(dirname(path), join(shared, 'put-by'));
      symlinkSync(dirname(secret), dirname(path));
    },
  ],
])(
  'W14: %s swapped for a link to a private one of the same size and time lets nothing out',
  async (_what, swap) => {
    const { engine, ...place } = await queued();
    expect(statSync(place.path).size).toBe(statSync(place.secret).size);
    swap(place);
    const core = await engine.start('uploads');
    await core.calls['agent.resume']({});
    await idle(core);
    expect(engine.live()).toEqual([]);
    expect(await states(core)).toEqual(['attention FILE_BEHIND_LINK']);
  },
);

test.concurrent.each<[string, (place: { team: string; putBy: string }) => void]>([
  [
    'its folder is a real one again',
    ({ team, putBy }) => {
      rmSync(team);
      renameSync(putBy, team);
    },
  ],
  [
    'it is renamed to where no link leads',
    ({ team, putBy }) => {
      rmSync(team);
      renameSync(join(putBy, 'report.txt'), join(dirname(team), 'elsewhere.txt'));
    },
  ],
])('W14: a file that waits because of a link on its way is sent once %s', async (_how, mend) => {
  const { engine, path, secret, shared } = await queued();
  const place = { team: dirname(path), putBy: join(shared, 'put-by') };
  renameSync(place.team, place.putBy);
  symlinkSync(dirname(secret), place.team);
  const first = await engine.start('uploads');
  await first.calls['agent.resume']({});
  await until('it waits', async () => (await states(first)).join() === 'attention FILE_BEHIND_LINK');
  await first.stop();
  mend(place);
  const core = await engine.start('watch');
  await until('it is in', async () => (await states(core)).join() === 'completed');
  await idle(core);
  engine.expectExactlyOnce(['everybody may read this']);
});

test.concurrent('a link that a person named is taken, and stays what it was when it was named', async () => {
  const engine = await createEngine({ speed: 200 });
  const target = engine.file('papers/target.txt', 'what the link led to');
  const other = engine.file('papers/other.txt', 'where it leads now ...');
  const link = join(dirname(target), '..', 'a link.txt');
  symlinkSync(target, link);
  const setup = await engine.start('none');
  await addUploads(setup, [link]);
  await setup.stop();
  rmSync(link);
  symlinkSync(other, link);
  const core = await engine.start();
  await idle(core);
  engine.expectExactlyOnce(['what the link led to']);
  expect((await allUploads(core))[0]).toMatchObject({ fileName: 'a link.txt', path: target });
});

test.concurrent('a folder that a person named gives its files, and no links in it', async () => {
  const engine = await createEngine({ speed: 200 });
  const inside = engine.file('papers/sub/a.txt', 'a');
  const outside = engine.file('elsewhere/b.txt', 'b');
  const papers = dirname(dirname(inside));
  symlinkSync(outside, join(papers, 'link.txt'));
  symlinkSync(dirname(outside), join(papers, 'linked'));
  mkdirSync(join(papers, 'empty'));
  writeFileSync(join(papers, 'c.txt'), 'c');
  const core = await engine.start();
  await addUploads(core, [papers]);
  await idle(core);
  engine.expectExactlyOnce(['a', 'c']);
});

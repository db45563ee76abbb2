import { expect, test } from 'vitest';
import type { Lease, Team } from '#core/ports/team.ts';
import { type WatchFolder, watchFolderSchema } from '#shared/settings/watch-folder.ts';
import { standbyHealth } from './health/own-parts.ts';
import { createSharedFolders } from './shared-folders.ts';

const { signal } = new AbortController();
const folder = (id: string, sharedAs: string | null = 'share', more: Partial<WatchFolder> = {}) =>
  watchFolderSchema.parse({ id, path: `/${id}`, profileId: 'test', sharedAs, ...more });

/** One machine, and who has the lease of each key. */
function machine(...folders: WatchFolder[]) {
  const holders = new Map<string, string>();
  const asked: string[] = [];
  const state = {
    folders,
    isPaused: false,
    away: new Set<string>(),
    scope: 'key-1' as string | undefined,
    answers: true,
  };
  let ends = new AbortController();
  const changes: string[] = [];
  const team: Pick<Team, 'lead'> = {
    async lead(role, scope) {
      const key = `${role}:${scope}`;
      asked.push(key);
      if (!state.answers) return 'unreachable';
      const by = holders.get(key);
      if (by !== undefined) return { by: { agent: by, name: by } };
      holders.set(key, 'SELF');
      const lease: Lease = {
        lost: ends.signal,
        leave: () => holders.get(key) === 'SELF' && holders.delete(key),
      };
      return lease;
    },
  };
  let woken = 0;
  const shared = createSharedFolders({
    team,
    scope: async () => state.scope,
    folders: () => state.folders,
    isPaused: () => state.isPaused,
    watch: {
      isAway: (id) => state.away.has(id),
      onChange: async (all) => {
        changes.push(
          all.map(({ id, sharedAs }) => `${id} ${say(shared.standbyOf(sharedAs ?? ''))}`).join(', '),
        );
      },
    },
    wake: () => {
      woken += 1;
    },
  });
  return {
    ...shared,
    state,
    holders,
    asked,
    changes,
    woken: () => woken,
    turn: () => shared.turn(signal),
    /** As when the database was out of reach until the lease of this machine ended. */
    lapse() {
      for (const [key, by] of holders) if (by === 'SELF') holders.delete(key);
      ends.abort();
      ends = new AbortController();
    },
  };
}

const say = (standby: unknown) => (standby === undefined ? 'watched' : JSON.stringify(standby));

test('a folder is watched while this machine has the lease of its name, and says who has it otherwise', async () => {
  const { turn, standbyOf, holders, changes, asked, isUndecided } = machine(folder('a'), folder('b', null));
  expect([standbyOf('share'), isUndecided()]).toEqual(['asking', true]);
  holders.set('folder:share:key-1', 'FILESRV1');
  expect(await turn()).toBe(30_000);
  expect(standbyOf('share')).toEqual({ by: 'FILESRV1' });
  expect(isUndecided()).toBe(false);
  holders.clear();
  await turn();
  await turn();
  expect(standbyOf('share')).toBeUndefined();
  // One that has the lease does not ask again.
  expect(asked).toHaveLength(2);
  expect(changes).toEqual(['a {"by":"FILESRV1"}', 'a watched']);
});

test('a lost lease is asked for immediately, and the watch goes on where no other machine took it', async () => {
  const { turn, standbyOf, holders, changes, lapse, woken } = machine(folder('a'));
  await turn();
  lapse();
  expect([woken(), standbyOf('share')]).toEqual([1, undefined]);
  await turn();
  expect([standbyOf('share'), changes]).toEqual([undefined, ['a watched']]);
  lapse();
  holders.set('folder:share:key-1', 'FILESRV1');
  await turn();
  expect(standbyOf('share')).toEqual({ by: 'FILESRV1' });
});

test('without an answer or a key the folder is not watched, and the team is asked again soon', async () => {
  const { turn, standbyOf, state, lapse, isUndecided } = machine(folder('a'));
  await turn();
  lapse();
  state.answers = false;
  expect(await turn()).toBe(5_000);
  expect([standbyOf('share'), isUndecided()]).toEqual(['unreachable', true]);
  state.answers = true;
  await turn();
  expect(standbyOf('share')).toBeUndefined();
  state.scope = undefined;
  await turn();
  expect(standbyOf('share')).toBe('unreachable');
});

test('a machine that is paused, or whose folder is, gives the lease away', async () => {
  const { turn, standbyOf, state, holders, changes } = machine(folder('a'));
  await turn();
  state.isPaused = true;
  expect(await turn()).toBeUndefined();
  expect([standbyOf('share'), holders.size]).toEqual(['paused', 0]);
  state.isPaused = false;
  expect(standbyOf('share')).toBe('asking');
  await turn();
  expect(changes).toEqual(['a watched', 'a "paused"', 'a watched']);
  for (const folders of [[folder('a', 'share', { paused: true })], [folder('a', null)], []]) {
    state.folders = [folder('a')];
    await turn();
    expect(holders.size).toBe(1);
    state.folders = folders;
    await turn();
    expect(holders.size).toBe(0);
  }
});

test('a new key has leases of its own', async () => {
  const { turn, state, holders } = machine(folder('a'));
  await turn();
  state.scope = 'key-2';
  await turn();
  expect([...holders.keys()]).toEqual(['folder:share:key-2']);
});

test('folders of one name have one lease', async () => {
  const { turn, changes, asked } = machine(folder('a'), folder('b'), folder('c', 'other'));
  await turn();
  expect(changes).toEqual(['a watched, b watched, c watched']);
  expect(asked).toHaveLength(2);
});

test('a machine whose drive is away offers the lease to others, and looks for its drive until one takes it', async () => {
  const { turn, standbyOf, state, holders } = machine(folder('a'));
  await turn();
  state.away.add('a');
  await turn();
  expect([holders.size, standbyOf('share')]).toEqual([0, undefined]);
  await turn();
  expect([holders.size, standbyOf('share')]).toEqual([1, undefined]);
  await turn();
  holders.set('folder:share:key-1', 'FILESRV1');
  await turn();
  expect(standbyOf('share')).toEqual({ by: 'FILESRV1' });
});

test('nothing is asked where no folder is shared', async () => {
  const { turn, asked, changes, isUndecided } = machine(folder('a', null));
  expect(await turn()).toBeUndefined();
  expect([asked, changes, isUndecided()]).toEqual([[], [], false]);
});

test('the health of a folder names the machine that watches it', () => {
  const known = { mode: 'paused' as const, why: 'Paused.', lastReconcileAt: 5, counted: 3 };
  expect(standbyHealth(known, { by: 'FILESRV1' })).toMatchObject({
    mode: 'standby',
    why: 'Watched by FILESRV1. This machine takes over when FILESRV1 stops.',
    lastReconcileAt: 5,
  });
  expect(standbyHealth(known, 'asking').mode).toBe('starting');
});

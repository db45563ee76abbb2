import { expect, test } from 'vitest';
import { type ReplayContext, replayToTeam } from './replay-to-team.ts';

/** A team that is an older copy of itself, to a machine that holds these documents. */
function restored(held: object[] = []) {
  const log: string[] = [];
  const team = {
    lost: { lostMs: 1_000 } as { lostMs: number } | undefined,
    isHeard: true,
    isRestoring: true,
    collects: true,
    /** What this machine stands for, of others. */
    stands: [] as object[],
  };
  const facts = new Map<string, unknown>();
  const context = {
    profileId: 'p',
    team: {
      needsReplay: () => team.lost,
      async replay(_scope: string, told: readonly object[], isAll: boolean) {
        if (isAll) log.push('told all');
        const { isHeard, isRestoring } = team;
        // Nobody knows of it any more, which only shows when all have told theirs.
        const epochs = told.map((one) => (team.stands.includes(one) && isRestoring ? 0 : null));
        const twice = told.map((_, index) => index).slice(1);
        return isHeard ? { epochs, twice, isRestoring } : 'unreachable';
      },
    },
    ledger: {
      facts,
      memberships: { lastScope: () => undefined },
      known: {
        addMany: (_: string, [document]: readonly { contentId: string; size: number }[]) =>
          log.push(`known ${document?.contentId} ${document?.size}`),
      },
      team: {
        listScopes: () => (held.length + team.stands.length > 0 ? ['scope'] : []),
        listHeld: (_profile: string, _scope: string, { upload }: { upload: string }) =>
          upload === '' ? [...held.splice(0), ...team.stands] : [],
        fenced: () => undefined,
      },
    },
    scope: async () => 'scope',
    async collect() {
      log.push('collected');
      return team.collects;
    },
    onReplayed: () => log.push('forgot'),
    onTwice: (contentIds: readonly string[]) => log.push(`twice ${contentIds.join()}`),
    onFenced: (uploadId: number) => log.push(`fenced ${uploadId}`),
  } as unknown as ReplayContext;
  const replay = () => replayToTeam(context, new AbortController().signal);
  return { log, team, replay };
}

test('what is lost is collected before the team is told that this is all', async () => {
  const { log, replay } = restored();
  expect(await replay()).toBeUndefined();
  expect(log).toEqual(['collected', 'told all', 'forgot']);
});

test('where the answer to the last of it was lost, what was collected is forgotten as soon as nothing is missing', async () => {
  const { log, team, replay } = restored();
  team.isHeard = false;
  expect(await replay()).toBe(5_000);
  // It took effect: the next renewal says that nothing is lost.
  Object.assign(team, { lost: undefined, isHeard: true, isRestoring: false });
  expect(await replay()).toBeUndefined();
  expect(log).toEqual(['collected', 'told all', 'forgot']);
});

test('while the service cannot be asked what came in the lost time, the team is not told that this is all', async () => {
  const { log, team, replay } = restored();
  team.collects = false;
  expect(await replay()).toBe(5_000);
  expect(log).toEqual(['collected']);
  team.collects = true;
  expect(await replay()).toBeUndefined();
  expect(log).toEqual(['collected', 'collected', 'told all', 'forgot']);
});

test('documents whose bytes the team has as other documents are reported', async () => {
  const { log, replay } = restored(['A', 'B', 'C'].map((contentId, uploadId) => ({ contentId, uploadId })));
  expect(await replay()).toBeUndefined();
  expect(log).toEqual(['twice B,C', 'fenced 0', 'fenced 1', 'fenced 2', 'collected', 'told all', 'forgot']);
});

test('what stands for documents of others is told once more when all have told theirs', async () => {
  const { log, team, replay } = restored();
  team.stands.push({ upload: 'u', uploadId: 7, epoch: 0, contentId: 'A', size: 9 });
  expect(await replay()).toBeUndefined();
  expect(log).toEqual(['collected', 'told all', 'forgot']);
  team.lost = undefined;
  expect(await replay()).toBe(5_000);
  team.isRestoring = false;
  expect(await replay()).toBeUndefined();
  expect(log).toEqual(['collected', 'told all', 'forgot', 'forgot', 'forgot', 'known A 9', 'fenced 7']);
  // And that is all.
  expect(await replay()).toBeUndefined();
  expect(log.filter((one) => one.startsWith('fenced'))).toHaveLength(1);
});

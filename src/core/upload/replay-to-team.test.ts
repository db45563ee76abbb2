import { expect, test } from 'vitest';
import { type ReplayContext, replayToTeam } from './replay-to-team.ts';

/** A team that is an older copy of itself, to a machine that holds these documents. */
function restored(held: object[] = []) {
  const log: string[] = [];
  const team = { lost: { lostMs: 1_000 } as { lostMs: number } | undefined, isHeard: true, collects: true };
  const context = {
    profileId: 'p',
    team: {
      needsReplay: () => team.lost,
      async replay(_scope: string, told: readonly object[], isAll: boolean) {
        if (isAll) log.push('told all');
        const epochs = told.map(() => null);
        return team.isHeard ? { epochs, twice: told.map((_, index) => index).slice(1) } : 'unreachable';
      },
    },
    ledger: {
      team: {
        listScopes: () => (held.length > 0 ? ['scope'] : []),
        listHeld: () => held.splice(0),
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
    onFenced: () => undefined,
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
  team.lost = undefined;
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
  const { log, replay } = restored(['A', 'B', 'C'].map((contentId) => ({ contentId })));
  expect(await replay()).toBeUndefined();
  expect(log).toEqual(['twice B,C', 'collected', 'told all', 'forgot']);
});

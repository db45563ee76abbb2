import { expect, test } from 'vitest';
import type { Team } from '#core/ports/team.ts';
import type { Ledger } from '../ledger/sqlite-ledger.ts';
import type { UploadRow } from '../ledger/upload-row.ts';
import type { ServiceClient } from '../service/client.ts';
import { createLocalTeam } from '../team/local-team.ts';
import { createRecogniser } from './recognise-ours.ts';
import { measureSetForward } from './set-forward.ts';

test('while a team is told what it lost, no file asks the service or a person who has its bytes', async () => {
  let needs: ReturnType<Team['needsReplay']> = { lostMs: 1_000 };
  const facts = new Map<string, unknown>([
    ['rebuild:p', { state: 'known', at: 2_000 }],
    ['team-stands:p', true],
  ]);
  const ledger = {
    facts,
    known: {
      listBySize: () => [{ contentId: 'B', fileName: 'a.txt', size: 10 }],
      listByName: () => [],
      findHash: () => 'aa',
      listWithoutSize: () => [{ contentId: 'A', fileName: null }],
    },
    history: { events: () => [] },
    uploads: { isOfOthers: () => false },
  } as unknown as Ledger;
  let asked = 0;
  const get = async () => {
    asked += 1;
    return { ok: true, value: { status: 'completed', raw_size: 10 } };
  };
  const clock = { now: () => 10_000, monotonic: () => 0, setTimer: () => () => undefined };
  const recognise = createRecogniser({
    client: { documents: { get } } as unknown as ServiceClient,
    ledger,
    clock,
    setForward: measureSetForward(clock),
    team: { ...createLocalTeam(), isAlone: false, needsReplay: () => needs },
    scope: async () => 'scope',
    otherProfiles: () => [],
    end: new AbortController().signal,
  });
  const row = {
    id: 1,
    profileId: 'p',
    fileName: 'a.txt',
    mtimeNs: '1',
    replaces: null,
  } as unknown as UploadRow;
  const read = { sha256: 'aa', size: 10 };
  expect(await recognise(row, read)).toEqual({ kind: 'later', at: 40_000 });
  // After a restart the ledger alone knows that it was in the middle of that, until the team answers.
  needs = undefined;
  expect(await recognise(row, read)).toEqual({ kind: 'later', at: 40_000 });
  expect(asked).toBe(0);
  facts.delete('team-stands:p');
  expect(await recognise(row, read)).toEqual({ kind: 'known', contentId: 'B', hasFailed: false });
  expect(asked).toBe(1);
});

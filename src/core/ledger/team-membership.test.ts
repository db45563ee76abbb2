import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openLedger } from './open-ledger.ts';
import { createTeamMemberships } from './team-membership.ts';

test('who lost the ledger is the same to its team, and another one in another team or data folder', () => {
  const root = mkdtempSync(join(tmpdir(), 'sluice-members-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const agentIn = (folder: string, team: string) => {
    const { database, identity } = openLedger(folder, { now: 0, profiles: ['p'] });
    const { agent } = createTeamMemberships(database, () => 0).of('p', team);
    identity.close();
    database.close();
    return agent;
  };
  const [here, there] = [mkdtempSync(join(root, 'here-')), mkdtempSync(join(root, 'there-'))];
  const first = agentIn(here, 'desk');
  for (const suffix of ['', '-wal', '-shm']) rmSync(join(here, `ledger.sqlite${suffix}`), { force: true });
  expect(agentIn(here, 'desk')).toBe(first);
  expect(new Set([first, agentIn(here, 'research'), agentIn(there, 'desk')]).size).toBe(3);
});

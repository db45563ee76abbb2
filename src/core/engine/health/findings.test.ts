import { expect, test } from 'vitest';
import { profile } from '#shared/testing/samples.ts';
import { profileFindings } from './findings.ts';

const nothing = {
  profile,
  policy: undefined,
  keyProblem: undefined,
  movedFrom: undefined,
  service: undefined,
  heldForMs: 0,
  rebuilding: undefined,
};

test.each([
  ['too-old', 'TEAM_REFUSED'],
  // That one ends with the other agent, and never by itself.
  ['replaced', 'TEAM_REPLACED'],
] as const)('a team that takes nothing from this machine: %s', (why, code) => {
  const team = { state: 'refused', why, code: null, since: 1, paused: null } as const;
  expect(profileFindings({ ...nothing, team })).toMatchObject([
    { about: 'team', level: 'trouble', code, said: { code: `team.${why}` } },
  ]);
});

import { describe, expect, test } from 'vitest';
import { watchFolderSchema } from '#shared/settings/watch-folder.ts';
import { profile } from '#shared/testing/samples.ts';
import { agentFindings, folderFindings, profileFindings } from './findings.ts';

const nothing = {
  profile,
  policy: undefined,
  keyProblem: undefined,
  movedFrom: undefined,
  service: undefined,
  holds: [],
  rebuilding: undefined,
  stuck: [],
  pausedUntil: undefined,
  waitForPaused: 0,
  keyCheckedSince: undefined,
  undeleted: 0,
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

test.each([
  ['unreachable', 'login'],
  ['refused', 'replaced'],
] as const)('trouble with a team is told while it is paused: %s, %s', (state, why) => {
  const paused = { by: 'anna', ofAll: true, since: 1 };
  const team = { state, why, code: null, since: 1, paused } as const;
  expect(profileFindings({ ...nothing, team }).map(({ level }) => level)).toContain('trouble');
});

test('files that wait for another machine for long are reported, and so is a machine that gets no place', () => {
  const team = {
    state: 'reachable',
    why: null,
    code: null,
    since: null,
    paused: null,
    noPlaceSince: 5,
  } as const;
  const stuck = [{ code: 'WAITS_FOR_MACHINE', count: 2, since: 7 }];
  expect(profileFindings({ ...nothing, team, stuck })).toMatchObject([
    { about: 'team', level: 'held', said: { code: 'team.noPlace' }, since: 5 },
    { about: 'team', level: 'held', said: { code: 'team.waitsForMachine' }, since: 7 },
  ]);
});

test('documents that nothing stands for and that cannot be deleted need somebody', () => {
  expect(profileFindings({ ...nothing, team: undefined, undeleted: 2 })).toMatchObject([
    { about: 'service', level: 'attention', said: { code: 'health.undeleted' } },
  ]);
});

test('what waits by the timetable, and for the check of a key, is said, and trouble where it never ends', () => {
  const of = (parts: Partial<Parameters<typeof profileFindings>[0]>) =>
    profileFindings({ ...nothing, team: undefined, ...parts });
  expect(of({ pausedUntil: 7 })).toMatchObject([
    { about: 'settings', level: 'held', said: { code: 'health.timetable' }, until: 7 },
  ]);
  expect(of({ pausedUntil: null })).toMatchObject([
    { level: 'trouble', said: { code: 'health.timetableAlways' } },
  ]);
  expect(of({ waitForPaused: 2 })).toMatchObject([
    { level: 'attention', said: { code: 'health.waitsForPaused', values: { count: 2 } } },
  ]);
  expect(of({ keyCheckedSince: 5 })).toMatchObject([
    { about: 'key', level: 'held', said: { code: 'health.keyChecked' }, since: 5 },
  ]);
});

test('a missing key is reported with the place where the configuration says it is', () => {
  const missing = { ...nothing, keyProblem: 'KEY_MISSING' as const, team: undefined };
  const of = (keyFrom?: typeof profile.keyFrom) =>
    profileFindings({ ...missing, profile: { ...profile, keyFrom } }).map(({ message }) => message);
  expect(of()).toEqual(['No API key is set for this profile.']);
  expect(of({ credential: 'api-key' })).toEqual([
    'No API key is set for this profile. (credential: api-key)',
  ]);
});

describe('a pause', () => {
  const closed = {
    state: 'closed',
    code: null,
    detail: null,
    since: null,
    nextProbeAt: null,
    lastSuccessAt: 1,
    reachableSince: 1,
    needsPerson: false,
  } as const;
  const team = { state: 'reachable', why: null, code: null, since: null, paused: null } as const;
  const rest = { ...nothing, service: closed, team };
  const pause = (by: 'service' | 'storage' | 'team', seconds = 600, host?: string) => ({
    by,
    host,
    since: 1_000,
    until: 1_000 + seconds * 1_000,
  });
  const until = 601_000;

  test.each([
    ['service', 'service', 'RATE_LIMITED', 'RATE_LIMITED'],
    ['storage', 'service', 'STORAGE_FAILED', 'health.storagePause'],
    ['team', 'team', null, 'team.pausesRequests'],
  ] as const)('of the %s is told with its end', (by, about, code, sentence) => {
    const findings = profileFindings({ ...rest, holds: [pause(by, 600, 'a.example')] });
    expect(findings).toMatchObject([
      { about, level: 'held', code, said: { code: sentence }, since: 1_000, until },
    ]);
  });

  test('of the service is told beside its failures, which it is no part of', () => {
    const service = { ...closed, state: 'open', code: 'SERVICE_FAILED', since: 500 } as const;
    const findings = profileFindings({ ...rest, service, holds: [pause('service')] });
    expect(findings).toMatchObject([
      { code: 'SERVICE_FAILED', since: 500 },
      { code: 'RATE_LIMITED', since: 1_000, until },
    ]);
    // Storage that asks to wait is told under the same code, and only once.
    const asks = { ...service, code: 'RATE_LIMITED' } as const;
    const once = profileFindings({ ...rest, service: asks, holds: [pause('service'), pause('storage')] });
    expect(once.map(({ code }) => code)).toEqual(['RATE_LIMITED']);
  });

  test('of several storage hosts is one finding, to the end of the last', () => {
    const holds = [pause('storage', 300, 'a.example'), pause('storage', 600, 'b.example')];
    expect(profileFindings({ ...rest, holds })).toMatchObject([
      { said: { values: { host: 'a.example, b.example' } }, until },
    ]);
  });

  test('of a few seconds is not worth telling', () => {
    expect(profileFindings({ ...rest, holds: [pause('service', 9)] })).toEqual([]);
  });

  test('after the database of a team was restored is the team’s, and not the service’s', () => {
    const restored = { ...team, state: 'refused', why: 'restored', since: 1 } as const;
    const findings = profileFindings({ ...rest, team: restored, holds: [pause('team', 72)] });
    expect(findings.map(({ said }) => said.code)).toEqual(['team.restored']);
  });

  test('of storage that fails for everybody is the end of that finding', () => {
    const service = { ...closed, state: 'open', code: 'STORAGE_FAILED', since: 500 } as const;
    const findings = profileFindings({ ...rest, service, holds: [pause('storage', 600, 'a.example')] });
    expect(findings).toMatchObject([{ code: 'STORAGE_FAILED', since: 500, until }]);
  });
});

test.each([
  ['DOCUMENT_NOT_ANSWERED', 'health.notAnswered'],
  ['STATUS_STANDS_STILL', 'health.standsStill'],
])('documents that the service says nothing new about are a note: %s', (code, sentence) => {
  const findings = profileFindings({ ...nothing, team: undefined, stuck: [{ code, count: 55, since: 7 }] });
  expect(findings).toMatchObject([
    { about: 'service', level: 'note', code, said: { code: sentence, values: { count: 55 } }, since: 7 },
  ]);
});

test('an agent whose disk became read-only has not reported, and nobody is told to restart it', () => {
  const silent = { stands: [], failing: [], holder: undefined, silentSince: 5 };
  const of = (readOnly: string | undefined) => agentFindings({ ...silent, readOnly });
  expect(of(undefined)).toMatchObject([{ code: 'AGENT_STANDS', since: 5 }]);
  expect(of('/data')).toMatchObject([
    { code: 'DATA_FOLDER_UNUSABLE', said: { values: { path: '/data' } }, since: 5 },
  ]);
});

test.each([
  ['starting', true, ['health.startStands']],
  ['starting', false, []],
  ['native', true, []],
] as const)('a folder whose mode is %s, stuck: %s', (mode, isStuck, codes) => {
  const health = { mode, why: '', remarks: [], lastReconcileAt: null, counted: 7 };
  const folder = watchFolderSchema.parse({ id: 'f', path: '/f', profileId: 'test' });
  const rest = { vanished: [], dataDirectory: '/data', isStuck: () => isStuck };
  const findings = folderFindings({ folder, live: { health, since: 1 }, ...rest });
  expect(findings.map(({ said }) => said?.code)).toEqual(codes);
});

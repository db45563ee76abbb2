import { expect, test } from 'vitest';
import type { Finding, Health } from '#shared/bridge/health.ts';
import { profile, settings } from '#shared/testing/samples.ts';
import { profileSchema } from '#shared/settings/profile.ts';
import { english } from '../testing/voices.ts';
import { formatTime } from './format.ts';
import { changeLines, findingLine, healthSentence, namer } from './health-text.ts';

const finding: Finding = {
  about: 'key',
  level: 'trouble',
  code: 'KEY_REJECTED',
  message: 'The service did not accept the API key.',
  said: { code: 'KEY_REJECTED', values: {} },
  since: null,
  profileId: profile.id,
  folderId: null,
};

test('a finding about a service names its profile where there are several', () => {
  const other = profileSchema.parse({ ...profile, id: 'p-0123456789ab', name: 'another' });
  const line = (profiles: typeof settings.profiles) =>
    findingLine(finding, english, namer({ ...settings, profiles }));
  expect(line([profile])).toMatch(/^! The service did not accept/);
  expect(line([other, profile])).toContain(`! ${profile.name}: The service did not accept`);
});

test('T9: what began is told with since when, what is over with what it was, and each pause', () => {
  const since = Date.UTC(2026, 10, 20, 9, 30);
  const linesOf = (changes: Partial<Parameters<typeof changeLines>[0]>) =>
    changeLines({ began: [], ended: [], paused: undefined, ...changes }, english, () => 'desk');
  const [began = ''] = linesOf({ began: [{ ...finding, since }] });
  expect(began).toMatch(/^! desk: The service did not accept the API key\. Since /);
  expect(began).toContain(` Since ${formatTime(since)}. `);
  expect(linesOf({ began: [finding] })[0]).not.toMatch(/Since|Until/);
  const [paused] = linesOf({ began: [{ ...finding, since, until: since + 3_600_000 }] });
  expect(paused).toContain(` Until ${formatTime(since + 3_600_000)} at the latest. `);
  expect(linesOf({ ended: [{ ...finding, since }] })).toEqual([
    '✓ Over: desk: The service did not accept the API key.',
  ]);
  expect(linesOf({ paused: true })).toEqual(['Paused; `sluice resume` goes on.']);
  expect(linesOf({ paused: false })).toEqual(['Goes on after the pause.']);
  expect(linesOf({})).toEqual([]);
});

test('one sentence about health includes a configuration file that was refused', () => {
  const refused: Finding = {
    ...finding,
    about: 'settings',
    level: 'attention',
    code: 'CONFIGURATION_REFUSED',
    said: { code: 'CONFIGURATION_REFUSED', values: { detail: '/etc/sluice/sluice.yaml:7:1' } },
    profileId: null,
  };
  const health: Health = {
    state: 'attention',
    findings: [refused],
    attention: { total: 0, groups: [] },
    waiting: 0,
    services: {},
    teams: {},
  };
  const sentence = (findings: Finding[]) => healthSentence({ ...health, findings }, english, () => undefined);
  expect(sentence([refused])).toBe(
    'some things need you · The configuration file is not right. (/etc/sluice/sluice.yaml:7:1)',
  );
  expect(sentence([finding, refused])).toContain('did not accept');
  expect(sentence([{ ...refused, level: 'note' }])).toBe('some things need you');
});

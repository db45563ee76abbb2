import { expect, test } from 'vitest';
import type { Finding } from '#shared/bridge/health.ts';
import { profile, settings } from '#shared/testing/samples.ts';
import { profileSchema } from '#shared/settings/profile.ts';
import { english } from '../testing/voices.ts';
import { findingLine, namer } from './health-text.ts';

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

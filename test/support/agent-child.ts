import { createCore } from '#core/create-core.ts';
import { createClock } from '#core/ports/clock.ts';
import { silentLogger } from '#core/ports/logger.ts';
import { profileSchema } from '#shared/settings/profile.ts';
import { defaultSettings } from '#shared/settings/settings.ts';
import { memorySettings } from './core-fixture.ts';

/**
 * An agent in a process of its own, to be killed: `node agent-child.ts JSON`, where JSON is
 * `{ dataDirectory, profile, key, speed }`. It says `ready` when it runs and ends only by a signal.
 */
const given = JSON.parse(process.argv[2] ?? '{}');
const profile = profileSchema.parse(given.profile);
const core = createCore({
  dataDirectory: given.dataDirectory,
  settings: memorySettings({ ...defaultSettings(), profiles: [profile], activeProfileId: profile.id }),
  secrets: {
    getKey: async () => given.key,
    setKey: async () => undefined,
    allowKey: async () => undefined,
    bindNewKey: async () => undefined,
    forgetKey: async () => undefined,
  },
  clock: createClock(given.speed),
  random: Math.random,
  logger: silentLogger,
});
await core.start('uploads');
console.log('ready');

import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCore } from '#core/create-core.ts';
import { createClock } from '#core/ports/clock.ts';
import { silentLogger } from '#core/ports/logger.ts';
import { profileSchema } from '#shared/settings/profile.ts';
import { defaultSettings } from '#shared/settings/settings.ts';

/** Starts a core with or without a team, and prints whether the driver for PostgreSQL was loaded for it. */
const [, , address] = process.argv;
const dataDirectory = mkdtempSync(join(tmpdir(), 'sluice-driver-'));
const profile = profileSchema.parse({
  id: 'test',
  name: 'Test',
  baseUrl: 'https://127.0.0.1:1',
  ...(address === undefined ? {} : { team: { address } }),
});
const settings = { ...defaultSettings(), profiles: [profile], activeProfileId: profile.id };
const core = createCore({
  dataDirectory,
  settings: {
    get: () => settings,
    stored: () => settings,
    update: async () => settings,
    onChange: () => () => undefined,
    setAside: null,
  },
  secrets: {
    getKey: async () => undefined,
    setKey: async () => undefined,
    allowKey: async () => undefined,
    bindNewKey: async () => undefined,
    forgetKey: async () => undefined,
  },
  clock: createClock(),
  random: Math.random,
  logger: silentLogger,
});
await core.start('watch');
const isLoaded = Object.keys(createRequire(import.meta.url).cache).some((path) =>
  /[\\/]node_modules[\\/]pg[\\/]/.test(path),
);
console.log(isLoaded ? 'pg' : 'none');
await core.stop();
rmSync(dataDirectory, { recursive: true });

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Core, type CoreDependencies, createCore } from '#core/create-core.ts';
import { type Clock, createClock } from '#core/ports/clock.ts';
import { type Logger, silentLogger } from '#core/ports/logger.ts';
import { originsOf } from '#core/ports/profile-addresses.ts';
import { keyForAnotherAddress } from '#core/ports/secrets.ts';
import type { SettingsPort } from '#core/ports/settings.ts';
import { profileSchema } from '#shared/settings/profile.ts';
import {
  defaultSettings,
  type Settings,
  settingsInForce,
  type StoredSettings,
} from '#shared/settings/settings.ts';
import { uploadOptionsSchema } from '#shared/uploads/upload.ts';
import { ownProcess } from './own-process.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/start-sandbox.ts';

export type SandboxOptions = Parameters<typeof startSandbox>[0];

/** Settings that live in memory: everything else about core in these tests is real. */
export function memorySettings(initial: Settings): SettingsPort {
  let stored: StoredSettings = initial;
  let settings = initial;
  const listeners = new Set<(settings: Settings) => void>();
  return {
    get: () => settings,
    stored: () => stored,
    update: async (change) => {
      stored = change(stored);
      settings = settingsInForce(stored);
      for (const listener of listeners) listener(settings);
      return settings;
    },
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    setAside: null,
  };
}

export const defaultUploadOptions = uploadOptionsSchema.parse({});

export interface Fixture {
  readonly directory: string;
  readonly dataDirectory: string;
  readonly sandbox: Sandbox;
  readonly settings: SettingsPort;
  readonly dependencies: CoreDependencies;
  /** Another key for the sandbox. */
  giveKey(key: string): Promise<void>;
  /** A new core over the same data folder, as after a restart. */
  createCore(): Core;
  close(): Promise<void>;
}

/** A temp folder, a sandbox of its own and a profile that points at it. */
export async function createFixture(
  options: {
    sandbox?: SandboxOptions;
    profile?: Record<string, unknown>;
    tuning?: CoreDependencies['tuning'];
    logger?: Logger;
    key?: string;
    startProgram?: CoreDependencies['startProgram'];
    team?: CoreDependencies['team'];
    /** Made after the sandbox has started, so that two turned clocks agree. */
    clock?: () => Clock;
    random?: () => number;
  } = {},
): Promise<Fixture> {
  const directory = await mkdtemp(join(tmpdir(), 'sluice-test-'));
  const sandbox = await startSandbox({ enrichSeconds: [0.05, 0.1], ...options.sandbox });
  const profile = profileSchema.parse({
    id: 'test',
    name: 'Test',
    baseUrl: sandbox.baseUrl,
    agentsUrl: sandbox.agentsUrl,
    requestsPerMinute: 100_000,
    ...options.profile,
  });
  const settings = memorySettings({ ...defaultSettings(), profiles: [profile], activeProfileId: profile.id });
  const dataDirectory = join(directory, 'data');
  let key: string | undefined = options.key ?? sandbox.apiKey;
  let origins: readonly string[] = originsOf(profile);
  /** What was given for other than the profile that is there from the start. */
  const others = new Map<string, { readonly key: string; readonly origins: readonly string[] }>();
  const cores: Core[] = [];
  const dependencies: CoreDependencies = {
    dataDirectory,
    settings,
    secrets: {
      getKey: async (id, origin) => {
        const own = others.get(id) ?? { key, origins };
        return own.key === undefined || own.origins.includes(origin) ? own.key : keyForAnotherAddress;
      },
      setKey: async (id, value, given) => {
        if (id !== profile.id) others.set(id, { key: value, origins: given });
        else [key, origins] = [value, given];
      },
      allowKey: async (id, given) => {
        if (id === profile.id) origins = given;
      },
      bindNewKey: async (id, given) => {
        if (id === profile.id && origins.length === 0) origins = given;
      },
      forgetKey: async (id) => {
        if (!others.delete(id) && id === profile.id) key = undefined;
      },
    },
    clock: (options.clock ?? createClock)(),
    random: options.random ?? Math.random,
    logger: options.logger ?? silentLogger,
    ...(options.startProgram ? { startProgram: options.startProgram } : {}),
    ...(options.team ? { team: options.team } : {}),
    tuning: { ...options.tuning, watch: { procRoot: ownProcess(), ...options.tuning?.watch } },
  };
  return {
    directory,
    dataDirectory,
    sandbox,
    settings,
    dependencies,
    giveKey: (value) => {
      const now = settings.get().profiles.find(({ id }) => id === profile.id) ?? profile;
      return dependencies.secrets.setKey(profile.id, value, originsOf(now));
    },
    createCore: () => {
      const core = createCore(dependencies);
      cores.push(core);
      return core;
    },
    close: async () => {
      for (const core of cores) await core.stop();
      await sandbox.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

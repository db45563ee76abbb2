import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Core, Engine } from '#core/create-core.ts';
import { createClock } from '#core/ports/clock.ts';
import type { Logger } from '#core/ports/logger.ts';
import { originsOf } from '#core/ports/profile-addresses.ts';
import type { SettingsPort } from '#core/ports/settings.ts';
import { machinePolicy, makeDataFolder, readPolicy, restoreFolder } from '#core/public/files.ts';
import type { Calls } from '#shared/bridge/contract.ts';
import type { Profile } from '#shared/settings/profile.ts';
import { withActiveProfile } from './active-profile.ts';
import { dataDirectory } from './adapters/data-directory.ts';
import { openKeyFile } from './adapters/key-file.ts';
import { type AgentSecrets, createSecrets, outsideKey } from './adapters/secrets.ts';
import { networkPort } from './adapters/network-port.ts';
import { openSettingsStore } from './adapters/settings-store.ts';
import { teamAccess } from './adapters/team-access.ts';
import type { Context } from './context.ts';
import { usage } from './options.ts';
import { chooseProfile } from './profile-choice.ts';
import { createSecretReader } from './variables/secret-variables.ts';

/** The settings, secrets and profile a command works with. */
export interface Setup extends Context {
  readonly dataDirectory: string;
  readonly settings: SettingsPort;
  readonly secrets: AgentSecrets;
  /** Whether a key comes from outside the data folder. */
  readonly hasOutsideKey: boolean;
  /** Null before the first set-up. */
  readonly profile: Profile | null;
  readonly logger: Logger;
  close(): void;
}

/** A set-up with core running. */
export interface Session extends Setup {
  readonly core: Core;
  readonly calls: Calls;
}

/**
 * Opens the data folder's settings and keys, and finds the profile. `watch` also follows changes by other
 * processes.
 *
 * @param isPinned keeps the profile of the start, even if another one becomes active
 */
export async function openSetup(context: Context, watch: boolean, isPinned = false): Promise<Setup> {
  const { options, environment, output, redactor, logger } = context;
  const directory = dataDirectory(options, environment);
  makeDataFolder(directory);
  if (options.app === true && environment.inApp !== true) await assertLedgerOfApp(directory);
  const policy = await readPolicy(
    environment.policy ?? machinePolicy(process.platform, environment.variables),
  );
  // Loaded where it is needed, which is seldom.
  if (existsSync(join(directory, restoreFolder)))
    (await import('#core/public/finish-restore.ts')).finishRestore(directory);
  const onProblem = (message: string) => logger.warn(message);
  const file = await openSettingsStore({ directory, watch, policy, onProblem });
  if (file.setAside !== null)
    output.note(
      output.happened('SETTINGS_CORRUPT', output.say('cli.settings.aside', { path: file.setAside })),
    );
  try {
    const keys = openKeyFile(directory, (key, values) => output.note(output.say(key, values)));
    await keys.bindOldKeys(new Map(file.get().profiles.map((one) => [one.id, originsOf(one)])));
    const profileId = await chooseProfile(file, options, ({ id, ...made }) =>
      keys.change(id, (kept) => ({ ...kept, origins: originsOf(made) })),
    );
    const settings = withActiveProfile(file, profileId, isPinned);
    const reader = createSecretReader(context);
    // A command that made the first profile means it. What runs on answers others too, such as pages.
    const profileInForce = () => profileId ?? (watch ? null : file.get().activeProfileId);
    const outside = outsideKey(reader, options, profileInForce);
    const secrets = createSecrets({
      file: keys,
      outside,
      profiles: () => file.get().profiles,
      reader,
      onKey: (key) => redactor.add(key),
    });
    const profile = settings.get().profiles.find(({ id }) => id === profileId) ?? null;
    const opened = { dataDirectory: directory, settings, secrets, profile };
    return { ...context, ...opened, hasOutsideKey: outside !== undefined, close: () => file.close() };
  } catch (error) {
    file.close();
    throw error;
  }
}

/**
 * The app may be older than this program, and what this one made of its ledger it would refuse: that is left
 * to the app.
 */
async function assertLedgerOfApp(directory: string): Promise<void> {
  const { isOlderLedger } = await import('#core/public/ledger-form.ts');
  if (isOlderLedger(directory)) throw usage('cli.app.older');
}

/**
 * Opens a session: set-up, core, engine. The caller must `close` it.
 *
 * @throws AppError `LEDGER_BUSY` when the engine needs the data folder and another agent holds it
 */
export async function openSession(
  context: Context,
  engine: Engine,
): Promise<Session & { end(): Promise<void> }> {
  const setup = await openSetup(context, engine !== 'none', engine === 'uploads');
  try {
    const core = await context.environment.createCore({
      dataDirectory: setup.dataDirectory,
      settings: setup.settings,
      secrets: setup.secrets,
      clock: createClock(),
      random: Math.random,
      logger: setup.logger,
      network: await networkPort(setup),
      teamAccess: await teamAccess(setup, {
        inForce: setup.profile?.team ?? undefined,
        all: setup.settings.get().profiles.flatMap(({ team }) => team ?? []),
      }),
    });
    await core.start(engine);
    // Only once the work is this process's own: a running app has its key.
    if (engine !== 'none' && context.options.app === true && !setup.hasOutsideKey)
      context.output.note(context.output.say('cli.app.keychain'));
    const end = async () => {
      await core.stop();
      setup.close();
    };
    return { ...setup, core, calls: core.calls, end };
  } catch (error) {
    setup.close();
    throw error;
  }
}

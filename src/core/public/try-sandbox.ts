import { originsOf } from '#core/ports/profile-addresses.ts';
import { sandboxProfileId } from '#core/ports/profile-id.ts';
import { profileSchema } from '#shared/settings/profile.ts';
import type { SecretsPort } from '../ports/secrets.ts';
import type { SettingsPort } from '../ports/settings.ts';

/** A running sandbox: addresses, the owner's key, and the way to end it. */
export interface SandboxServer {
  readonly baseUrl: string;
  readonly agentsUrl: string;
  readonly apiKey: string;
  stop(): Promise<void>;
}

export interface TrySandboxOptions {
  readonly settings: SettingsPort;
  readonly secrets: SecretsPort;
  /** Where the sandbox keeps what it was given, so that it is still there the next time. */
  readonly directory: string;
  /** Starts the sandbox program with these arguments. */
  readonly launch: (args: readonly string[]) => Promise<SandboxServer>;
}

/** "Try it now": a sandbox that the host of the pages starts, with a profile of its own. */
export class TrySandbox {
  readonly #options: TrySandboxOptions;
  #running: Promise<SandboxServer> | undefined;

  constructor(options: TrySandboxOptions) {
    this.#options = options;
  }

  /** Starts it (once), points its profile at it and makes that the one in force. Returns the profile's id. */
  async start(): Promise<string> {
    const { settings, secrets, directory, launch } = this.#options;
    this.#running ??= launch(['--data', directory]);
    try {
      const { baseUrl, agentsUrl, apiKey } = await this.#running;
      await secrets.setKey(sandboxProfileId, apiKey, originsOf({ baseUrl, agentsUrl }));
      await settings.update((current) => {
        const known = current.profiles.find(({ id }) => id === sandboxProfileId);
        const profile = profileSchema.parse({
          name: 'Sandbox',
          ...known,
          id: sandboxProfileId,
          baseUrl,
          agentsUrl,
        });
        const others = current.profiles.filter(({ id }) => id !== sandboxProfileId);
        return { ...current, profiles: [...others, profile], activeProfileId: sandboxProfileId };
      });
      return sandboxProfileId;
    } catch (error) {
      const failed = this.#running;
      this.#running = undefined;
      await (await failed.catch(() => undefined))?.stop();
      throw error;
    }
  }

  /** Starts it again when it was the service in force the last time: its addresses are new at each start. */
  async resume(): Promise<void> {
    if (this.#options.settings.get().activeProfileId === sandboxProfileId) await this.start();
  }

  async stop(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    await (await running?.catch(() => undefined))?.stop();
  }
}

import type { Policy } from '#shared/settings/policy.ts';
import type { Settings, StoredSettings } from '#shared/settings/settings.ts';

/** Where settings live: `electron-store` in the app, `conf` for the agent. Already parsed and migrated. */
export interface SettingsPort {
  get(): Settings;
  /** As `get`, but what no one chose is left out. */
  stored(): StoredSettings;
  /**
   * The same, with what another process wrote a moment ago: looks at the file. For what cannot be taken back,
   * as the sharing of a document that is about to be sent. Left out where no other process writes.
   */
  latest?(): Settings;
  /** Replaces the stored settings by what `change` returns; written before it resolves. */
  update(change: (current: StoredSettings) => StoredSettings): Promise<Settings>;
  /** Calls back after a change, also one made by another process; returns the way to stop. */
  onChange(listener: (settings: Settings) => void): () => void;
  /** Set when a file could not be read and was moved aside: where to. */
  readonly setAside: string | null;
  /** What the administrator of the machine set: what `get` answers obeys it, what `update` is given must. */
  readonly policy?: Policy | undefined;
}

import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';

/** Single values that outlive a restart: the signing secret, the owner's key, the clock's offset. */
export interface SettingStore {
  get(name: string): string | undefined;
  set(name: string, value: string): void;
  /** The value, made at random (64 hexadecimal characters) where there is none yet. */
  secret(name: string): string;
}

export function createSettingStore(database: DatabaseSync): SettingStore {
  const select = database.prepare('SELECT value FROM settings WHERE name = ?');
  const upsert = database.prepare(
    `INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE
      SET value = excluded.value`,
  );
  const store: SettingStore = {
    get: (name) => select.get(name)?.value as string | undefined,
    set: (name, value) => {
      upsert.run(name, value);
    },
    secret(name) {
      const known = store.get(name);
      if (known !== undefined) return known;
      const made = randomBytes(32).toString('hex');
      store.set(name, made);
      return made;
    },
  };
  return store;
}

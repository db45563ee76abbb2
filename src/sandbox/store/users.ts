import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';

/** Someone with an API key. */
export interface User {
  userId: string;
  orgId: string;
}

export interface UserStore {
  byKey(apiKey: string): User | undefined;
  /** Adds a user, or gives a known one a new key. Returns the key. */
  add(user: User, apiKey?: string): string;
}

export function createUserStore(database: DatabaseSync): UserStore {
  const upsert = database.prepare(
    `INSERT INTO users (api_key, user_id, org_id) VALUES (?, ?, ?)
     ON CONFLICT (user_id) DO UPDATE SET api_key = excluded.api_key, org_id = excluded.org_id`,
  );
  const users = new Map<string, User>();
  const read = () => {
    users.clear();
    for (const row of database.prepare('SELECT * FROM users').all()) {
      users.set(row.api_key as string, { userId: row.user_id as string, orgId: row.org_id as string });
    }
  };
  read();
  return {
    byKey: (apiKey) => users.get(apiKey),
    add(user, apiKey = `sandbox-${randomBytes(20).toString('hex')}`) {
      upsert.run(apiKey, user.userId, user.orgId);
      read();
      return apiKey;
    },
  };
}

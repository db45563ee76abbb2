import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Cluster, TeamDatabase } from './cluster.ts';

/** A copy of the folder of its data, as a backup takes it; the way to put it back. */
export async function backup(cluster: Cluster, team: TeamDatabase): Promise<() => Promise<void>> {
  const copy = join(cluster.folder, 'backup');
  await team.admin.query('CHECKPOINT');
  await cluster.stop();
  cpSync(join(cluster.folder, 'data'), copy, { recursive: true, preserveTimestamps: true });
  await cluster.start();
  await cluster.reconnect(team);
  return async () => {
    await cluster.stop();
    cluster.putBack(copy);
    rmSync(copy, { recursive: true });
    await cluster.start();
    await cluster.reconnect(team);
  };
}

import { setTimeout as wait } from 'node:timers/promises';
import type { Cluster } from '../../../test/team/support/cluster.ts';

/** What is done to the team's database, one after the other. */
export interface DatabaseBlows {
  /** SIGKILL to the postmaster, and a new one after so long. */
  kill(deadMs: number): Promise<void>;
  /** A base backup, as administrators make them. */
  copy(): Promise<void>;
  /** It becomes its backup again: what happened since is forgotten. */
  putBack(): Promise<void>;
}

/** A killed server's last children may take so long to notice, and keep the next one out, ms. */
const startPatience = 60_000;
const againMs = 250;

export function createDatabaseBlows(cluster: Cluster): DatabaseBlows {
  let turn: Promise<void> = Promise.resolve();
  let backup: string | undefined;
  const inTurn = (work: () => Promise<void>) => {
    turn = turn.then(work);
    return turn;
  };
  async function start(): Promise<void> {
    const until = performance.now() + startPatience;
    for (;;) {
      try {
        return await cluster.start();
      } catch (error) {
        if (performance.now() > until) throw error;
        await wait(againMs);
      }
    }
  }
  return {
    kill: (deadMs) =>
      inTurn(async () => {
        await cluster.kill();
        await wait(deadMs);
        await start();
      }),
    copy: () =>
      inTurn(async () => {
        backup = await cluster.baseBackup();
      }),
    putBack: () =>
      inTurn(async () => {
        if (backup === undefined) throw new Error('There is no copy of the database.');
        await cluster.stop();
        cluster.putBack(backup);
        await start();
      }),
  };
}

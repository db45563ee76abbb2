import type { Lease, Team } from '#core/ports/team.ts';
import type { WatchFolder } from '#shared/settings/watch-folder.ts';
import { isShared, type Standby } from './team-link.ts';

/** Asks again this long after another machine was named, or after the team did not answer, ms. */
const lookAgainMs = 30_000;
const retryMs = 5_000;

export interface SharedFolders {
  /** One turn; ms until the next, or undefined while there is nothing to ask. */
  turn(signal: AbortSignal): Promise<number | undefined>;
  /** Undefined: this machine watches the folder of that name. */
  standbyOf(name: string): Standby | undefined;
  /** Whether the last answer, or its effect on the watch, is missing. */
  isUndecided(): boolean;
}

/** What the watch does for shared folders. */
export interface WatchOfShared {
  /** Whether the folder cannot be read now, so that another machine may have more luck. */
  readonly isAway: (folderId: string) => boolean;
  /** Who watches changed; resolves when the watch follows. */
  readonly onChange: (folders: readonly WatchFolder[]) => Promise<void>;
}

export interface SharedFoldersOptions {
  readonly team: Pick<Team, 'lead'>;
  readonly scope: () => Promise<string | undefined>;
  /** Of the profile. */
  readonly folders: () => readonly WatchFolder[];
  /** Whether this machine sends nothing, while others of the team may. */
  readonly isPaused: () => boolean;
  readonly watch: WatchOfShared;
  /** A lease was lost: takes a turn now. */
  readonly wake: () => void;
}

/**
 * Decides which shared folders of a profile this machine watches: those whose lease it has. The lease only
 * spares the others the reading. Claims decide who uploads, also while two machines watch.
 */
export function createSharedFolders(options: SharedFoldersOptions): SharedFolders {
  const { team, scope, folders, isPaused, watch, wake } = options;
  const leases = new Map<string, { readonly lease: Lease; readonly of: string }>();
  const standing = new Map<string, 'ours' | Standby>();
  let told = '[]';
  let isUndecided = true;

  function leave(name: string): void {
    leases.get(name)?.lease.leave();
    leases.delete(name);
  }

  async function look(
    name: string,
    same: readonly WatchFolder[],
    of: string | undefined,
    signal: AbortSignal,
  ) {
    const held = leases.get(name);
    if (held !== undefined && held.of === of && !held.lease.lost.aborted) {
      // Goes on looking for its drive until another machine takes the lease.
      if (same.every(({ id }) => watch.isAway(id))) leave(name);
      return;
    }
    leave(name);
    const answer = of === undefined ? 'unreachable' : await team.lead(`folder:${name}`, of, signal);
    if (of === undefined || answer === 'unreachable') standing.set(name, 'unreachable');
    else if (!('lost' in answer)) standing.set(name, answer.by ? { by: answer.by.name } : 'asking');
    else {
      leases.set(name, { lease: answer, of });
      answer.lost.addEventListener('abort', wake, { once: true });
      standing.set(name, 'ours');
    }
  }

  function standbyOf(name: string): Standby | undefined {
    if (isPaused()) return 'paused';
    const now = standing.get(name) ?? 'asking';
    return now === 'ours' ? undefined : now;
  }

  return {
    async turn(signal) {
      const shared = folders().filter(isShared);
      const byName = Map.groupBy(isPaused() ? [] : shared, ({ sharedAs }) => sharedAs);
      for (const name of leases.keys()) if (!byName.has(name)) leave(name);
      for (const name of standing.keys()) if (!byName.has(name)) standing.delete(name);
      const of = byName.size === 0 ? undefined : await scope();
      await Promise.all([...byName].map(([name, same]) => look(name, same, of, signal)));
      const now = JSON.stringify(shared.map(({ id, sharedAs }) => [id, standbyOf(sharedAs) ?? null]));
      if (now !== told) await watch.onChange(shared);
      told = now;
      isUndecided = [...standing.values()].some((one) => one === 'unreachable' || one === 'asking');
      if (byName.size === 0) return undefined;
      return isUndecided ? retryMs : lookAgainMs;
    },
    standbyOf,
    isUndecided: () => isUndecided,
  };
}

import { sharedNameOf } from '#core/local/shared-name.ts';
import type { Clock } from '#core/ports/clock.ts';
import { orAborted } from '#core/ports/or-aborted.ts';
import type { RootAnswer, Team } from '#core/ports/team.ts';
import { normalSharedName } from '#shared/settings/shared-name.ts';
import type { Owners } from '../../watch/folder-owners.ts';

/** Who reads a shared folder first: this machine (`null`) for so many others, or another one. */
interface FirstReader {
  readonly machine: string | null;
  readonly others: number;
}

export interface FirstReadersContext {
  readonly profileId: string;
  readonly team: Pick<Team, 'root'>;
  readonly scope: () => Promise<string | undefined>;
  readonly owners: () => Promise<Owners>;
  readonly clock: Pick<Clock, 'monotonic'>;
  /** Aborted when the engine has to end. */
  readonly end: AbortSignal;
  /** This machine sends nothing for now, so it reads nothing first. */
  readonly isHeld: () => boolean;
}

export interface FirstReaders {
  /** The name of a folder on its share, the same on every machine; undefined where it has none. */
  nameOf(owners: Owners, folderId: string): string | undefined;
  /** Who reads first, as it was a moment ago; where nobody does, this machine from here on. */
  of(scope: string, name: string, signal: AbortSignal): Promise<RootAnswer>;
  /** Looks at all folders of the profile; ms until it is worth another look. */
  turn(signal: AbortSignal): Promise<number>;
  /** For people, as it was last heard. */
  ofFolder(folderId: string): FirstReader | undefined;
}

/** What the team said is believed so long while files wait for it, ms. */
const believedMs = 10_000;
/** How often it is asked when nothing waits, ms, so that the others are counted and somebody is there. */
const everyMs = 60_000;
/** A table of mounts is read again after this, ms. */
const namedMs = 60_000;

/**
 * Of folders that several machines of a team have, one reads each first (docs/adr/0041). That saves the
 * others the work and decides nothing else: every machine watches its folders itself.
 */
export function createFirstReaders(context: FirstReadersContext): FirstReaders {
  const { profileId, team, clock, isHeld } = context;
  const answers = new Map<string, { readonly answer: RootAnswer; readonly at: number }>();
  const asking = new Map<string, Promise<RootAnswer>>();
  const names = new Map<
    string,
    { readonly of: string; readonly name: string | undefined; readonly at: number }
  >();
  let readers: ReadonlyMap<string, FirstReader> = new Map();

  function nameOf({ folder: find, nesting }: Owners, folderId: string): string | undefined {
    const folder = find(folderId);
    if (folder === undefined) return undefined;
    const real = nesting.realPaths.get(folderId) ?? folder.path;
    const of = `${folder.sharedAs}\n${real}`;
    const known = names.get(folderId);
    if (known?.of === of && clock.monotonic() - known.at < namedMs) return known.name;
    const name = folder.sharedAs === null ? sharedNameOf(real) : normalSharedName(folder.sharedAs);
    names.set(folderId, { of, name, at: clock.monotonic() });
    return name;
  }

  async function ask(scope: string, name: string): Promise<RootAnswer> {
    const answer = await team.root(scope, name, context.end);
    answers.set(keyOf(scope, name), { answer, at: clock.monotonic() });
    return answer;
  }

  function of(scope: string, name: string, signal: AbortSignal, believed = believedMs): Promise<RootAnswer> {
    const key = keyOf(scope, name);
    const known = answers.get(key);
    const isLost = known?.answer.kind === 'ours' && known.answer.lease.lost.aborted;
    if (known !== undefined && !isLost && clock.monotonic() - known.at < believed)
      return Promise.resolve(known.answer);
    // However many files wait, it is one question.
    const asked = asking.get(key) ?? ask(scope, name).finally(() => asking.delete(key));
    asking.set(key, asked);
    return orAborted(asked, signal);
  }

  /** Somebody else may read first what this machine has no more, or does not read now. By `keyOf`. */
  function leaveAllBut(kept: ReadonlySet<string>): void {
    for (const [key, { answer }] of answers) {
      if (kept.has(key)) continue;
      if (answer.kind === 'ours') answer.lease.leave();
      answers.delete(key);
    }
  }

  return {
    nameOf,
    of: (scope, name, signal) => of(scope, name, signal),
    async turn(signal) {
      const owners = await context.owners();
      const mine = owners.folders.filter((folder) => folder.profileId === profileId && !folder.paused);
      const named = new Map(
        mine.flatMap(({ id }) => {
          const name = isHeld() ? undefined : nameOf(owners, id);
          return name === undefined ? [] : [[id, name] as const];
        }),
      );
      const scope = named.size === 0 ? undefined : await context.scope();
      const kept = scope === undefined ? [] : [...named.values()].map((name) => keyOf(scope, name));
      leaveAllBut(new Set(kept));
      const told = new Map<string, FirstReader>();
      for (const [id, name] of scope === undefined ? [] : named) {
        const answer = await of(scope as string, name, signal, 0);
        if (answer.kind === 'unreachable') continue;
        told.set(id, { machine: answer.kind === 'ours' ? null : answer.by.name, others: answer.others });
      }
      readers = told;
      return everyMs;
    },
    ofFolder: (folderId) => readers.get(folderId),
  };
}

/** Another key's readers are others. */
function keyOf(scope: string, name: string): string {
  return `${scope} ${name}`;
}

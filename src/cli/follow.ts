import { type Health, isUnreachable } from '#shared/bridge/health.ts';
import { isErrorCode } from '#shared/errors/catalog.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { restStates, unsentStates } from '#shared/uploads/open-states.ts';
import type { Say } from '#shared/sentences/sentences.ts';
import type { UploadState } from '#shared/uploads/upload.ts';
import { isInTheWay } from './in-the-way.ts';
import { printable } from './output/format.ts';
import { shownPath, troubleOf } from './output/upload-text.ts';
import type { Session } from './session.ts';
import { showProgress } from './show-progress.ts';
import { until } from './until.ts';
import { countsById } from './uploads-of.ts';

/**
 * How far to follow uploads: until their bytes are at the service, or until the service has finished with
 * them.
 */
export type Goal = 'landed' | 'finished';

/** Milliseconds without a connection after which a command gives up waiting; an agent would go on. */
const offlinePatience = 10_000;

const stays = (say: Say) => say('cli.upload.stays');

export type FollowEnd = 'reached' | 'interrupted' | 'paused';

export interface FollowOptions {
  /** Ends the wait; by default the interruption of the program. */
  readonly signal?: AbortSignal;
  /** What an earlier wait for the same uploads found out; what this one finds out is added. */
  readonly found?: Found;
}

/** What a wait has found out. */
export interface Found {
  /** Trouble that was said, by code. */
  readonly said: Set<string>;
  /** Since when the service does not answer, milliseconds of `performance.now()`; null while it does. */
  offlineSince: number | null;
}

export const nothingFound = (): Found => ({ said: new Set(), offlineSince: null });

/**
 * Waits until these uploads have come as far as `goal`, with progress on a terminal.
 *
 * @throws AppError `KEY_REJECTED`, `UNREACHABLE` and the like when they wait for something that this command
 *   cannot mend; they stay in the queue
 */
export async function follow(
  session: Session,
  ids: readonly number[],
  goal: Goal,
  options: FollowOptions = {},
): Promise<FollowEnd> {
  const { core, calls, environment } = session;
  if (ids.length === 0) return 'reached';
  const endProgress = showProgress(session);
  const found = options.found ?? nothingFound();
  try {
    const end = await until<FollowEnd>(
      core,
      async () => {
        const counts = await countsById(calls, ids);
        if (open(counts, goal) === 0) return 'reached';
        const status = await calls['agent.status']({});
        if (status.paused) return 'paused';
        await lookAtTrouble(session, status.health, { ids, goal, said: found.said });
        const now = performance.now();
        found.offlineSince = isUnreachable(status.health) ? (found.offlineSince ?? now) : null;
        if (found.offlineSince !== null && now - found.offlineSince > offlinePatience) {
          throw new AppError('UNREACHABLE', { said: stays });
        }
        return undefined;
      },
      { signal: options.signal ?? environment.interrupted },
    );
    return end ?? 'interrupted';
  } finally {
    await endProgress();
  }
}

/** How many have not reached the goal. */
function open(counts: Readonly<Record<UploadState, number>>, goal: Goal): number {
  let sum = 0;
  for (const [state, count] of Object.entries(counts) as [UploadState, number][]) {
    if (!restStates.includes(state) && !(goal === 'landed' && state === 'processing')) sum += count;
  }
  return sum;
}

/**
 * Looks at what waits. What stands of their profile holds every upload, also those that were never tried; any
 * other trouble is said once, because a command that says nothing for minutes looks as if it hung.
 */
async function lookAtTrouble(
  { calls, output }: Session,
  { findings }: Pick<Health, 'findings'>,
  { ids, goal, said }: { readonly ids: readonly number[]; readonly goal: Goal; readonly said: Set<string> },
): Promise<void> {
  const states = goal === 'landed' ? [...unsentStates] : [...unsentStates, 'processing' as const];
  const filter = { profileId: null, ids: ids.slice(0, 1000), states };
  const { rows } = await calls['uploads.list']({ filter, limit: 50 });
  for (const upload of rows) {
    const { code, path, profileId } = upload;
    const stands = findings.find((finding) => isInTheWay(finding) && finding.profileId === profileId)?.code;
    if (stands != null && isErrorCode(stands)) throw new AppError(stands, { said: stays });
    if (code === null || said.has(code) || upload.state === 'processing') continue;
    said.add(code);
    const trouble = printable(troubleOf(upload, output));
    output.note(output.say('cli.upload.triesAgain', { path: printable(shownPath(path)), trouble }));
  }
}

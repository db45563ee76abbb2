import { sleep } from '#core/ports/clock.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { formerService } from '../ledger/service-of-history.ts';
import type { CoreContext } from './core-context.ts';
import { pausedFolders } from './folders-at-rest.ts';

/** How often idleness is looked at, ms; cheap counts only. */
const everyMs = 100;

/**
 * Resolves when no upload of any profile, but of those left out, is on its way and the watched folders are
 * settled.
 */
export async function whenIdle(
  context: CoreContext,
  signal?: AbortSignal,
  without: ReadonlySet<string> = new Set(),
): Promise<void> {
  for (;;) {
    signal?.throwIfAborted();
    for (const [profileId, engine] of context.engines) {
      if (without.has(profileId)) continue;
      const { governor } = engine.service;
      const reason = governor.reason();
      if (reason && governor.needsPerson())
        throw new AppError(reason.code, reason.detail === undefined ? {} : { detail: reason.detail });
    }
    for (const { work, profileId, detail } of context.failing()) {
      if (work === 'start' && !without.has(profileId ?? '')) throw new AppError('AGENT_FAILS', { detail });
    }
    await context.watch()?.whenSettled(signal);
    const isDone =
      !isUndecided(context, without) &&
      !isUnfinished(context, without) &&
      !isToTell(context, without) &&
      isAccountKnown(context, without);
    if (isDone && (context.watch()?.idle() ?? true)) return;
    await sleep(context.clock, everyMs, signal);
  }
}

/** Whether all keys are of the accounts of before, as far as they were asked for. */
function isAccountKnown({ engines }: CoreContext, without: ReadonlySet<string>): boolean {
  return [...engines].every(
    ([id, { isAccountKnown, service }]) => without.has(id) || isAccountKnown || service.governor.isOpen(),
  );
}

/** Whether the team has not said yet who watches a shared folder. */
function isUndecided({ engines }: CoreContext, without: ReadonlySet<string>): boolean {
  return [...engines].some(([id, { shared }]) => !without.has(id) && shared?.isUndecided() === true);
}

/**
 * Whether the team is to hear of something that landed: others wait for it. While it is away that stands in
 * the ledger, and the next start tells it.
 */
function isToTell({ engines, ledger }: CoreContext, without: ReadonlySet<string>): boolean {
  return [...engines].some(
    ([id, { link }]) =>
      !without.has(id) && link.standing()?.state === 'reachable' && ledger.team.listUntold(id, 1).length > 0,
  );
}

/** @throws AppError `PROFILE_MOVED` where a person has to say first which service it is */
function isUnfinished(context: CoreContext, without: ReadonlySet<string>): boolean {
  const { folders, profiles } = context.settings.get();
  const { uploads } = context.ledger;
  const paused = pausedFolders(folders);
  const resting = folders
    .map(({ id }) => id)
    .filter((id) => paused.includes(id) || uploads.waitsForFilesOnly(id));
  for (const profile of profiles) {
    if (without.has(profile.id) || !uploads.isUnfinished(profile.id, paused, resting)) continue;
    if (formerService(context.ledger, profile) !== undefined) throw new AppError('PROFILE_MOVED');
    return true;
  }
  return false;
}

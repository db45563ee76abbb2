import { sleep } from '#core/ports/clock.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { CoreContext } from './core-context.ts';

/** How often idleness is looked at, ms; cheap counts only. */
const everyMs = 100;

/** Resolves when no upload of any profile is on its way and the watched folders are settled. */
export async function whenIdle(context: CoreContext, signal?: AbortSignal): Promise<void> {
  for (;;) {
    signal?.throwIfAborted();
    for (const engine of context.engines.values()) {
      const { governor } = engine.service;
      const reason = governor.reason();
      if (reason && governor.needsPerson())
        throw new AppError(reason.code, reason.detail === undefined ? {} : { detail: reason.detail });
    }
    await context.watch()?.whenSettled(signal);
    if (!isUnfinished(context) && (context.watch()?.idle() ?? true)) return;
    await sleep(context.clock, everyMs, signal);
  }
}

function isUnfinished(context: CoreContext): boolean {
  const { folders, profiles } = context.settings.get();
  const paused: string[] = [];
  for (const { id, paused: isPaused } of folders) {
    if (isPaused || context.ledger.uploads.waitsForFilesOnly(id)) paused.push(id);
  }
  for (const profile of profiles) {
    if (context.ledger.uploads.isUnfinished(profile.id, paused)) return true;
  }
  return false;
}

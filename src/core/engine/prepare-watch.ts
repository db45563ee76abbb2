import type { OwnedVolumes } from '#core/local/volumes.ts';
import { asLedgerError } from '../ledger/database.ts';
import { createLocalFiles } from '../ledger/local-files.ts';
import type { Watch, WatchOptions } from '../watch/watch-api.ts';
import type { CoreContext } from './core-context.ts';
import { standbyOf } from './team-link.ts';

/**
 * The watch of a run of core: its thread loads what it needs while the rest opens, and nothing starts yet.
 */
export async function prepareWatch(
  context: CoreContext,
  volumes: OwnedVolumes,
  options: WatchOptions | undefined,
): Promise<Watch> {
  const { database, ledger, clock, random, logger, emit } = context;
  const { createWatch } = await import('../watch/watch-folders.ts');
  const watch = createWatch({
    clock,
    random,
    logger,
    volumes,
    rootLook: context.gate,
    database,
    localFiles: createLocalFiles(database, clock.now),
    owners: context.owners,
    standbyOf(folder) {
      const standby = standbyOf(context, folder);
      return standby === 'asking' || standby === 'unreachable' ? 'unknown' : standby && 'known';
    },
    intake: {
      take: (profileId, files) => {
        ledger.intake.take(profileId, files);
        context.engines.get(profileId)?.added();
        // While nothing may be sent, no upload's begin or end would tell of these.
        emit('uploads.changed', { ids: [] });
      },
    },
    deleteRemote: (deletions) => {
      const ids = deletions.map((deletion) => deletion.uploadId);
      ledger.history.deleteDocuments(ids);
      for (const engine of context.engines.values()) engine.wake();
    },
    onUnwritten: (error) => {
      // Nobody else may have something to write, and so notice it.
      for (const engine of context.engines.values()) engine.heardLedger(asLedgerError(error));
    },
    ...(options ? { options } : {}),
  });
  for (const event of ['changed', 'health'] as const)
    watch.events.on(event, ({ folderId }) => emit('folders.changed', { folderId }));
  watch.events.on('aside', (seen) => context.engines.get(seen.folder.profileId)?.sawAside(seen));
  watch.prepare();
  return watch;
}

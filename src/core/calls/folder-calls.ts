import { randomUUID } from 'node:crypto';
import { posix, resolve } from 'node:path';
import { wayBelow } from '#core/local/below.ts';
import { parentOf } from '#core/local/names.ts';
import { nestedIn } from '#core/local/nesting.ts';
import type { Handlers } from '#shared/bridge/contract.ts';
import type { FolderHealth } from '#shared/bridge/folders.ts';
import { AppError } from '#shared/errors/app-error.ts';
import {
  type ChosenFolder,
  chosenFolderSchema,
  editFolder,
  folderInForce,
  type WatchFolder,
} from '#shared/settings/watch-folder.ts';
import { said } from '#shared/spoken/said.ts';
import { speakEnglish } from '#shared/spoken/speak-english.ts';
import { withoutUndefined } from '#shared/without-undefined.ts';
import { activeProfile, type CoreContext, wakeEngines } from '../engine/core-context.ts';
import { createClaims } from '../ledger/claims.ts';
import { createLocalFiles } from '../ledger/local-files.ts';
import { formerService } from '../ledger/service-of-history.ts';
import { chooseHeld } from '../watch/choose-held.ts';
import { coverageOf } from '../watch/coverage.ts';
import { decideVanished } from '../watch/decide-vanished.ts';
import { filesByReason } from '../watch/files-by-reason.ts';
import { neighboursOf } from '../watch/folder-owners.ts';
import { vanishedOf } from '../watch/vanished.ts';
import { createFolderChecks } from './folder-checks.ts';

/** Of a folder that this process does not watch nothing is known but who does. */
function watchedBy(agent: ReturnType<CoreContext['agent']>): FolderHealth {
  const isWatched = typeof agent === 'object' && agent.engine === 'watch';
  const words = isWatched
    ? said('health.otherAgent', { process: String(agent.process), host: agent.host })
    : said('health.noAgent');
  return { mode: 'off', why: speakEnglish(words), said: words, lastReconcileAt: null, counted: 0 };
}

/** Watch folders: their settings, what is in them, and what a person decides about it. */
export function folderCalls(
  context: CoreContext,
): Pick<Handlers, Extract<keyof Handlers, `folders.${string}`>> {
  const { settings, database, gate } = context;
  const { nestingOf, assertFolder, assertFree, assertRules } = createFolderChecks(context);
  const localFiles = createLocalFiles(database, context.clock.now);
  const claims = createClaims(database, context.clock.now);

  function find(folderId: string): WatchFolder {
    const folder = settings.get().folders.find((one) => one.id === folderId);
    if (!folder) throw new AppError('NOT_HERE', { spoken: said('notHere.folder', { id: folderId }) });
    return folder;
  }

  /** The row of a file named by its path, absolute or relative to the folder. */
  function localFileAt(folder: WatchFolder, path: string): number | undefined {
    const inside = wayBelow(resolve(folder.path, path), folder.path);
    if (!inside) return undefined;
    return localFiles.idOf(folder.id, parentOf(inside), posix.basename(inside));
  }

  /** Profiles that lead elsewhere than their history: nobody can say what of it is searchable there. */
  function movedProfiles(): Set<string> {
    const moved = new Set<string>();
    for (const profile of settings.get().profiles)
      if (formerService(context.ledger, profile) !== undefined) moved.add(profile.id);
    return moved;
  }

  async function applied(folderId: string): Promise<void> {
    const { tellFolders } = await import('../watch/tell-folders.ts');
    await tellFolders(context);
    wakeEngines(context);
    context.emit('folders.changed', { folderId });
  }

  return {
    'folders.list': async () => {
      const owners = await context.owners();
      const elsewhere = movedProfiles();
      const live = await context.live();
      const agent = context.agent();
      return settings.get().folders.map((folder) => ({
        folder,
        ...neighboursOf(owners, folder),
        coverage: coverageOf(database, folder.id, elsewhere.has(folder.profileId)),
        vanished: vanishedOf(database, folder.id),
        health: live?.folders[folder.id]?.health ?? watchedBy(agent),
      }));
    },
    'folders.add': async ({ folder: given }) => {
      const profileId = given.profileId ?? activeProfile(context).id;
      const chosen = chosenFolderSchema.parse({
        ...withoutUndefined(given),
        id: randomUUID(),
        profileId,
        path: resolve(given.path),
      });
      const folder = folderInForce(chosen);
      await assertFolder(folder.path);
      await assertFree(folder.path, settings.get().folders);
      await assertRules(folder);
      await settings.update((current) => ({ ...current, folders: [...current.folders, chosen] }));
      await applied(folder.id);
      return folder;
    },
    'folders.edit': async ({ folderId, changes, clear, leaveOut = [] }) => {
      const leftOut = leaveOut.map((glob) => ({ action: 'exclude' as const, glob }));
      const edited = ({ pausedFromOutside: _seen, ...known }: ChosenFolder) => {
        const changed = editFolder(known, changes, clear);
        // First: the first rule that matches decides.
        return leftOut.length === 0
          ? changed
          : { ...changed, filters: [...leftOut, ...folderInForce(changed).filters] };
      };
      const folder = folderInForce(edited(find(folderId)));
      await assertFolder(folder.path);
      await assertFree(
        folder.path,
        settings.get().folders.filter(({ id }) => id !== folderId),
      );
      await assertRules(folder);
      await settings.update((current) => ({
        ...current,
        // Another edit may have paused the folder during the check of its path, which is slow on some drives.
        folders: current.folders.map((one) => (one.id === folderId ? edited(one) : one)),
      }));
      await applied(folderId);
      return find(folderId);
    },
    'folders.remove': async ({ folderId }) => {
      find(folderId);
      await settings.update((current) => ({
        ...current,
        folders: current.folders.filter((one) => one.id !== folderId),
      }));
      await applied(folderId);
      return { removed: true };
    },
    'folders.preview': async ({ folder, hash, rows }) => {
      const { createKnownFolder } = await import('../watch/known-folder.ts');
      const { previewFolder } = await import('../watch/preview.ts');
      const { previewWithNames } = await import('./tag-names.ts');
      await assertRules(folder);
      const { folders } = settings.get();
      const isWatched = folders.some(({ id, path }) => id === folder.id && path === folder.path);
      const isElsewhere = movedProfiles().has(folder.profileId);
      const others = folders.filter(({ id }) => id !== folder.id);
      const preview = await previewFolder(gate, folder, {
        rows,
        nested: nestedIn(await nestingOf(folder, others), folder.id),
        ...(isWatched && { known: createKnownFolder(database, folder, isElsewhere) }),
        ...(hash && { knownBytes: (sha256: string) => claims.isClaimed(folder.profileId, sha256) }),
      });
      return previewWithNames(await context.withServices(), folder.profileId, preview);
    },
    'folders.choose': async ({ folderId, paths }) => {
      const folder = find(folderId);
      const which =
        typeof paths === 'string'
          ? paths
          : paths.map((path) => localFileAt(folder, path)).filter((id) => id !== undefined);
      // The agent that watches the folder looks through it when it sees what was chosen.
      if (isWatchedElsewhere()) return { count: await chooseHeld(localFiles, folderId, which) };
      return { count: await requireWatch().choose(folderId, which) };
    },
    'folders.reconcile': async ({ folderId }) => {
      const { seen } = await requireWatch().reconcile(folderId, 'asked for');
      return { seen };
    },
    'folders.uploadNow': async ({ folderId, path }) => {
      const folder = find(folderId);
      const file = localFileAt(folder, path);
      if (file === undefined) throw new AppError('USAGE', { spoken: said('usage.noFile', { path }) });
      if (isWatchedElsewhere()) return { taken: localFiles.request(file) };
      return { taken: await requireWatch().uploadNow(file) };
    },
    'folders.files': async ({ folderId, ...wanted }) => {
      const { profileId } = find(folderId);
      return filesByReason(database, folderId, wanted, movedProfiles().has(profileId));
    },
    'folders.decideDeletes': async ({ folderId, choice, place }) => {
      const folder = find(folderId);
      const count = await decideVanished(
        {
          database,
          ofProfile: context.settings
            .get()
            .folders.filter(({ profileId }) => profileId === folder.profileId)
            .map(({ id }) => id),
          now: context.clock.now,
          deleteDocuments: (uploadIds) => context.ledger.history.deleteDocuments(uploadIds),
        },
        folder,
        { choice, place },
      );
      wakeEngines(context);
      context.emit('folders.changed', { folderId });
      // Another process may watch the folder: then its next pass sees what was decided.
      void context.watch()?.reconcile(folderId, 'decided');
      return { count };
    },
  };

  function isWatchedElsewhere(): boolean {
    const agent = context.watch() === undefined ? context.agent() : undefined;
    return typeof agent === 'object' && agent.engine === 'watch';
  }

  function requireWatch() {
    const watch = context.watch();
    if (!watch) throw new AppError('USAGE', { spoken: said('usage.needsAgent') });
    return watch;
  }
}

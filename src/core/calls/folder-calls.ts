import { randomUUID } from 'node:crypto';
import { basename, dirname, relative, resolve, sep } from 'node:path';
import type { Handlers } from '#shared/bridge/contract.ts';
import type { FolderHealth } from '#shared/bridge/folders.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { type WatchFolder, watchFolderSchema } from '#shared/settings/watch-folder.ts';
import { said, speakEnglish } from '#shared/spoken/spoken-english.ts';
import { coverageOf } from '../watch/coverage.ts';
import { filesByReason } from '../watch/files-by-reason.ts';
import { previewFolder } from '../watch/preview.ts';
import { activeProfile, type CoreContext, wakeEngines } from './core-context.ts';
import { withoutUndefined } from './without-undefined.ts';

const notWatching: FolderHealth = {
  mode: 'off',
  why: speakEnglish(said('health.noAgent')),
  said: said('health.noAgent'),
  lastReconcileAt: null,
  counted: 0,
};

/** Watch folders: their settings, what is in them, and what a person decides about it. */
export function folderCalls(
  context: CoreContext,
): Pick<Handlers, Extract<keyof Handlers, `folders.${string}`>> {
  const { settings, database } = context;

  function find(folderId: string): WatchFolder {
    const folder = settings.get().folders.find((one) => one.id === folderId);
    if (!folder) throw new AppError('NOT_FOUND', { detail: `watch folder ${folderId}` });
    return folder;
  }

  function assertFree(path: string, except?: string): void {
    const other = settings.get().folders.find((one) => one.path === path && one.id !== except);
    if (other) throw new AppError('USAGE', { detail: `${path} is a watch folder already` });
  }

  /** The row of a file named by its path, absolute or relative to the folder. */
  function localFileAt(folder: WatchFolder, path: string): number | undefined {
    const inside = relative(folder.path, resolve(folder.path, path));
    const directory = dirname(inside) === '.' ? '' : dirname(inside).split(sep).join('/');
    const row = database
      .statement('SELECT id FROM local_files WHERE folder_id = ? AND directory = ? AND name = ?')
      .get(folder.id, directory, basename(inside));
    return row?.id as number | undefined;
  }

  async function applied(folderId: string): Promise<void> {
    await context.watch()?.setFolders(settings.get().folders);
    wakeEngines(context);
    context.emit('folders.changed', { folderId });
  }

  return {
    'folders.list': async () =>
      settings.get().folders.map((folder) => ({
        folder,
        coverage: coverageOf(database, folder.id),
        health: context.watch()?.health(folder.id) ?? notWatching,
      })),
    'folders.add': async ({ folder: given }) => {
      const profileId = given.profileId ?? activeProfile(context).id;
      const folder = watchFolderSchema.parse({
        ...given,
        id: randomUUID(),
        profileId,
        path: resolve(given.path),
      });
      assertFree(folder.path);
      await settings.update((current) => ({ ...current, folders: [...current.folders, folder] }));
      await applied(folder.id);
      return folder;
    },
    'folders.edit': async ({ folderId, changes }) => {
      const folder = watchFolderSchema.parse({ ...find(folderId), ...withoutUndefined(changes) });
      assertFree(folder.path, folderId);
      await settings.update((current) => ({
        ...current,
        folders: current.folders.map((one) => (one.id === folderId ? folder : one)),
      }));
      await applied(folderId);
      return folder;
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
    'folders.preview': ({ folder, hash, rows }) =>
      previewFolder(folder, {
        rows,
        ...(hash
          ? {
              knownBytes: (sha256: string) =>
                database
                  .statement('SELECT 1 FROM claims WHERE profile_id = ? AND sha256 = ?')
                  .get(folder.profileId, sha256) !== undefined,
            }
          : {}),
      }),
    'folders.choose': async ({ folderId, paths }) => {
      const folder = find(folderId);
      const watch = requireWatch();
      if (typeof paths === 'string') return { count: await watch.choose(folderId, paths) };
      const ids = paths.map((path) => localFileAt(folder, path));
      return {
        count: await watch.choose(
          folderId,
          ids.filter((id) => id !== undefined),
        ),
      };
    },
    'folders.reconcile': async ({ folderId }) => {
      const { seen } = await requireWatch().reconcile(folderId, 'asked for');
      return { seen };
    },
    'folders.uploadNow': async ({ folderId, path }) => {
      const folder = find(folderId);
      const file = localFileAt(folder, path);
      if (file === undefined) throw new AppError('NOT_FOUND', { detail: path });
      return { taken: await requireWatch().uploadNow(file) };
    },
    'folders.files': async ({ folderId, ...wanted }) => filesByReason(database, find(folderId).id, wanted),
    'folders.decideDeletes': async ({ folderId, choice }) => {
      find(folderId);
      return { count: await requireWatch().decideDeletes(folderId, choice === 'delete') };
    },
  };

  function requireWatch() {
    const watch = context.watch();
    if (!watch) throw new AppError('USAGE', { detail: 'this needs the agent that watches the folder' });
    return watch;
  }
}

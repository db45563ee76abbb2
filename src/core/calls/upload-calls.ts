import type { Handlers } from '#shared/bridge/contract.ts';
import type { UploadFilter } from '#shared/bridge/uploads.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { uploadColumns } from '#shared/export/upload-columns.ts';
import { said } from '#shared/spoken/said.ts';
import type { UploadState } from '#shared/uploads/upload.ts';
import {
  activeProfile,
  askedAnewKey,
  type CoreContext,
  interruptChanged,
  wakeEngines,
} from '../engine/core-context.ts';
import { exportPlace } from '../export/export-place.ts';
import { writeExport } from '../export/write-export.ts';
import type { ScopedFilter } from '../ledger/upload-filter.ts';
import { toUpload, type UploadRow } from '../ledger/upload-row.ts';
import { withTagNames } from './tag-names.ts';
import { addManualUploads } from '../upload/manual.ts';

type UploadHandlers = Pick<Handlers, Extract<keyof Handlers, `uploads.${string}`>>;

/** Rows read for an export in one turn of the event loop. */
const exportPage = 1000;

/** History and queue: what there is, and what a person does to it. */
export function uploadCalls(context: CoreContext): UploadHandlers {
  const { settings } = context;
  const { history, uploads } = context.ledger;

  /** Whose uploads: of the profile in force unless another, or every one, is named. */
  function scoped({ profileId, ...filter }: UploadFilter): ScopedFilter {
    return { ...filter, profileId: profileId === undefined ? activeProfile(context).id : profileId };
  }

  /** The same for what only asks: before the first set-up there is no profile, and nothing to ask for. */
  function asked(filter: UploadFilter): ScopedFilter {
    const isSetUp = settings.get().profiles.length > 0;
    return isSetUp ? scoped(filter) : { ...filter, profileId: filter.profileId ?? null };
  }

  async function change<T extends { count: number }>(
    filter: UploadFilter,
    work: (filter: ScopedFilter) => T,
    anew = false,
  ): Promise<T & { elsewhere?: number }> {
    const scope = scoped(filter);
    const result = await work(scope);
    if (anew) context.ledger.facts.set(askedAnewKey, context.clock.now());
    const { profileId, ids } = scope;
    const elsewhere = profileId === null || ids === undefined ? 0 : history.countElsewhere(profileId, ids);
    interruptChanged(context);
    wakeEngines(context, anew);
    context.emit('uploads.changed', { ids: [] });
    return { ...result, ...(elsewhere === 0 ? {} : { elsewhere }) };
  }

  const shown = (row: UploadRow) => withTagNames(context.ledger, toUpload(row));

  const counted = (count: number) => ({ count });

  return {
    'uploads.add': async ({ paths, options, shownProfileId }) => {
      const { id: profileId } = activeProfile(context, shownProfileId);
      const added = await addManualUploads(context, profileId, paths, options);
      wakeEngines(context);
      context.emit('uploads.changed', { ids: added.ids });
      return added;
    },
    'uploads.list': async ({ filter, ...query }) => {
      const { total, rows } = history.list({ ...query, filter: asked(filter) });
      return { total, rows: rows.map(shown) };
    },
    'uploads.show': async ({ id }) => {
      const row: UploadRow | undefined = uploads.get(id);
      if (!row) throw new AppError('NOT_HERE', { spoken: said('notHere.upload', { id: String(id) }) });
      return { upload: shown(row), events: history.events(id) };
    },
    'uploads.counts': async ({ filter }) => history.counts(asked(filter)) as Record<UploadState, number>,
    'uploads.export': async ({ filter, format, path }) => {
      const { dataDirectory, clock } = context;
      return writeExport(path ?? (await exportPlace(dataDirectory, 'uploads', format, clock.now())), {
        columns: uploadColumns,
        format,
        // Oldest first: what is added meanwhile comes at the end and moves no page.
        read: async (offset) => {
          const page = { order: 'oldest', offset, limit: exportPage } as const;
          return history.list({ ...page, filter: asked(filter) }).rows.map(toUpload);
        },
      });
    },
    'uploads.retry': ({ filter }) => change(filter, (scope) => history.retry(scope), true),
    'uploads.cancel': ({ filter }) => change(filter, (scope) => counted(history.cancel(scope))),
    'uploads.pause': ({ filter }) => change(filter, (scope) => counted(history.pause(scope, true))),
    'uploads.resume': ({ filter }) => change(filter, (scope) => counted(history.pause(scope, false))),
    'uploads.moveToTop': ({ filter }) => change(filter, (scope) => counted(history.moveToTop(scope))),
    'uploads.resolve': ({ filter, choice }) => change(filter, (scope) => history.resolve(scope, choice)),
  };
}

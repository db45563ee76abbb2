import type { Handlers } from '#shared/bridge/contract.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { UploadState } from '#shared/uploads/upload.ts';
import { toUpload, type UploadRow } from '../ledger/upload-row.ts';
import { addManualUploads } from '../upload/manual.ts';
import { activeProfile, type CoreContext, wakeEngines } from './core-context.ts';

type UploadHandlers = Pick<Handlers, Extract<keyof Handlers, `uploads.${string}`>>;

/** History and queue: what there is, and what a person does to it. */
export function uploadCalls(context: CoreContext): UploadHandlers {
  const { history, uploads } = context.ledger;

  /** What is under way stops when the ledger says so. */
  function interruptChanged(): void {
    for (const engine of context.engines.values()) void engine.interruptChanged();
  }

  async function changed(count: Promise<number>, anew = false): Promise<{ count: number }> {
    const result = { count: await count };
    interruptChanged();
    wakeEngines(context, anew);
    context.emit('uploads.changed', { ids: [] });
    return result;
  }

  return {
    'uploads.add': async ({ paths, options }) => {
      const added = await addManualUploads(context.ledger, activeProfile(context).id, paths, options);
      wakeEngines(context);
      context.emit('uploads.changed', { ids: added.ids });
      return added;
    },
    'uploads.list': async (query) => {
      const { total, rows } = await history.list(query);
      return { total, rows: rows.map(toUpload) };
    },
    'uploads.show': async ({ id }) => {
      const row: UploadRow | undefined = await uploads.get(id);
      if (!row) throw new AppError('NOT_FOUND', { detail: `upload ${id}` });
      return { upload: toUpload(row), events: await history.events(id) };
    },
    'uploads.counts': async ({ filter }) => (await history.counts(filter)) as Record<UploadState, number>,
    'uploads.retry': ({ filter }) => changed(history.retry(filter), true),
    'uploads.cancel': ({ filter }) => changed(history.cancel(filter)),
    'uploads.pause': ({ filter }) => changed(history.pause(filter, true)),
    'uploads.resume': ({ filter }) => changed(history.pause(filter, false)),
    'uploads.moveToTop': ({ filter }) => changed(history.moveToTop(filter)),
    'uploads.resolve': ({ filter, choice }) =>
      changed(
        choice === 'already-there' ? history.markAlreadyThere(filter) : history.resolve(filter, choice),
      ),
  };
}

import type { Handlers } from '#shared/bridge/contract.ts';
import type { DocumentFilter } from '#shared/bridge/documents.ts';
import {
  activeProfile,
  activeService,
  type CoreContext,
  interruptChanged,
  wakeEngines,
} from '../engine/core-context.ts';
import { toUpload } from '../ledger/upload-row.ts';
import { documentJobCalls } from './document-job-calls.ts';
import { documentListCalls } from './document-list-calls.ts';

const person = { priority: 'person' } as const;

/** Documents at the service; a person waits for each. */
export function documentCalls(
  context: CoreContext,
): Pick<Handlers, Extract<keyof Handlers, `documents.${string}`>> {
  const { ledger } = context;
  const actions = () => context.documents.actions(activeProfile(context));
  const changed = () => context.emit('documents.changed', {});

  /** Where the service has no list, Sluice's own history answers. */
  async function listFromLedger(filter: DocumentFilter, page: number, pageSize: number) {
    await context.documents.catchUp();
    const { rows } = await ledger.documents.list(activeProfile(context).id, {
      filter: { ...filter, statuses: ['waiting', 'processing', 'completed', 'failed'] },
      sort: { by: 'uploaded', descending: true },
      offset: (page - 1) * pageSize,
      limit: pageSize,
    });
    return Promise.all(
      rows.map(async (row) => {
        const upload = row.uploadId === null ? undefined : await ledger.uploads.get(row.uploadId);
        return {
          id: row.contentId,
          file_name: row.fileName,
          status: row.remoteStatus ?? 'pending',
          raw_size: row.size,
          tags: row.tags,
          connector_id: row.connectorId,
          ...(upload ? { upload: toUpload(upload) } : {}),
        };
      }),
    );
  }

  return {
    ...documentListCalls(context),
    ...documentJobCalls(context),
    'documents.list': async ({ search, tags, connectorId, page, pageSize }) => {
      const { client, profile } = activeService(context);
      const query = { file_name: search, tags, connector: connectorId, page, page_size: pageSize };
      const answer = await client.documents.list(
        { ...query, sort_by: 'created_at', sort_order: 'desc' },
        person,
      );
      if (answer.ok) {
        if ((await ledger.documents.see(profile.id, answer.value)) > 0) changed();
        return { source: 'service', documents: answer.value };
      }
      if (answer.failure.error.code !== 'NO_SUCH_OPERATION') throw answer.failure.error;
      const filter = {
        ...(search === undefined ? {} : { search }),
        ...(tags === undefined ? {} : { tags }),
        ...(connectorId === undefined ? {} : { connectorId }),
      };
      return { source: 'ledger', documents: await listFromLedger(filter, page, pageSize) };
    },
    'documents.show': async ({ contentId }) => {
      const record = await actions().show(contentId, person).finally(changed);
      return record;
    },
    'documents.tag': async ({ contentId, add, remove }) => {
      const tags = await actions().tag(contentId, { add, remove }, person);
      changed();
      return { tags };
    },
    'documents.share': async ({ contentId, share }) => {
      await actions().share(contentId, share, person);
      changed();
      return { shared: share };
    },
    'documents.delete': async ({ contentId }) => {
      const result = await actions().delete(contentId, person);
      interruptChanged(context);
      wakeEngines(context);
      changed();
      context.emit('uploads.changed', { ids: [] });
      return { deleted: result === 'deleted' };
    },
    'documents.original': ({ contentId, path }) =>
      activeService(context).links.original(contentId, path, 'person'),
    'documents.annotated': ({ contentId, path }) => {
      const { links } = activeService(context);
      return path === undefined
        ? links.annotated(contentId, 'person')
        : links.saveAnnotated(contentId, path, 'person');
    },
  };
}

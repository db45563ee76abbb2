import type { Handlers } from '#shared/bridge/contract.ts';
import { changeTags } from '../documents/change-tags.ts';
import { orThrow } from '../documents/links.ts';
import { toUpload } from '../ledger/upload-row.ts';
import { activeProfile, activeService, type CoreContext } from './core-context.ts';

const person = { priority: 'person' } as const;

/** Documents at the service; a person waits for each. */
export function documentCalls(
  context: CoreContext,
): Pick<Handlers, Extract<keyof Handlers, `documents.${string}`>> {
  const documents = () => activeService(context).client.documents;

  /** Where the service has no list, Sluice's own history answers. */
  async function listFromLedger(search: string | undefined, page: number, pageSize: number) {
    const { rows } = await context.ledger.history.list({
      filter: {
        states: ['processing', 'completed', 'attention'],
        ...(search === undefined ? {} : { search }),
      },
      order: 'newest',
      offset: (page - 1) * pageSize,
      limit: pageSize,
    });
    return rows
      .filter((row) => row.contentId !== null)
      .map((row) => ({
        id: row.contentId as string,
        file_name: row.fileName,
        status: row.remoteStatus ?? 'pending',
        raw_size: row.size,
        upload: toUpload(row),
      }));
  }

  return {
    'documents.list': async ({ search, tags, connectorId, page, pageSize }) => {
      activeProfile(context);
      const query = { file_name: search, tags, connector: connectorId, page, page_size: pageSize };
      const answer = await documents().list({ ...query, sort_by: 'created_at', sort_order: 'desc' }, person);
      if (answer.ok) return { source: 'service', documents: answer.value };
      if (answer.failure.error.code !== 'NO_SUCH_OPERATION') throw answer.failure.error;
      return { source: 'ledger', documents: await listFromLedger(search, page, pageSize) };
    },
    'documents.show': async ({ contentId }) => orThrow(await documents().get(contentId, person)),
    'documents.tag': async ({ contentId, add, remove }) => ({
      tags: await changeTags(activeService(context).client, contentId, { add, remove }, person),
    }),
    'documents.share': async ({ contentId, share }) => {
      orThrow(await documents().update(contentId, { share_with_org: share }, person));
      return { shared: share };
    },
    'documents.delete': async ({ contentId }) => {
      const result = orThrow(await documents().delete(contentId, person));
      await markDeleted(context, contentId);
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

/** The document is gone by a person's wish: the same bytes may be uploaded again. */
async function markDeleted(context: CoreContext, contentId: string): Promise<void> {
  const { history, uploads } = context.ledger;
  const { rows } = await history.list({ filter: { contentId }, order: 'newest', offset: 0, limit: 10 });
  for (const row of rows) {
    const states = ['processing', 'completed', 'attention'] as const;
    const patch = {
      state: 'cancelled',
      content_id: null,
      detail: 'deleted at the service',
      finished_at: context.clock.now(),
    } as const;
    if (await uploads.advance(row.id, states, patch, { kind: 'deleted', detail: { contentId } }))
      await uploads.forget(row.id, patch.detail);
  }
}

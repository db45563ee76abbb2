import type { Handlers } from '#shared/bridge/contract.ts';
import type { DocumentFilter, DocumentRow } from '#shared/bridge/documents.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { ContentId } from '#shared/ids/ids.ts';
import {
  activeProfile,
  activeService,
  interruptChanged,
  type ServiceContext,
  wakeEngines,
} from '../engine/core-context.ts';
import { toUpload } from '../ledger/upload-row.ts';
import { otherHolders } from './document-holders.ts';
import { documentJobCalls } from './document-job-calls.ts';
import { documentListCalls } from './document-list-calls.ts';
import { pageWith } from './page-with.ts';

const person = { priority: 'person' } as const;
/** Milliseconds for which the list of a service may lack what was made; seen were up to 5 s. */
const listBehind = 60_000;

/** Documents at the service; a person waits for each. */
export function documentCalls(
  context: ServiceContext,
): Pick<Handlers, Extract<keyof Handlers, `documents.${string}`>> {
  const { ledger } = context;
  const actions = () => context.documents.actions(activeProfile(context));
  const changed = () => context.emit('documents.changed', {});

  /** What a person did may have told that a document is gone, and with it its upload. */
  async function telling<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      if (error instanceof AppError && error.code === 'DOCUMENT_NOT_FOUND')
        context.emit('uploads.changed', { ids: [] });
      throw error;
    } finally {
      changed();
    }
  }

  async function linked<T>(contentId: ContentId, fetch: () => Promise<T>): Promise<T> {
    context.documents.catchUp();
    return actions()
      .linked(contentId, fetch, person)
      .catch((error) => telling(Promise.reject(error)));
  }

  /** What Sluice's own history has of a list. */
  function listFromLedger(filter: DocumentFilter, page: number, pageSize: number, since = 0) {
    context.documents.catchUp();
    const { rows } = ledger.documents.list(activeProfile(context).id, {
      filter: { ...filter, statuses: ['waiting', 'processing', 'completed', 'failed'] },
      sort: { by: 'uploaded', descending: true },
      offset: (page - 1) * pageSize,
      limit: pageSize,
    });
    const wanted = rows.filter(({ uploadedAt }) => uploadedAt >= since);
    return wanted.map((row) => {
      const upload = row.uploadId === null ? undefined : ledger.uploads.get(row.uploadId);
      return {
        id: row.contentId,
        file_name: row.fileName,
        status: row.remoteStatus ?? 'pending',
        raw_size: row.size,
        tags: row.tags,
        connector_id: row.connectorId,
        ...senderOf(row),
        ...(upload ? { upload: toUpload(upload) } : {}),
      };
    });
  }

  /** Who of the team sent each, where that is known. */
  function withSenders<T extends { readonly id: ContentId }>(documents: readonly T[]) {
    const { rows } = ledger.documents.list(activeProfile(context).id, {
      filter: { contentIds: documents.map(({ id }) => id) },
      sort: { by: 'uploaded', descending: true },
      offset: 0,
      limit: documents.length,
    });
    const senders = new Map(rows.map((row) => [row.contentId, senderOf(row)]));
    return documents.map((document) => ({ ...document, ...senders.get(document.id) }));
  }

  return {
    ...documentListCalls(context),
    ...documentJobCalls(context),
    'documents.list': async ({ search, tags, connectorId, machine, person: sender, page, pageSize }) => {
      const { client, profile } = activeService(context);
      const query = { file_name: search, tags, connector: connectorId, page_size: pageSize };
      const filter = {
        ...(search === undefined ? {} : { search }),
        ...(tags === undefined ? {} : { tags }),
        ...(connectorId === undefined ? {} : { connectorId }),
        ...(machine === undefined ? {} : { machine }),
        ...(sender === undefined ? {} : { person: sender }),
      };
      if (machine !== undefined || sender !== undefined)
        return { source: 'ledger', documents: listFromLedger(filter, page, pageSize) };
      const pageAt = (one: number) =>
        client.documents.list({ ...query, page: one, sort_by: 'created_at', sort_order: 'desc' }, person);
      const answer = await pageAt(page);
      if (answer.ok) {
        if (ledger.documents.upsert(profile.id, answer.value) > 0) changed();
        // Who waited for an upload finds it, also where the list of the service is behind.
        const newest = listFromLedger(filter, 1, pageSize, context.clock.now() - listBehind);
        const documents = await pageWith(newest, { page, pageSize, own: answer.value }, async (one) => {
          const other = await pageAt(one);
          return other.ok ? other.value : [];
        });
        return { source: 'service', documents: withSenders(documents) };
      }
      if (answer.failure.error.code !== 'NO_SUCH_OPERATION') throw answer.failure.error;
      return { source: 'ledger', documents: listFromLedger(filter, page, pageSize) };
    },
    'documents.show': async ({ contentId }) => {
      return telling(actions().show(contentId, person));
    },
    'documents.tag': async ({ contentId, add, remove }) => {
      return { tags: await telling(actions().tag(contentId, { add, remove }, person)) };
    },
    'documents.share': async ({ contentId, share }) => {
      await telling(actions().share(contentId, share, person));
      return { shared: share };
    },
    'documents.holders': async ({ contentId }) => {
      const others = await otherHolders(context, contentId);
      return { others: [...(others ?? [])], isKnown: others !== undefined };
    },
    'documents.delete': async ({ contentId }) => {
      const result = await actions().delete(contentId, person);
      interruptChanged(context);
      wakeEngines(context);
      changed();
      context.emit('uploads.changed', { ids: [] });
      return { deleted: result === 'deleted' };
    },
    'documents.original': ({ contentId, path }) => {
      const { links } = activeService(context);
      return linked(contentId, () => links.original(contentId, path, 'person'));
    },
    'documents.openOriginal': async ({ contentId }) => {
      const { links } = activeService(context);
      context.documents.catchUp();
      // What is kept for a day only is asked for first, also where there is a copy.
      await telling(actions().linked(contentId, async () => undefined, person));
      return context.originals.open(activeProfile(context).id, contentId, {
        path: links.originalPath(contentId),
        fetch: () => links.original(contentId, undefined, 'person'),
        ask: () => telling(actions().show(contentId, person)),
        forget: () => links.forget(contentId),
      });
    },
    'documents.originalTables': async ({ contentId }) => {
      const { links } = activeService(context);
      context.documents.catchUp();
      const tables = await context.originals.tables(activeProfile(context).id, contentId, {
        path: links.originalPath(contentId),
        forget: () => links.forget(contentId),
      });
      return { tables };
    },
    'documents.annotated': ({ contentId, path }) => {
      const { links } = activeService(context);
      return linked(contentId, () =>
        path === undefined
          ? links.annotated(contentId, 'person')
          : links.saveAnnotated(contentId, path, 'person'),
      );
    },
  };
}

function senderOf({ machine, person }: Pick<DocumentRow, 'machine' | 'person'>) {
  return { ...(machine === undefined ? {} : { machine }), ...(person === undefined ? {} : { person }) };
}

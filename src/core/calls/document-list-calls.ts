import { basename } from 'node:path';
import type { Handlers } from '#shared/bridge/contract.ts';
import type { DocumentFilter, DocumentSort } from '#shared/bridge/documents.ts';
import { documentColumns } from '#shared/export/document-columns.ts';
import { activeProfile, type ServiceContext } from '../engine/core-context.ts';
import { exportPlace } from '../export/export-place.ts';
import { writeExport } from '../export/write-export.ts';
import { toUpload } from '../ledger/upload-row.ts';
import { withTagNames } from './tag-names.ts';

type ListHandlers = Pick<
  Handlers,
  | 'documents.query'
  | 'documents.detail'
  | 'documents.senders'
  | 'documents.mirror'
  | 'documents.refresh'
  | 'documents.export'
>;

/** Rows read for an export in one turn of the event loop. */
const exportPage = 1000;

/** What is answered from the ledger's own documents, and what keeps those in step with the service. */
export function documentListCalls(context: ServiceContext): ListHandlers {
  const { ledger, documents, settings } = context;

  /**
   * Sources in the order of the names people see: folders by name, what came by hand, connectors, the rest.
   */
  function sourcesInOrder(profileId: string): string[] {
    const names = new Map(settings.get().folders.map(({ id, path }) => [`folder:${id}`, basename(path)]));
    const groups = ['folder', 'manual', 'connector', 'elsewhere'];
    const key = (source: string) => {
      const group = groups.indexOf(source.split(':')[0] ?? '');
      return `${group} ${(names.get(source) ?? source).toLowerCase()}`;
    };
    return ledger.documents.listSources(profileId).sort((a, b) => (key(a) < key(b) ? -1 : 1));
  }

  function page(filter: DocumentFilter, sort: DocumentSort, offset: number, limit: number) {
    const { id } = activeProfile(context);
    const sources = sort.by === 'source' ? sourcesInOrder(id) : [];
    return ledger.documents.list(id, { filter, sort, offset, limit, sources });
  }

  return {
    'documents.query': async ({ filter, sort, offset, limit }) => {
      documents.catchUp();
      return page(filter, sort, offset, limit);
    },
    'documents.detail': async ({ contentId }) => {
      const { id } = activeProfile(context);
      documents.catchUp();
      const document = ledger.documents.get(id, contentId) ?? null;
      const upload = document?.uploadId == null ? undefined : ledger.uploads.get(document.uploadId);
      return {
        document,
        upload: upload ? withTagNames(ledger, toUpload(upload)) : null,
        events: upload ? ledger.history.events(upload.id) : [],
      };
    },
    'documents.senders': async () => ledger.documents.senders(activeProfile(context).id),
    'documents.mirror': async () => documents.mirror(activeProfile(context)).state(),
    'documents.refresh': async ({ full }) => documents.mirror(activeProfile(context)).refresh(full),
    'documents.export': async ({ filter, sort, format, path }) => {
      documents.catchUp();
      const target =
        path ?? (await exportPlace(context.dataDirectory, 'documents', format, context.clock.now()));
      return writeExport(target, {
        columns: documentColumns,
        format,
        read: async (offset) => page(filter, sort, offset, exportPage).rows,
      });
    },
  };
}

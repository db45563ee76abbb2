import {
  type DocumentRow,
  documentRowSchema,
  type ListedJob,
  listedJobSchema,
} from '#shared/bridge/documents.ts';
import type { Handlers } from './fake-host.ts';

/** A content id from a number. */
export function idOf(number: number): string {
  return number.toString(16).toUpperCase().padStart(32, '0');
}

export function aDocument(changes: Partial<DocumentRow> & { contentId: string }): DocumentRow {
  return documentRowSchema.parse({
    uploadId: null,
    fileName: `document-${Number.parseInt(changes.contentId, 16)}.pdf`,
    folderId: null,
    connectorId: null,
    origin: 'file_upload',
    status: 'completed',
    remoteStatus: 'completed',
    remoteError: null,
    code: null,
    tags: [],
    shared: false,
    noIndex: false,
    noStore: false,
    size: 1_500_000,
    uploadedAt: Date.UTC(2026, 10, 20, 9, 30),
    publishedAt: null,
    completedAt: Date.UTC(2026, 10, 20, 9, 31),
    expiresAt: null,
    checkedAt: null,
    ...changes,
  });
}

export function aJob(changes: Partial<ListedJob> & { id: number }): ListedJob {
  return listedJobSchema.parse({
    kind: 'tag',
    state: 'running',
    add: [],
    remove: [],
    total: 10,
    done: 0,
    failed: 0,
    createdAt: 0,
    finishedAt: null,
    waitsUntil: null,
    stuckSince: null,
    ...changes,
  });
}

interface QueryInput {
  readonly offset: number;
  readonly limit: number;
}

/** A list of documents of any length, made as it is asked for, and what else the page asks. */
export function manyDocuments(total: number): Handlers {
  return {
    'documents.query': (({ offset, limit }: QueryInput) => ({
      total,
      rows: Array.from({ length: Math.max(0, Math.min(limit, total - offset)) }, (_, index) =>
        aDocument({ contentId: idOf(offset + index + 1) }),
      ),
    })) as never,
    'documents.mirror': () => ({
      state: 'idle',
      read: total,
      completeAt: 0,
      checkedAt: Date.now(),
      code: null,
    }),
    'documents.refresh': () => ({
      state: 'idle',
      read: total,
      completeAt: 0,
      checkedAt: Date.now(),
      code: null,
    }),
    'documents.jobs': () => [],
    'connectors.list': () => [{ connector_id: 'c1', label: 'Research inbox' }],
  };
}

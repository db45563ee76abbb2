import type { Logger } from '#core/ports/logger.ts';
import type { ContentId, DocumentId } from '#shared/ids/ids.ts';
import { addressExpiresAt } from './addresses.ts';
import { type Answer, answered, type CallOptions } from './answer.ts';
import { askList, type ListAnswer } from './ask-list.ts';
import type { HeardDocuments } from './hear-documents.ts';
import type { Http } from './http.ts';
import type { ListKnowledge } from './list-knowledge.ts';
import { documentOperations as documents, type EnrichRequest } from './operations/documents.ts';
import { requestOf } from './operations/request-of.ts';
import {
  type DocumentChange,
  type DocumentRecord,
  documentRecordSchema,
  type ListQuery,
} from './schemas/document.ts';
import { pageOf } from './schemas/lenient.ts';

/**
 * A pre-signed address, a secret (S4). `expiresAt` is wall time in ms since the epoch, where the address
 * tells it.
 */
export interface SignedLink {
  readonly url: string;
  readonly expiresAt?: number;
}

/** Documents as the whole program asks for them, with what is asked in the background on behalf of a team. */
export interface DocumentsArea extends AskedDocuments, HeardDocuments {
  /** Whether there are others who hear what is asked for so. */
  isHeard(): boolean;
}

/** Documents of the Content API (specification 4.8 and 4.9). */
export interface AskedDocuments {
  /**
   * Reserves a document and gives the single-use upload address. Not idempotent: twice makes two documents.
   */
  enrich(request: EnrichRequest, options: CallOptions): Promise<Answer<{ id: ContentId; url: string }>>;
  get(id: ContentId, options: CallOptions): Promise<Answer<DocumentRecord>>;
  /** One page; ask for the next until a page is short. */
  list(query: ListQuery, options: CallOptions): Promise<ListAnswer<DocumentRecord>>;
  /** What is known about the list operation; a `no` is forgotten after an hour. */
  listAvailable(): 'unknown' | 'yes' | 'no';
  /** How far our clock is ahead of the service's, ms, as its lists told; 0 until it is known. */
  clockAhead(): number;
  update(id: ContentId, change: DocumentChange, options: CallOptions): Promise<Answer<DocumentRecord | null>>;
  /** Deletes for good; `absent` when the service has no such document. */
  delete(id: ContentId, options: CallOptions): Promise<Answer<'deleted' | 'absent'>>;
  original(id: ContentId, options: CallOptions): Promise<Answer<SignedLink>>;
  annotated(id: ContentId, options: CallOptions): Promise<Answer<SignedLink>>;
  /**
   * `GET /v1/documents/{document_id}`: a 24 h link for premium content, or the publisher's page
   * (`web_content`).
   */
  fetch(
    documentId: DocumentId,
    options: CallOptions,
  ): Promise<Answer<{ url: string; web_content?: boolean }>>;
}

const enrich = documents['documents.enrich'];
const get = documents['documents.get'];
const list = documents['documents.list'];
const page = pageOf(documentRecordSchema);
const update = documents['documents.update'];
const remove = documents['documents.delete'];
const fetchOne = documents['documents.fetch'];

export function createDocumentsArea(http: Http, knowledge: ListKnowledge, logger: Logger): AskedDocuments {
  async function link(
    operation: (typeof documents)['documents.original' | 'documents.annotated'],
    id: ContentId,
    options: CallOptions,
  ): Promise<Answer<SignedLink>> {
    const request = requestOf(operation, { content_id: id });
    const answer = await http.call({ ...request, schema: operation.response }, options);
    if (!answer.ok) return answer;
    const { url } = answer.value;
    const expiresAt = addressExpiresAt(url);
    return answered({ url, ...(expiresAt === undefined ? {} : { expiresAt }) });
  }

  return {
    enrich: (body, options) => http.call({ ...requestOf(enrich), body, schema: enrich.response }, options),
    get(id, options) {
      // A record of another document, as a cache on the way may answer, says nothing of this one.
      const schema = get.response.refine((record) => record.id === id, { path: ['id'] });
      return http.call({ ...requestOf(get, { content_id: id }), schema }, options);
    },
    async list(query, options) {
      const known = knowledge.refusal();
      if (known !== undefined) return known;
      return knowledge.learn(
        await askList(
          http,
          logger,
          { ...requestOf(list, { ...query }), schema: page, onAnswer: knowledge.noteDate },
          options,
        ),
      );
    },
    listAvailable: knowledge.available,
    clockAhead: knowledge.clockAhead,
    update: (id, change, options) =>
      http.call({ ...requestOf(update, { content_id: id }), body: change, schema: update.response }, options),
    async delete(id, options) {
      const answer = await http.call(
        { ...requestOf(remove, { content_id: id }), schema: remove.response },
        options,
      );
      if (answer.ok) return answered('deleted');
      return answer.failure.error.code === 'DOCUMENT_NOT_FOUND' ? answered('absent') : answer;
    },
    original: (id, options) => link(documents['documents.original'], id, options),
    annotated: (id, options) => link(documents['documents.annotated'], id, options),
    fetch: (documentId, options) =>
      http.call({ ...requestOf(fetchOne, { document_id: documentId }), schema: fetchOne.response }, options),
  };
}

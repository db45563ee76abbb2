import { z } from 'zod';
import type { Clock } from '#core/ports/clock.ts';
import { addressExpiresAt } from './addresses.ts';
import { type Answer, answered, type CallOptions } from './answer.ts';
import type { Http } from './http.ts';
import { createListKnowledge } from './list-knowledge.ts';
import {
  type DocumentChange,
  type DocumentRecord,
  documentRecordSchema,
  type EnrichRequest,
  type ListQuery,
} from './schemas/document.ts';
import { listOf } from './schemas/lenient.ts';
import { enrichAnswerSchema, fetchAnswerSchema, linkSchema } from './schemas/links.ts';

/** A pre-signed address, a secret (S4). `expiresAt` is wall time in ms since the epoch, where the address tells it. */
export interface SignedLink {
  readonly url: string;
  readonly expiresAt?: number;
}

/** Documents of the Content API (specification 4.8 and 4.9). */
export interface DocumentsArea {
  /** Reserves a document and gives the single-use upload address. Not idempotent: twice makes two documents. */
  enrich(request: EnrichRequest, options: CallOptions): Promise<Answer<{ id: string; url: string }>>;
  get(id: string, options: CallOptions): Promise<Answer<DocumentRecord>>;
  /** One page; ask for the next until a page is short. */
  list(query: ListQuery, options: CallOptions): Promise<Answer<DocumentRecord[]>>;
  /** What is known about the list operation; a `no` is forgotten after an hour. */
  listAvailable(): 'unknown' | 'yes' | 'no';
  update(id: string, change: DocumentChange, options: CallOptions): Promise<Answer<DocumentRecord | null>>;
  /** Deletes for good; `absent` when the service has no such document. */
  delete(id: string, options: CallOptions): Promise<Answer<'deleted' | 'absent'>>;
  original(id: string, options: CallOptions): Promise<Answer<SignedLink>>;
  annotated(id: string, options: CallOptions): Promise<Answer<SignedLink>>;
  /** `GET /v1/documents/{document_id}`: a 24 h link for premium content, or the publisher's page (`web_content`). */
  fetch(documentId: string, options: CallOptions): Promise<Answer<{ url: string; web_content?: boolean }>>;
}

const path = '/contents/v1/documents';

/** The updated document where the answer is one; its shape is not given (specification 4.9). */
const updatedSchema = z.union([documentRecordSchema, z.unknown().transform(() => null)]);

export function createDocumentsArea(http: Http, clock: Clock): DocumentsArea {
  const knowledge = createListKnowledge(clock);
  const pathOf = (id: string, rest = '') => `${path}/${encodeURIComponent(id)}${rest}`;

  async function link(id: string, rest: string, options: CallOptions): Promise<Answer<SignedLink>> {
    const answer = await http.call(
      { kind: 'read', method: 'GET', path: pathOf(id, rest), schema: linkSchema },
      options,
    );
    if (!answer.ok) return answer;
    const { url } = answer.value;
    const expiresAt = addressExpiresAt(url);
    return answered({ url, ...(expiresAt === undefined ? {} : { expiresAt }) });
  }

  return {
    enrich: (body, options) =>
      http.call({ kind: 'enrich', method: 'POST', path, body, schema: enrichAnswerSchema }, options),
    get: (id, options) =>
      http.call({ kind: 'read', method: 'GET', path: pathOf(id), schema: documentRecordSchema }, options),
    async list(query, options) {
      const known = knowledge.refusal();
      if (known !== undefined) return known;
      const schema = listOf(documentRecordSchema);
      return knowledge.learn(
        await http.call({ kind: 'list', method: 'GET', path, query: { ...query }, schema }, options),
      );
    },
    listAvailable: knowledge.available,
    update: (id, change, options) =>
      http.call(
        { kind: 'change', method: 'PATCH', path: pathOf(id), body: change, schema: updatedSchema },
        options,
      ),
    async delete(id, options) {
      const answer = await http.call(
        { kind: 'change', method: 'DELETE', path: pathOf(id), schema: z.unknown() },
        options,
      );
      if (answer.ok) return answered('deleted');
      return answer.failure.error.code === 'DOCUMENT_NOT_FOUND' ? answered('absent') : answer;
    },
    original: (id, options) => link(id, '/original', options),
    annotated: (id, options) => link(id, '/annotated', options),
    fetch: (documentId, options) =>
      http.call(
        {
          kind: 'read',
          method: 'GET',
          path: `/v1/documents/${encodeURIComponent(documentId)}`,
          schema: fetchAnswerSchema,
        },
        options,
      ),
  };
}

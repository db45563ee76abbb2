import type { Answer, CallOptions } from './answer.ts';
import type { DocumentChange, DocumentRecord, EnrichRequest, ListQuery } from './schemas/document.ts';

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

import type { Services } from '../services.ts';
import type { DocumentRow, LandedObject } from '../store/document-row.ts';
import type { AnnotateResult } from './annotate-job.ts';

/** `no_store` documents stay this long after enrichment ends (section 3.4). */
const noStoreRetentionMs = 24 * 60 * 60 * 1000;

/** Share of the enrichment time a document waits as `pending` before it is `processing`. */
const waitingShare = 0.25;

/** What the queue works with. */
type Parts = Omit<Services, 'queue' | 'connectorWork'>;

/** Moves landed documents from `pending` through `processing` to their end, on the sandbox clock. */
export class EnrichmentQueue {
  readonly #services: Parts;
  #stopped = false;

  constructor(services: Parts) {
    this.#services = services;
  }

  /** Takes up what a former run left: documents in work, and those that disappear later. */
  start(): void {
    for (const row of this.#services.documents.inWork())
      this.#plan(row.id, row.processing_at ?? 0, row.due_at ?? 0);
    for (const row of this.#services.documents.expiring()) this.#expire(row.id, row.expires_at ?? 0);
  }

  stop(): void {
    this.#stopped = true;
  }

  /**
   * Notes that the bytes of a slot are there and plans its enrichment. False when the slot is gone or filled.
   */
  landed(id: string, object: LandedObject): boolean {
    const { clock, random, documents, settings } = this.#services;
    const now = clock.now();
    const [shortest, longest] = settings.enrichSeconds;
    const takes = (shortest + random() * (longest - shortest)) * 1000;
    const processingAt = now + takes * waitingShare;
    const dueAt = now + takes;
    if (!documents.land(id, object, { now, processingAt, dueAt })) return false;
    this.#plan(id, processingAt, dueAt);
    return true;
  }

  #plan(id: string, processingAt: number, dueAt: number): void {
    this.#services.clock.setTimer(processingAt, () => this.#process(id, dueAt));
  }

  #process(id: string, dueAt: number): void {
    const { annotator, clock, documents, files, settings } = this.#services;
    const row = documents.find(id);
    if (row === undefined || row.finished_at !== null) return;
    documents.startProcessing(id, clock.now());
    const result = annotator.annotate({
      id,
      fileName: row.file_name,
      originalPath: files.original(id),
      annotatedPath: files.annotated(id),
      origin: row.origin,
      enrichments: JSON.parse(row.enrichments),
      publishedAt: row.published_at,
      createdAt: row.created_at,
      startedAt: clock.now(),
      profile: settings.profile,
    });
    clock.setTimer(dueAt, () => {
      // Without annotation the end is known at once, so a turned clock shows it at once.
      if (result instanceof Promise) void result.then((end) => this.#finish(id, end));
      else this.#finish(id, result);
    });
  }

  #finish(id: string, result: AnnotateResult): void {
    const { clock, documents, chunks, files, usage } = this.#services;
    if (this.#stopped) return;
    const row = documents.find(id);
    if (row === undefined) {
      files.remove(id);
      return;
    }
    const now = clock.now();
    if (result.kind === 'failed') {
      const nothing = { contentType: null, title: null, chunks: 0, expiresAt: null };
      documents.finish(id, { now, status: 'failed', errorCode: result.errorCode, ...nothing });
      return;
    }
    const indexed = isIndexed(row) ? result.chunks : [];
    chunks.replace(id, indexed, result.notes);
    usage.add(row.org_id, 'pages', result.notes.pages);
    const expiresAt = row.no_store === 1 ? Math.round(now + noStoreRetentionMs) : null;
    const { contentType, title } = result;
    documents.finish(id, {
      now,
      status: 'completed',
      errorCode: null,
      contentType,
      title,
      chunks: indexed.length,
      expiresAt,
    });
    if (expiresAt !== null) this.#expire(id, expiresAt);
  }

  #expire(id: string, at: number): void {
    this.#services.clock.setTimer(at, () => {
      if (this.#services.documents.find(id) !== undefined) removeDocument(this.#services, id);
    });
  }
}

/** `no_store` implies not indexed (section 3.4). */
function isIndexed(row: DocumentRow): boolean {
  return row.no_index === 0 && row.no_store === 0;
}

/**
 * Deletes the original, the annotated version and the chunks (section 4.9); the audit still knows the row.
 */
export function removeDocument({ documents, chunks, files, clock }: Parts, id: string): void {
  chunks.replace(id, []);
  documents.remove(id, clock.now());
  files.remove(id);
}

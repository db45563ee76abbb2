import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { removeDocument } from '../enrich/enrichment-queue.ts';
import type { Services } from '../services.ts';
import type { ConnectorRow } from '../store/connectors.ts';
import { type InventedDocument, inventedDocuments } from './invented-documents.ts';

/** Sandbox milliseconds from the request of a sync to its end. */
const syncMs = 2000;
/** Sandbox milliseconds for the deletion of each file of a connector that is removed. */
const removalStepMs = 250;

/** What connectors do by themselves: syncs, and the asynchronous end of a hard delete (section 3.2). */
export class ConnectorWork {
  readonly #services: Omit<Services, 'connectorWork'>;

  constructor(services: Omit<Services, 'connectorWork'>) {
    this.#services = services;
  }

  /** Takes up the syncs and removals a former run left. */
  start(): void {
    for (const row of this.#services.connectors.all()) {
      if (row.removing_at !== null) this.#planRemovalStep(row.connector_id);
      else if (row.sync_due_at !== null) this.#armSync(row.connector_id, row.sync_due_at);
    }
  }

  /** Queues a sync; one that waits already is replaced. `from` is a day, or null for all the source holds. */
  planSync(id: string, from: string | null): void {
    const dueAt = Math.round(this.#services.clock.now() + syncMs);
    this.#services.connectors.planSync(id, { dueAt, from });
    this.#armSync(id, dueAt);
  }

  /** Soft delete: nothing new is ingested, what is there stays. Doing it again changes nothing. */
  archive(id: string): void {
    this.#services.connectors.archive(id, this.#services.clock.now());
  }

  /** Hard delete: the files go one by one, then the connector itself. */
  startRemoval(id: string): void {
    const { connectors, documents, clock } = this.#services;
    if (connectors.find(id)?.removing_at !== null) return;
    connectors.startRemoval(id, clock.now());
    documents.startDeletion(id, clock.now());
    this.#planRemovalStep(id);
  }

  #planRemovalStep(id: string): void {
    const { clock, connectors, documents } = this.#services;
    clock.setTimer(clock.now() + removalStepMs, () => {
      const next = documents.ofConnector(id)[0];
      if (next === undefined) {
        connectors.remove(id);
        return;
      }
      removeDocument(this.#services, next.id);
      this.#planRemovalStep(id);
    });
  }

  #armSync(id: string, dueAt: number): void {
    this.#services.clock.setTimer(dueAt, () => {
      const row = this.#services.connectors.find(id);
      // Archived, removed or planned anew in the meantime.
      if (row === undefined || row.sync_due_at !== dueAt) return;
      this.#sync(row);
    });
  }

  #sync(row: ConnectorRow): void {
    const { clock, connectors, documents } = this.#services;
    const now = clock.now();
    const id = row.connector_id;
    if (row.credentials_accepted === 0) {
      const error = 'The broker refused the user name or password.';
      connectors.endSync(id, { now, status: 'failed', error, count: 0 });
      return;
    }
    const fresh = inventedDocuments(row, now).filter((one) => !documents.hasExternal(id, one.externalKey));
    for (const one of fresh) this.#ingest(row, one);
    connectors.endSync(id, { now, status: 'success', error: null, count: fresh.length });
  }

  #ingest(row: ConnectorRow, one: InventedDocument): void {
    const { clock, documents, files, queue, tags } = this.#services;
    const id = documents.add(
      {
        fileName: one.fileName,
        userId: row.user_id,
        orgId: row.org_id,
        origin: row.type,
        shared: row.share_with_org === 1,
        noIndex: false,
        noStore: false,
        enrichments: JSON.parse(row.enrichments),
        publishedAt: one.publishedAt,
        connectorId: row.connector_id,
        externalKey: one.externalKey,
      },
      { status: 'pending', now: clock.now(), listLagMs: 0 },
    );
    const tagIds = one.tags.map((name) => tags.ensure(row.org_id, name, clock.now()).id);
    tags.setOfDocument(id, tagIds);
    const bytes = Buffer.from(one.content);
    writeFileSync(files.original(id), bytes);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const md5 = createHash('md5').update(bytes).digest('hex');
    queue.landed(id, { size: bytes.length, sha256, md5 });
  }
}

import { randomUUID } from 'node:crypto';
import pMap from 'p-map';
import type { Clock } from '#core/ports/clock.ts';
import type { Gathering as GatheringState, UnreadDocument } from '#shared/bridge/across.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { StoredDocument } from '../ledger/document-row.ts';
import type { LinkedFiles } from '../service/linked-files.ts';
import { tryAgain } from '../service/try-again.ts';
import { createEntityTable } from './entity-table.ts';
import type { CountedBy } from '#shared/annotated/open-annotated.ts';
import type { DocumentEntities } from './read-annotated.ts';

export interface GatheringOptions {
  readonly profileId: string;
  /** The filter as text: what the gathering is about. */
  readonly about: string;
  readonly documents: readonly StoredDocument[];
  readonly leftOut: number;
  readonly clock: Clock;
  readonly links: () => Pick<LinkedFiles, 'annotated' | 'forget'>;
  /** The rows as they are now. */
  readonly look: (contentIds: readonly string[]) => readonly StoredDocument[];
  readonly read: (path: string, signal: AbortSignal) => Promise<DocumentEntities>;
  readonly onChange: (gatheringId: string) => void;
}

interface Item {
  row: StoredDocument;
  outcome: 'waiting' | 'read' | 'failed';
  code: string | null;
  detail: string | null;
}

/** Documents fetched side by side; the request budget decides how fast they come. */
const atOnce = 3;
/**
 * Goes through the annotated documents of many documents and adds up their entities. What was read stays when
 * it is cut off.
 */
export class Gathering {
  readonly id = randomUUID();
  readonly profileId: string;
  readonly about: string;
  readonly table = createEntityTable();
  readonly #options: GatheringOptions;
  readonly #items: Item[];
  readonly #counted: Record<CountedBy, number> = { marks: 0, names: 0, stated: 0, nothing: 0 };
  #state: GatheringState['state'] = 'running';
  #code: string | null = null;
  #abort = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor(options: GatheringOptions) {
    this.#options = options;
    this.profileId = options.profileId;
    this.about = options.about;
    this.#items = options.documents.map((row) => ({ row, outcome: 'waiting', code: null, detail: null }));
  }

  state(): GatheringState {
    const count = (outcome: Item['outcome']) => this.#items.filter((item) => item.outcome === outcome).length;
    return {
      gatheringId: this.id,
      state: this.#state,
      code: this.#code,
      total: this.#items.length,
      leftOut: this.#options.leftOut,
      read: count('read'),
      unread: count('failed'),
      byName: this.#counted.names,
      stated: this.#counted.stated,
      withoutEntities: this.#counted.nothing,
      entities: this.table.size,
      mentions: this.table.mentions,
      types: this.table.types(),
    };
  }

  unread(): UnreadDocument[] {
    return this.#items
      .filter(({ outcome }) => outcome === 'failed')
      .map(({ row: { contentId, fileName, status }, code, detail }) => ({
        contentId,
        fileName,
        status,
        code,
        detail,
      }));
  }

  start(): void {
    this.#state = 'running';
    this.#code = null;
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    this.#running = this.#running.then(() => this.#run(signal));
  }

  /** What is under way is cut off; what was read stays. */
  cancel(): void {
    if (this.#state !== 'running') return;
    this.#state = 'cancelled';
    this.#abort.abort(new AppError('CANCELLED'));
    this.#options.onChange(this.id);
  }

  /**
   * Goes on with what is not read yet and what could not be read; where documents stand is looked up anew.
   */
  async resume(): Promise<void> {
    if (this.#state === 'running') return;
    await this.#running;
    const failed = this.#items.filter(({ outcome }) => outcome === 'failed');
    const rows = this.#options.look(failed.map(({ row }) => row.contentId));
    const now = new Map(rows.map((row) => [row.contentId, row]));
    for (const item of failed) {
      // What was not JSON may have been damaged on its way; it is fetched again.
      if (item.code === 'BAD_ANSWER') await this.#options.links().forget(item.row.contentId);
      Object.assign(item, {
        row: now.get(item.row.contentId) ?? item.row,
        outcome: 'waiting',
        code: null,
        detail: null,
      });
    }
    this.start();
  }

  async stop(): Promise<void> {
    this.cancel();
    await this.#running;
  }

  async #run(signal: AbortSignal): Promise<void> {
    const waiting = this.#items.filter(({ outcome }) => outcome === 'waiting');
    const read = async (item: Item) => {
      if (signal.aborted || this.#code !== null) return;
      this.#code = (await this.#readOne(item, signal)) ?? this.#code;
      this.#options.onChange(this.id);
    };
    await pMap(waiting, read, { concurrency: atOnce });
    if (!signal.aborted) this.#state = this.#code === null ? 'done' : 'stopped';
    this.#options.onChange(this.id);
  }

  /** The code of what stops everything; null when the next can be read. */
  async #readOne(item: Item, signal: AbortSignal): Promise<string | null> {
    const { clock, links, read } = this.#options;
    const { contentId, fileName, status } = item.row;
    if (status !== 'completed') {
      item.outcome = 'failed';
      return null;
    }
    const work = async () => {
      const { path } = await links().annotated(contentId, 'backlog', signal);
      const found = await read(path, signal);
      const at = item.row.publishedAt ?? found.publishedAt ?? item.row.uploadedAt;
      this.table.add({ contentId, fileName, at }, found);
      this.#counted[found.countedBy] += 1;
    };
    const tried = await tryAgain(work, { clock, signal });
    if (tried.outcome === 'blocked') return tried.failure.code;
    if (tried.outcome === 'done') item.outcome = 'read';
    if (tried.outcome === 'failed') {
      const { code, detail } = tried.failure;
      Object.assign(item, { outcome: 'failed', code, detail: detail ?? null });
    }
    return null;
  }
}

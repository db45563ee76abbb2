import type { Clock } from '#core/ports/clock.ts';
import { retryHelps } from '#shared/advice/advice-of.ts';
import type { DocumentStatus } from '#shared/bridge/documents.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { isErrorCode } from '#shared/errors/catalog.ts';
import type { ContentId } from '#shared/ids/ids.ts';
import { said } from '#shared/spoken/said.ts';
import { deletedDetail } from '#shared/uploads/open-states.ts';
import type { Ledger } from '../ledger/sqlite-ledger.ts';
import type { Priority, ServiceFailure } from '../service/answer.ts';
import { orThrow } from '../service/answer.ts';
import type { ProfileService } from '../service/profile-service.ts';
import type { DocumentRecord } from '../service/schemas/document.ts';
import { createServiceTags } from '../tags/service-tags.ts';
import { changeTags } from './change-tags.ts';

export interface DocumentActionContext {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly service: () => ProfileService;
}

/** The service may end the day that a `no_store` document is kept by another clock than ours, ms. */
const clocksDiffer = 60 * 60_000;
/** Where a document stands when a copy of it may be shown. */
const hasCopies: ReadonlySet<DocumentStatus> = new Set(['waiting', 'processing', 'completed', 'failed']);

/** Who waits for it, and how to stop. */
export interface ActionOptions {
  readonly priority: Priority;
  readonly signal?: AbortSignal | undefined;
}

/**
 * What can be done to one document; each writes down in the ledger what came of it, and may be repeated
 * without harm. All throw the AppError of what failed.
 */
export function createDocumentActions(context: DocumentActionContext, profileId: string) {
  const { ledger, service } = context;
  const client = () => service().client;

  /** Says what a failure means for the row, and passes it on. */
  async function noticing<T>(contentId: ContentId, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof AppError && error.code === 'DOCUMENT_NOT_FOUND') await markAbsent(contentId);
      throw error;
    }
  }

  /** The service does not have it: a `no_store` one has expired, any other is gone. */
  async function markAbsent(contentId: ContentId): Promise<void> {
    const row = ledger.documents.get(profileId, contentId);
    if (row?.status === 'expired' || row?.status === 'removing') return;
    const isOver = row?.expiresAt != null && row.expiresAt - clocksDiffer <= context.clock.now();
    if (isOver) ledger.documents.setStatus(profileId, contentId, 'expired');
    else ledger.documents.markGone(profileId, contentId);
    await service().links.forget(contentId);
  }

  /** Asks for the document itself, and writes down what that says. */
  async function ask(contentId: ContentId, options: ActionOptions) {
    const record = orThrow(await client().documents.get(contentId, options));
    ledger.documents.upsert(profileId, [record], { isFresh: true });
    return record;
  }

  return {
    /** Everything the service says of it. */
    show(contentId: ContentId, options: ActionOptions) {
      return noticing(contentId, async () => withTagNames(await ask(contentId, options), options));
    },

    /**
     * Fetches a file of a document. Where no copy may be shown without asking whether there still is a
     * document (one that is kept for a day, or that is gone as far as is known), that is asked first.
     */
    linked<T>(contentId: ContentId, fetch: () => Promise<T>, options: ActionOptions): Promise<T> {
      return noticing(contentId, async () => {
        const row = ledger.documents.get(profileId, contentId);
        if (row && (row.noStore || !hasCopies.has(row.status))) await ask(contentId, options);
        try {
          const fetched = await fetch();
          if (!row || ledger.documents.get(profileId, contentId)) return fetched;
          // Deleted while it came: it does not come back.
          await service().links.forget(contentId);
          throw new AppError('DOCUMENT_NOT_FOUND');
        } catch (error) {
          // A file that is not there yet is told in the same words as a document that is not there any more.
          if (error instanceof AppError && error.code === 'DOCUMENT_NOT_FOUND') await ask(contentId, options);
          throw error;
        }
      });
    },

    /**
     * Brings the row into step with what the service says now, without a word when it cannot be asked; `pass`
     * when it counts for a full one.
     */
    async look(contentId: ContentId, options: ActionOptions, pass = 0): Promise<void> {
      const answer = await client().documents.get(contentId, options);
      if (answer.ok) ledger.documents.upsert(profileId, [answer.value], { pass, isFresh: true });
      else if (answer.failure.error.code === 'DOCUMENT_NOT_FOUND') await markAbsent(contentId);
      else if (pass > 0 && isHidden(answer.failure)) await markAbsent(contentId);
    },

    /** Adds and removes tags by name; the names it has then, or the id of a tag that nobody names. */
    tag(
      contentId: ContentId,
      change: { readonly add: readonly string[]; readonly remove: readonly string[] },
      options: ActionOptions,
    ): Promise<string[]> {
      return noticing(contentId, async () => {
        const tags = createServiceTags(service(), ledger, context.clock);
        const remove = await tags.spellingsOf(change.remove, options);
        const record = await tags.withIds(change.add, options, (add) =>
          changeTags(client(), contentId, { add, remove }, options),
        );
        ledger.documents.upsert(profileId, [record], { isFresh: true });
        return tags.shown(
          (record.tags ?? []).map((tag) => tag.name ?? tag.id),
          options,
        );
      });
    },

    share(contentId: ContentId, share: boolean, options: ActionOptions): Promise<void> {
      return noticing(contentId, async () => {
        orThrow(await client().documents.update(contentId, { share_with_org: share }, options));
        ledger.documents.setShared(profileId, contentId, share);
      });
    },

    /** Deletes for good: original, annotated document and search entries, and the copies in the cache. */
    async delete(contentId: ContentId, options: ActionOptions): Promise<'deleted' | 'absent'> {
      const result = orThrow(await client().documents.delete(contentId, options));
      if (result === 'absent') deleteAgain(contentId);
      await service().links.forget(contentId);
      endUploads(contentId);
      ledger.documents.markDeleted(profileId, contentId);
      // What was on its way here meanwhile.
      await service().links.forget(contentId);
      return result;
    },

    /**
     * Sends the file of a failed document again, and the failed document goes; or that of one the service
     * does not have any more.
     */
    async retry(contentId: ContentId, options: ActionOptions): Promise<void> {
      const row = ledger.documents.get(profileId, contentId);
      const upload = row?.uploadId == null ? undefined : ledger.uploads.get(row.uploadId);
      if (!upload) throw new AppError('FILE_GONE', { spoken: said('detail.notUploadedHere') });
      if (upload.state === 'attention' && upload.code !== null && !retryHelps(upload.code))
        throw new AppError(isErrorCode(upload.code) ? upload.code : 'ENRICHMENT_FAILED');
      if (row?.status === 'gone' && !(await isStillGone(contentId, options))) return;
      // Whoever said that it is gone may be behind (docs/adr/0013): nothing is sent before it is deleted, or
      // known to be gone.
      ledger.history.retry({ profileId, ids: [upload.id] });
    },
  };

  /** What the service said, with names for the tags that it only gave ids of. */
  async function withTagNames(record: DocumentRecord, options: ActionOptions): Promise<DocumentRecord> {
    const { tags } = record;
    if (!tags || tags.every(({ name }) => name !== undefined)) return record;
    const known = createServiceTags(service(), ledger, context.clock);
    const names = await known.shown(
      tags.map(({ id, name }) => name ?? id),
      options,
    );
    const named = tags.map((tag, index) => (names[index] === tag.id ? tag : { ...tag, name: names[index] }));
    return { ...record, tags: named };
  }

  async function isStillGone(contentId: ContentId, options: ActionOptions): Promise<boolean> {
    try {
      await noticing(contentId, () => ask(contentId, options));
      return false;
    } catch (error) {
      if (error instanceof AppError && error.code === 'DOCUMENT_NOT_FOUND') return true;
      throw error;
    }
  }

  /** It is already deleted, or unknown to the replica that answered: Sluice deletes it again later. */
  function deleteAgain(contentId: ContentId): void {
    // An upload that just ended may not be among the documents yet.
    const [upload] = uploadsOf(contentId);
    const fileName = ledger.documents.get(profileId, contentId)?.fileName ?? upload?.fileName;
    if (fileName === undefined) return;
    const slot = { profileId, contentId, fileName, uploadId: upload?.id ?? null };
    ledger.slots.addAgain(slot, context.clock.now());
  }

  /** The document is gone by a person's wish: the same bytes may be uploaded again. */
  function endUploads(contentId: ContentId): void {
    for (const { id } of uploadsOf(contentId)) ledger.uploads.endDeleted(id, contentId, deletedDetail);
  }

  function uploadsOf(contentId: ContentId) {
    const filter = { profileId, contentId };
    return ledger.history.list({ filter, order: 'newest', offset: 0, limit: 10 }).rows;
  }
}

export type DocumentActions = ReturnType<typeof createDocumentActions>;

/** The list does not show it either: it belongs to another account, as after a change of the key. */
function isHidden({ concerns, error }: ServiceFailure): boolean {
  return concerns === 'request' && error.code === 'NOT_PERMITTED';
}

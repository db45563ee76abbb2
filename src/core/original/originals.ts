import { randomUUID } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { FileGate } from '#core/local/file-gate.ts';
import type { OriginalKind } from '#shared/bridge/original.ts';
import type { OriginalTable } from '#shared/bridge/original-tables.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { ContentId } from '#shared/ids/ids.ts';
import type { WatchFolder } from '#shared/settings/watch-folder.ts';
import type { Ledger } from '../ledger/sqlite-ledger.ts';
import { placeOf } from '../upload/place-of.ts';
import { OriginalThread } from './original-thread.ts';
import { tablesOf } from './tables/tables-of.ts';

export interface OriginalsOptions {
  readonly ledger: Ledger;
  readonly gate: FileGate;
  readonly folderOf: (folderId: string | null) => WatchFolder | undefined;
}

/** Where an original comes from. */
export interface OriginalSource {
  /** Of its copy in the cache, there or not; absolute. */
  readonly path: string;
  /** Fetches that copy from the service. */
  readonly fetch: () => Promise<unknown>;
  /** Asks the service for the document itself. */
  readonly ask: () => Promise<unknown>;
  /** Takes its copies away. */
  readonly forget: () => Promise<void>;
}

export interface OpenedOriginal {
  readonly kind: OriginalKind;
  /** Of the PDF, or of the page that is shown of anything else; absolute, in the cache. */
  readonly path: string;
  readonly bytes: number;
}

/** No original, or no such operation: in the words of the service the same. */
const notThere = new Set(['DOCUMENT_NOT_FOUND', 'NO_SUCH_OPERATION', 'NOT_FOUND']);
const forOwner = 0o600;
/** Has no tables, and may be large. */
const isPdf = /\.pdf$/iu;
/** Milliseconds the person's own file may take. */
const ownWithin = 60_000;

/** What documents were made from, as it may be shown. */
export class Originals {
  readonly #options: OriginalsOptions;
  readonly #thread = new OriginalThread();
  readonly #ending = new AbortController();
  readonly #opening = new Set<Promise<unknown>>();

  constructor(options: OriginalsOptions) {
    this.#options = options;
  }

  /**
   * @throws AppError `ORIGINAL_NOT_KEPT`, `ORIGINAL_NOT_SHOWN`, `DOCUMENT_NOT_FOUND` where it was deleted
   * meanwhile, and those of the request to the service
   */
  open(profileId: string, contentId: ContentId, source: OriginalSource): Promise<OpenedOriginal> {
    return this.#underWay(this.#open(profileId, contentId, source));
  }

  /**
   * The tables of an original that is on this machine; none where it is not, or has no page.
   *
   * @throws AppError `DOCUMENT_NOT_FOUND` where it was deleted meanwhile
   */
  tables(
    profileId: string,
    contentId: ContentId,
    source: Pick<OriginalSource, 'path' | 'forget'>,
  ): Promise<readonly OriginalTable[]> {
    return this.#underWay(this.#tables(profileId, contentId, source));
  }

  /**
   * Where the words of an original stand, as its page or, of a PDF, as lines of text.
   *
   * @throws AppError as `open`, and `ORIGINAL_NOT_SHOWN` where no words of a PDF can be read
   */
  words(
    profileId: string,
    contentId: ContentId,
    source: OriginalSource,
  ): Promise<Pick<OpenedOriginal, 'kind' | 'path'>> {
    return this.#underWay(this.#words(profileId, contentId, source));
  }

  async stop(): Promise<void> {
    this.#ending.abort();
    await this.#thread.stop();
    await Promise.allSettled(this.#opening);
  }

  #underWay<T>(work: Promise<T>): Promise<T> {
    const over = () => this.#opening.delete(work);
    this.#opening.add(work);
    work.then(over, over);
    return work;
  }

  async #open(profileId: string, contentId: ContentId, source: OriginalSource): Promise<OpenedOriginal> {
    const { path } = source;
    const document = this.#options.ledger.documents.get(profileId, contentId);
    const isHere = existsSync(path) || (await this.#copyOwn(document?.uploadId ?? null, path));
    if (!isHere) await fetchOriginal(source);
    const page = `${path}.page`;
    try {
      const { kind, bytes } = await this.#thread.read({ path, name: document?.fileName ?? '', page });
      return { kind, bytes, path: kind === 'pdf' ? path : page };
    } finally {
      await this.#stayAway(profileId, contentId, { source, wasKnown: document !== undefined });
    }
  }

  async #words(
    profileId: string,
    contentId: ContentId,
    source: OriginalSource,
  ): Promise<Pick<OpenedOriginal, 'kind' | 'path'>> {
    const opened = await this.#open(profileId, contentId, source);
    if (opened.kind !== 'pdf') return opened;
    const wasKnown = this.#options.ledger.documents.get(profileId, contentId) !== undefined;
    const { path } = opened;
    const page = `${path}.words`;
    try {
      const isKept = existsSync(page) && statSync(page).mtimeMs >= statSync(path).mtimeMs;
      if (!isKept) await this.#thread.read({ path, name: 'original.pdf', page, words: true });
      return { kind: 'pdf', path: page };
    } finally {
      await this.#stayAway(profileId, contentId, { source, wasKnown });
    }
  }

  async #tables(
    profileId: string,
    contentId: ContentId,
    source: Pick<OriginalSource, 'path' | 'forget'>,
  ): Promise<readonly OriginalTable[]> {
    const { path } = source;
    const document = this.#options.ledger.documents.get(profileId, contentId);
    const name = document?.fileName ?? '';
    const mayCopy = document !== undefined && !isPdf.test(name);
    const isHere = existsSync(path) || (mayCopy && (await this.#copyOwn(document.uploadId, path)));
    if (!isHere) return [];
    const page = `${path}.page`;
    const tables = tablesOf(page);
    try {
      const isKept = existsSync(tables) && statSync(tables).mtimeMs >= statSync(path).mtimeMs;
      const kind = isKept ? null : (await this.#thread.read({ path, name, page })).kind;
      return kind === 'pdf' ? [] : JSON.parse(await readFile(tables, 'utf8'));
    } catch (error) {
      if (error instanceof AppError && error.code === 'ORIGINAL_NOT_SHOWN') return [];
      throw error;
    } finally {
      await this.#stayAway(profileId, contentId, { source, wasKnown: document !== undefined });
    }
  }

  /** What was deleted while its original was on its way here does not come back. */
  async #stayAway(
    profileId: string,
    contentId: ContentId,
    { source, wasKnown }: { readonly source: Pick<OriginalSource, 'forget'>; readonly wasKnown: boolean },
  ): Promise<void> {
    const now = this.#options.ledger.documents.get(profileId, contentId);
    if (now === undefined ? !wasKnown : now.status !== 'gone' && now.status !== 'expired') return;
    await source.forget();
    throw new AppError('DOCUMENT_NOT_FOUND');
  }

  /** A person's own file, through the gate, while its bytes are those that were uploaded. */
  async #copyOwn(uploadId: number | null, path: string): Promise<boolean> {
    const { ledger, gate, folderOf } = this.#options;
    const upload = uploadId === null ? undefined : ledger.uploads.get(uploadId);
    if (upload == null || upload.sha256 === null) return false;
    const part = `${path}.${randomUUID()}.part`;
    const signal = AbortSignal.any([this.#ending.signal, AbortSignal.timeout(ownWithin)]);
    try {
      const place = placeOf(upload, folderOf(upload.folderId));
      const { sha256, body } = await gate.readForUpload(place, signal);
      if (sha256 !== upload.sha256) return false;
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const file = await open(part, 'w', forOwner);
      try {
        if (body.kind === 'buffer') await file.writeFile(body.bytes);
        else for await (const piece of body.open()) await file.writeFile(piece);
      } finally {
        await file.close();
      }
      await rename(part, path);
      return true;
    } catch {
      // It is gone, changed or behind a link: then the service has it.
      await rm(part, { force: true });
      return false;
    }
  }
}

/** @throws AppError `ORIGINAL_NOT_KEPT` where the service has the document and not what it was made from */
async function fetchOriginal({ fetch, ask }: OriginalSource): Promise<void> {
  try {
    await fetch();
  } catch (error) {
    if (!(error instanceof AppError) || !notThere.has(error.code)) throw error;
    if (error.code === 'DOCUMENT_NOT_FOUND') await ask();
    throw new AppError('ORIGINAL_NOT_KEPT', { cause: error });
  }
}

import { randomUUID } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import type { OriginalKind } from '#shared/bridge/original.ts';
import type { OriginalTable } from '#shared/bridge/original-tables.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { ContentId } from '#shared/ids/ids.ts';
import type { Ledger } from '../ledger/sqlite-ledger.ts';
import type { StartProgram } from '../ports/programs.ts';
import { OriginalReaders } from './original-readers.ts';
import { OwnFiles, type OwnFilesOptions } from './own-files.ts';
import { tablesOf } from './tables/tables-of.ts';

export interface OriginalsOptions extends Omit<OwnFilesOptions, 'readers'> {
  readonly ledger: Ledger;
  /** How the host starts programs. */
  readonly start?: StartProgram | undefined;
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
/** Refusals that another time may not be. */
const passing = new Set<string | undefined>(['detail.originalStopped', 'detail.originalFile']);

/** What documents were made from, as it may be shown. */
export class Originals {
  readonly #options: OriginalsOptions;
  readonly #own: OwnFiles;
  readonly #readers: OriginalReaders;
  readonly #ending = new AbortController();
  readonly #opening = new Set<Promise<unknown>>();

  constructor(options: OriginalsOptions) {
    this.#options = options;
    this.#readers = new OriginalReaders({}, options.start);
    this.#own = new OwnFiles({ ...options, readers: this.#readers });
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
    await this.#readers.stop();
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
    const copyOwn = () => this.#own.copy(document?.uploadId ?? null, path, this.#ending.signal);
    const isHere = existsSync(path) || (await copyOwn());
    if (!isHere) await fetchOriginal(source);
    const page = `${path}.page`;
    try {
      const { kind, bytes } = await this.#readers.read({ path, name: document?.fileName ?? '', page });
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
      if (!isKept) await this.#readers.read({ path, name: 'original.pdf', page, words: true });
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
    const file = { path, name: document?.fileName ?? '', page: `${path}.page` };
    const copyOwn = () => this.#own.copyForTables(document?.uploadId ?? null, file, this.#ending.signal);
    const isHere = existsSync(path) || (await copyOwn());
    if (!isHere) return [];
    try {
      return (await this.#keepTables(file)) ? JSON.parse(await readFile(tablesOf(file.page), 'utf8')) : [];
    } finally {
      await this.#stayAway(profileId, contentId, { source, wasKnown: document !== undefined });
    }
  }

  /** Whether they are kept now. Of what is not shown none are, so that it is not tried at each opening. */
  async #keepTables(file: { readonly path: string; readonly name: string; readonly page: string }) {
    const tables = tablesOf(file.page);
    const isKept = () => existsSync(tables) && statSync(tables).mtimeMs >= statSync(file.path).mtimeMs;
    if (isKept()) return true;
    try {
      const known = await this.#readers.readAhead(file, () => !isKept());
      if (known?.kind !== 'pdf') return true;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'ORIGINAL_NOT_SHOWN') throw error;
      if (passing.has(error.spoken?.code)) return false;
    }
    const part = `${tables}.${randomUUID()}.part`;
    await writeFile(part, '[]', { mode: forOwner });
    await rename(part, tables);
    return true;
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

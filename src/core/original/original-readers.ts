import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { AppError } from '#shared/errors/app-error.ts';
import { originalKinds } from '#shared/bridge/original.ts';
import type { SpokenCode } from '#shared/spoken/said.ts';
import { said } from '#shared/spoken/said.ts';
import type { PdfQuestion } from '../local/pdf-worker.ts';
import { programOf } from '../places/places.ts';
import type { StartProgram } from '../ports/programs.ts';
import { Reader, ReaderEnded, type ReaderLimits } from '../threads/reader.ts';
import type { OriginalAnswer, OriginalQuestion } from './original-worker.ts';
import { mostBytes } from './original-size.ts';
import { tablesOf } from './tables/tables-of.ts';

const usual: ReaderLimits = { heap: 1_500, deadline: 30_000, kept: 20_000, output: 256 * 2 ** 20 };

const reasons: Readonly<Record<Extract<OriginalAnswer, { why: unknown }>['why'], SpokenCode>> = {
  kind: 'detail.originalKind',
  size: 'detail.originalSize',
  broken: 'detail.originalBroken',
  deep: 'detail.originalDeep',
  file: 'detail.originalFile',
};

const ends: Readonly<Record<ReaderEnded['why'], SpokenCode>> = {
  slow: 'detail.originalSlow',
  // Whatever ended it: out of memory for the most part.
  ended: 'detail.originalMemory',
  stopped: 'detail.originalStopped',
};

/** Asks what an original is, and for a page of it. */
interface Asked {
  /** Absolute, in the cache. */
  readonly path: string;
  /** What it was called when it was uploaded. */
  readonly name: string;
  /** Where the page is written; absolute, in the cache. Its tables are written beside it. */
  readonly page: string;
  /** The text of a PDF is wanted, and is written instead of a page. */
  readonly words?: boolean;
}

type Told = Extract<OriginalAnswer, { kind: unknown }>;
type Known = Pick<Told, 'kind' | 'bytes'>;

interface Turn {
  readonly question: Asked;
  readonly isNeeded: () => boolean;
  /** Whether a person waits for it. */
  isAwaited: boolean;
  readonly answer: PromiseWithResolvers<Known | undefined>;
}

/** Ended for somebody who waits, and begun again after. */
const gaveWay = Symbol('gave way');

/**
 * Reads originals one after another in processes without rights (`threads/reader.ts`), one for PDFs and one
 * for all others: strangers wrote them, and a reader may run out of memory, never end or be taken over. Only
 * this side knows paths and writes files.
 */
export class OriginalReaders {
  readonly #pages: Reader;
  readonly #pdfs: Reader;
  /** In the order they came. */
  readonly #waiting: Turn[] = [];
  #current: Turn | undefined;
  #giveWay: (() => void) | undefined;
  #line: Promise<unknown> = Promise.resolve();

  constructor(limits: Partial<ReaderLimits> = {}, start?: StartProgram) {
    this.#pages = new Reader(programOf('original-worker'), { ...usual, ...limits }, start);
    this.#pdfs = new Reader(programOf('pdf-worker'), { ...usual, ...limits }, start);
  }

  /**
   * For a person who waits: before all that is read ahead.
   *
   * @throws AppError `ORIGINAL_NOT_SHOWN`
   */
  async read(question: Asked): Promise<Known> {
    const isSame = (turn: Turn | undefined) => turn?.question.page === question.page;
    const same = isSame(this.#current) ? this.#current : this.#waiting.find(isSame);
    if (same) same.isAwaited = true;
    else if (this.#current?.isAwaited === false) this.#giveWay?.();
    const turn = same ?? this.#add({ question, isNeeded: () => true, isAwaited: true });
    // Undefined where it was looked at a moment ago, for nobody, and was not needed.
    return (await turn.answer.promise) ?? this.read(question);
  }

  /**
   * For nobody yet, so others come first; undefined where it is not needed any more when its turn comes.
   *
   * @throws AppError `ORIGINAL_NOT_SHOWN`
   */
  readAhead(question: Asked, isNeeded: () => boolean): Promise<Known | undefined> {
    return this.#add({ question, isNeeded, isAwaited: false }).answer.promise;
  }

  /** Whether the original may have tables, as far as its name and its first bytes tell. */
  async mayHaveTables(name: string, start: Uint8Array): Promise<boolean> {
    const read = async (from: number, length: number) => start.subarray(from, from + length);
    const source = { size: start.byteLength, read };
    const answer = checked(
      await this.#pages.ask({ what: 'kind', name } satisfies OriginalQuestion, { source }),
    );
    return 'kind' in answer && answer.mayHaveTables;
  }

  /** Ends what is under way, and lets nothing more begin. */
  async stop(): Promise<void> {
    await Promise.all([this.#pages.stop(), this.#pdfs.stop()]);
    await this.#line;
  }

  #add(asked: Omit<Turn, 'answer'>): Turn {
    const turn = { ...asked, answer: Promise.withResolvers<Known | undefined>() };
    this.#waiting.push(turn);
    this.#line = this.#line.then(() => this.#work());
    return turn;
  }

  async #work(): Promise<void> {
    while (this.#waiting.length > 0) {
      const awaited = this.#waiting.findIndex(({ isAwaited }) => isAwaited);
      const [turn] = this.#waiting.splice(Math.max(0, awaited), 1);
      this.#current = turn;
      if (turn) await this.#take(turn);
      this.#current = undefined;
    }
  }

  async #take(turn: Turn): Promise<void> {
    try {
      const isNeeded = turn.isAwaited || turn.isNeeded();
      turn.answer.resolve(isNeeded ? await this.#ask(turn.question) : undefined);
    } catch (error) {
      if (error === gaveWay) this.#waiting.push(turn);
      else turn.answer.reject(error);
    }
  }

  async #ask(asked: Asked): Promise<Known> {
    const giveWay = new AbortController();
    this.#giveWay = () => giveWay.abort(gaveWay);
    const outputs = new Outputs(asked);
    try {
      const answer = await this.#read(asked, outputs, giveWay.signal);
      if ('why' in answer) throw notShown(reasons[answer.why]);
      await outputs.keep();
      return { kind: answer.kind, bytes: answer.bytes };
    } catch (error) {
      if (error instanceof ReaderEnded) throw notShown(ends[error.why]);
      throw error;
    } finally {
      this.#giveWay = undefined;
      await outputs.discard();
    }
  }

  async #read({ path, name, words }: Asked, outputs: Outputs, signal: AbortSignal): Promise<OriginalAnswer> {
    const file = await open(path, 'r').catch(() => undefined);
    if (!file) return { why: 'file' };
    try {
      const { size } = await file.stat();
      const read = async (from: number, length: number) => {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, from);
        return buffer.subarray(0, bytesRead);
      };
      const job = {
        source: { size, read },
        write: (output: string, piece: Uint8Array) => outputs.write(output, piece),
        signal,
      };
      if (!words)
        return checked(await this.#pages.ask({ what: 'page', name } satisfies OriginalQuestion, job));
      if (size > mostBytes) return { why: 'size' };
      const isRead = (await this.#pdfs.ask('words' satisfies PdfQuestion, job)) === true;
      return isRead ? { kind: 'pdf', bytes: size, mayHaveTables: false } : { why: 'broken' };
    } finally {
      await file.close();
    }
  }
}

function notShown(code: SpokenCode): AppError {
  return new AppError('ORIGINAL_NOT_SHOWN', { spoken: said(code) });
}

/** Sent by a process that a stranger's document may have taken over. */
function checked(answer: unknown): OriginalAnswer {
  const { kind, bytes, mayHaveTables, why } = Object(answer) as Record<string, unknown>;
  const known = originalKinds.find((one) => one === kind);
  if (known !== undefined && typeof bytes === 'number')
    return { kind: known, bytes, mayHaveTables: mayHaveTables === true };
  return { why: typeof why === 'string' && Object.hasOwn(reasons, why) ? (why as 'file') : 'file' };
}

/** What a reader writes, under other names until all of it is written. */
class Outputs {
  readonly #files = new Map<string, FileHandle>();
  readonly #paths: Readonly<Record<string, string>>;

  constructor({ page, words }: Asked) {
    // The tables first: a page that is there has its tables beside it.
    this.#paths = words ? { words: page } : { tables: tablesOf(page), page };
  }

  async write(output: string, piece: Uint8Array): Promise<void> {
    if (!Object.hasOwn(this.#paths, output)) throw new ReaderEnded('ended');
    const file = this.#files.get(output) ?? (await open(`${this.#paths[output]}.part`, 'w', 0o600));
    this.#files.set(output, file);
    await file.writeFile(piece);
  }

  async keep(): Promise<void> {
    for (const [output, path] of Object.entries(this.#paths))
      if (this.#files.has(output)) await rename(`${path}.part`, path);
  }

  /** Removes what was not kept. */
  async discard(): Promise<void> {
    for (const file of this.#files.values()) await file.close();
    for (const path of Object.values(this.#paths)) await rm(`${path}.part`, { force: true });
  }
}

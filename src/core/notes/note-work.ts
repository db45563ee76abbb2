import type { Clock } from '#core/ports/clock.ts';
import type { Logger } from '#core/ports/logger.ts';
import type { Passage } from '#shared/anchor/find-passage.ts';
import type { DocumentPassages, WantedPassage } from '#shared/cite/find-passages.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { ContentId } from '#shared/ids/ids.ts';
import { contentIdSchema } from '#shared/ids/ids.ts';
import type { Profile } from '#shared/settings/profile.ts';
import { type OriginalWords, ReadThread } from '../across/read-thread.ts';
import type { NotePatch, NoteRow } from '../ledger/note-row.ts';
import type { Ledger } from '../ledger/sqlite-ledger.ts';
import type { Priority } from '../service/answer.ts';
import type { LinkedFiles } from '../service/linked-files.ts';
import type { Failing } from '../service/failures-in-row.ts';
import { createWakeLoop, type WakeLoop } from '../service/wake-loop.ts';
import { fateOf } from './document-fate.ts';
import { documentFacts, placedNote, wantedOf } from './placed-note.ts';

export interface NoteWorkOptions {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly profiles: () => readonly Profile[];
  readonly linksOf: (profile: Profile) => LinkedFiles;
  readonly onChange: (contentIds: readonly string[]) => void;
  /** The copy beside the ledger could not be read whole; where it is now. */
  readonly onDamagedCopy: (path: string) => void;
}

/** How often it is looked whether documents are still those that notes stand in, ms. */
const everyMs = 10_000;
/** How soon after uploads or documents changed, ms. */
const soonMs = 1_000;
/** After a document could not be read: the first wait and the longest, ms; doubled in between. */
const firstWaitMs = 15_000;
const longestWaitMs = 30 * 60_000;

/**
 * Lets notes follow their documents: to the version that took the place of one, back to one that is there
 * again, and to the list of orphans where there is none. It never removes one.
 */
export class NoteWork {
  readonly #options: NoteWorkOptions;
  readonly #thread = new ReadThread();
  readonly #loop: WakeLoop;
  readonly #stopping = new AbortController();
  /** Documents that could not be read: when they are tried again, by the clock that only rises. */
  readonly #later = new Map<string, { at: number; wait: number }>();
  /** Whether the copy beside the ledger is as the ledger. */
  #isKept = true;
  readonly #underWay = new Set<Promise<void>>();

  constructor(options: NoteWorkOptions) {
    this.#options = options;
    const { clock, logger } = options;
    this.#loop = createWakeLoop({
      clock,
      turn: async () => {
        this.#keep();
        for (const profile of options.profiles()) await this.#follow(profile, 'fetch');
        this.#keep();
        return everyMs;
      },
      onError: (error, isNews) => {
        if (isNews) logger.warn('Notes could not follow their documents.', { error });
      },
    });
  }

  /** Call where this process runs the queue: it is the one that fetches. */
  start(): void {
    // Who wrote the last note may have been killed before the copy was written, and may have had no loop.
    this.#isKept = false;
    this.#loop.start();
  }

  /** As of its loop. */
  failing(): Failing | undefined {
    return this.#loop.failing();
  }

  /** A document may have been replaced, or be gone. Called often: while uploads move, for each. */
  wake(): void {
    this.#loop.wakeWithin(soonMs);
  }

  async stop(): Promise<void> {
    this.#stopping.abort(new DOMException('Sluice ends.', 'AbortError'));
    await this.#loop.stop();
    await Promise.allSettled(this.#underWay);
    this.#keep();
    await this.#thread.stop();
  }

  /** A person added, changed or removed notes. */
  changed(contentIds: readonly string[]): void {
    if (contentIds.length === 0) return;
    this.#isKept = false;
    this.wake();
    this.#options.onChange([...new Set(contentIds)]);
  }

  /** Also beside the ledger, so that they outlive its loss. */
  #keep(): void {
    if (this.#isKept) return;
    this.#isKept = true;
    try {
      const { ledger, clock, onDamagedCopy } = this.#options;
      ledger.notes.keep(clock.now(), onDamagedCopy);
    } catch (error) {
      this.#isKept = false;
      this.#options.logger.warn('Notes could not be written down beside the ledger.', { error });
    }
  }

  /** Brings notes into step with what is known here, without asking the service for anything. */
  async catchUp(profile: Profile): Promise<void> {
    const work = this.#follow(profile, 'cache').finally(() => this.#underWay.delete(work));
    this.#underWay.add(work);
    await work;
  }

  /** Tries at once what could not be read. */
  tryAnew(): void {
    this.#later.clear();
    this.#loop.wake();
  }

  /**
   * Where passages stand in a document; undefined where it is not in the cache and may not be fetched.
   *
   * @throws AppError of the request, or `BAD_ANSWER` where it cannot be read
   */
  async read(
    profile: Profile,
    contentId: ContentId,
    wanted: readonly WantedPassage[],
    from: Priority | 'cache',
  ): Promise<DocumentPassages | undefined> {
    const links = this.#options.linksOf(profile);
    const { signal } = this.#stopping;
    const file =
      links.cachedAnnotated(contentId) ??
      (from === 'cache' ? undefined : await links.annotated(contentId, from, signal));
    return file && this.#thread.find(file.path, wanted, signal);
  }

  /** Which passages stand in an original; undefined where that cannot be told. */
  stand(original: OriginalWords, passages: readonly Passage[]): Promise<readonly (boolean | undefined)[]> {
    return this.#thread.stand(original, passages, this.#stopping.signal);
  }

  async #follow(profile: Profile, from: 'cache' | 'fetch'): Promise<void> {
    const { ledger } = this.#options;
    for (const document of ledger.notes.documents(profile.id)) {
      if (this.#stopping.signal.aborted) return;
      const fate = fateOf(ledger, profile.id, document);
      const notes = (which: Parameters<typeof ledger.notes.ofDocument>[2]) =>
        ledger.notes.ofDocument(profile.id, document, which);
      if (fate.kind === 'here') {
        const contentId = contentIdSchema.safeParse(document.contentId).data;
        const open = [...notes('waiting'), ...notes('lost')];
        if (contentId !== undefined && open.length > 0)
          await this.#place(profile, open, { contentId, uploadId: document.uploadId }, from);
      } else if (fate.kind === 'lost') {
        this.#lose(profile, [...notes('placed'), ...notes('waiting')], fate.reason);
      } else if (fate.kind === 'replaced' && fate.by !== document.successor) {
        const target = { contentId: fate.by, uploadId: fate.uploadId };
        // All of them: also what had no place in the version before.
        await this.#place(profile, notes('all'), target, from);
      }
    }
  }

  #lose(profile: Profile, notes: readonly NoteRow[], reason: NoteRow['reason']): void {
    const since = this.#options.clock.now();
    this.#write(profile, notes, () => ({ state: 'orphan', reason, since }));
  }

  async #place(
    profile: Profile,
    notes: readonly NoteRow[],
    target: { readonly contentId: ContentId; readonly uploadId: number | null },
    from: 'cache' | 'fetch',
  ): Promise<void> {
    const { clock, ledger } = this.#options;
    const { contentId, uploadId } = target;
    const wait = (rows: readonly NoteRow[], reason: NoteRow['reason']) => {
      const since = clock.now();
      // That it is not read yet is less than why it could not be.
      const isNew = (row: NoteRow) =>
        row.state !== 'waiting' || (row.reason !== reason && reason !== 'unread');
      this.#write(profile, rows.filter(isNew), () => ({ state: 'waiting', reason, since }));
    };
    const read = async (rows: readonly NoteRow[], place: Priority | 'cache') => {
      const passages = await this.read(profile, contentId, rows.map(wantedOf), place);
      if (passages === undefined) return false;
      this.#later.delete(contentId);
      const row = ledger.documents.get(profile.id, contentId);
      const upload = uploadId === null ? undefined : ledger.uploads.get(uploadId);
      const publishedAt = row?.publishedAt ?? passages.publishedAt;
      const facts = { title: passages.title, fileName: row?.fileName, sha256: upload?.sha256, publishedAt };
      const foundOf = new Map(rows.map((note, index) => [note.id, passages.found[index] ?? null]));
      this.#write(profile, rows, (note) => {
        const found = foundOf.get(note.id) ?? null;
        const patch = placedNote(note, found, contentId, clock.now());
        if (found === null) return { ...patch, successor: contentId === note.contentId ? null : contentId };
        const document = documentFacts(note.document, facts);
        return { ...patch, contentId, uploadId, successor: null, document };
      });
      return true;
    };
    try {
      if (await read(notes, 'cache')) return;
      // Said before it is waited for: the service may keep silent for long.
      wait(notes, 'unread');
      if (from === 'cache' || !this.#mayTry(contentId)) return;
      const ids = new Set(notes.map(({ id }) => id));
      const now = [...ids].flatMap((id) => ledger.notes.get(profile.id, id) ?? []);
      await read(now, 'backlog');
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (this.#stopping.signal.aborted) return;
      this.#postpone(contentId);
      const rows = notes.flatMap(({ id }) => ledger.notes.get(profile.id, id) ?? []);
      wait(rows, error.code === 'BAD_ANSWER' ? 'unreadable' : 'unreachable');
    }
  }

  #mayTry(contentId: string): boolean {
    return (this.#later.get(contentId)?.at ?? 0) <= this.#options.clock.monotonic();
  }

  #postpone(contentId: string): void {
    const wait = Math.min(longestWaitMs, 2 * (this.#later.get(contentId)?.wait ?? firstWaitMs / 2));
    this.#later.set(contentId, { at: this.#options.clock.monotonic() + wait, wait });
  }

  #write(profile: Profile, notes: readonly NoteRow[], patchOf: (note: NoteRow) => NotePatch): void {
    if (notes.length === 0) return;
    const changes = notes.map((note) => ({ note, patch: patchOf(note) }));
    if (this.#options.ledger.notes.change(profile.id, changes) === 0) return;
    const ids = changes.flatMap(({ note, patch }) => [note.contentId, patch.contentId ?? note.contentId]);
    this.#isKept = false;
    this.#options.onChange([...new Set(ids)]);
  }
}

import type { Clock } from '#core/ports/clock.ts';
import { mostDocumentsAcross } from '#shared/bridge/across.ts';
import type { DocumentFilter } from '#shared/bridge/documents.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Profile } from '#shared/settings/profile.ts';
import { said } from '#shared/spoken/said.ts';
import type { Ledger } from '../ledger/sqlite-ledger.ts';
import type { LinkedFiles } from '../service/linked-files.ts';
import { Gathering } from './gathering.ts';
import { ReadThread } from './read-thread.ts';

export interface AcrossWorkOptions {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly linksOf: (profile: Profile) => LinkedFiles;
  readonly onChange: (gatheringId: string) => void;
}

/** Gatherings kept, so that going back to one costs nothing; the oldest are let go. */
const mostKept = 4;
const newestFirst = { by: 'uploaded', descending: true } as const;

/** The looks at entities over many documents, and the thread that reads for them. */
export class AcrossWork {
  readonly #options: AcrossWorkOptions;
  readonly #thread = new ReadThread();
  #kept: Gathering[] = [];

  constructor(options: AcrossWorkOptions) {
    this.#options = options;
  }

  /** The gathering about a filter: the one there is, or one that begins now. */
  open(profile: Profile, filter: DocumentFilter, anew: boolean): Gathering {
    const about = JSON.stringify(filter);
    const known = this.#kept.find((one) => one.profileId === profile.id && one.about === about);
    if (known !== undefined && !anew) return known;
    const { ledger, clock, linksOf, onChange } = this.#options;
    const list = (chosen: DocumentFilter) =>
      ledger.documents.list(profile.id, {
        filter: chosen,
        sort: newestFirst,
        offset: 0,
        limit: mostDocumentsAcross,
      });
    const { rows, total } = list(filter);
    const gathering = new Gathering({
      profileId: profile.id,
      about,
      documents: rows,
      leftOut: total - rows.length,
      clock,
      links: () => linksOf(profile),
      look: (contentIds) => list({ contentIds: [...contentIds] }).rows,
      read: (path, signal) => this.#thread.read(path, signal),
      onChange,
    });
    gathering.start();
    const old = this.#kept.filter((one) => one !== known);
    this.#kept = [gathering, ...old].slice(0, mostKept);
    for (const one of [known, ...old.slice(mostKept - 1)]) one?.cancel();
    return gathering;
  }

  /** @throws AppError `NOT_HERE` when it was let go */
  get(profile: Profile, gatheringId: string): Gathering {
    const found = this.#kept.find(({ id, profileId }) => id === gatheringId && profileId === profile.id);
    if (found === undefined) throw new AppError('NOT_HERE', { spoken: said('detail.openAgain') });
    return found;
  }

  async stop(): Promise<void> {
    await Promise.all(this.#kept.map((one) => one.stop()));
    await this.#thread.stop();
  }
}

import { hasLanded } from '../service/landed.ts';
import type { DocumentRecord } from '../service/schemas/document.ts';
import { type LearnSizes, learnSizes } from './learn-sizes.ts';
import { readList } from './read-list.ts';

export const pageSize = 100;
/** Nobody sends to one slot for longer, ms; clocks may differ by hours. */
const sendingLastsMs = 24 * 60 * 60_000;

/** How far the collecting has come, for people. */
export interface CollectProgress {
  /** Documents seen in this reading of the list. */
  readonly documents: number;
  /** The first reading is 1; a list is read until it stands still. */
  readonly reading: number;
  /** Documents whose size is still to be learned, one by one. */
  readonly unsized: number;
}

interface CollectOptions extends Omit<LearnSizes, 'onLeft'> {
  readonly onProgress: (progress: CollectProgress) => void;
}

/**
 * Learns what the service holds after the ledger was lost. It may be cut off at any point and begun again.
 *
 * @returns `uncertain` when the service cannot tell: it has no list, the list does not come to rest, or there
 * are too many documents without a size. Then files from before the loss are held back for a person.
 */
export async function collectKnown(options: CollectOptions): Promise<'known' | 'uncertain' | 'failed'> {
  const { client, clock, ledger, profileId, signal, onProgress } = options;
  let progress: CollectProgress = { documents: 0, reading: 1, unsized: 0 };
  const tell = (change: Partial<CollectProgress>) => {
    progress = { ...progress, ...change };
    onProgress(progress);
  };
  const read = await readList({
    clock,
    signal,
    pageSize,
    page: (page) =>
      client.documents.list(
        { ownership: 'owned', page, page_size: pageSize, sort_by: 'created_at', sort_order: 'asc' },
        { priority: 'manual', signal },
      ),
    onPage: (records, reading) => {
      ledger.known.addMany(profileId, records.filter((one) => mayHoldBytes(one, clock.now())).map(toKnown));
      tell({ reading, documents: records.length + (reading === progress.reading ? progress.documents : 0) });
    },
  });
  if (read === 'moving') return 'uncertain';
  if (read === 'failed') return client.documents.listAvailable() === 'no' ? 'uncertain' : 'failed';
  const learned = await learnSizes({ ...options, onLeft: (unsized) => tell({ unsized }) });
  return learned === 'learned' ? 'known' : learned === 'too-many' ? 'uncertain' : 'failed';
}

/**
 * Without a size nobody can tell a slot from what is in the middle of being taken, and a list is behind: it
 * is asked for. A slot that is empty for a day stays so, and some have many.
 */
export function mayHoldBytes(record: DocumentRecord, now: number): boolean {
  if (record.status === 'failed') return false;
  if (record.raw_size !== 0 || hasLanded(record)) return true;
  return !(Date.parse(record.created_at ?? '') < now - sendingLastsMs);
}

export function toKnown({ id: contentId, file_name: fileName, raw_size: size }: DocumentRecord) {
  // A service that tells sizes late says 0 until then.
  return { contentId, fileName: fileName ?? null, size: size || null };
}

import type { DocumentRecord } from '../service/schemas/document.ts';
import { type LearnSizes, learnSizes } from './learn-sizes.ts';
import { readList } from './read-list.ts';

const pageSize = 100;

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
 * @returns `uncertain` when the service cannot tell: it has no list, the list does not come to rest, or there are too many documents
 * without a size. Then files from before the loss are held back for a person.
 */
export async function collectKnown(options: CollectOptions): Promise<'known' | 'uncertain' | 'failed'> {
  const { client, ledger, profileId, signal, onProgress } = options;
  let progress: CollectProgress = { documents: 0, reading: 1, unsized: 0 };
  const tell = (change: Partial<CollectProgress>) => {
    progress = { ...progress, ...change };
    onProgress(progress);
  };
  const read = await readList({
    page: (page) =>
      client.documents.list(
        { ownership: 'owned', page, page_size: pageSize, sort_by: 'created_at', sort_order: 'asc' },
        { priority: 'manual', signal },
      ),
    onPage: async (records, reading) => {
      await ledger.known.addMany(profileId, records.filter(mayHoldBytes).map(toKnown));
      tell({ reading, documents: records.length + (reading === progress.reading ? progress.documents : 0) });
    },
  });
  if (read === 'moving') return 'uncertain';
  if (read === 'failed') return client.documents.listAvailable() === 'no' ? 'uncertain' : 'failed';
  const learned = await learnSizes({ ...options, onLeft: (unsized) => tell({ unsized }) });
  return learned === 'learned' ? 'known' : learned === 'too-many' ? 'uncertain' : 'failed';
}

function mayHoldBytes({ raw_size: size, status }: DocumentRecord): boolean {
  // Without a size nobody can tell a slot from what is in the middle of being taken: it is asked for.
  return status !== 'failed' && (size === undefined || size > 0);
}

function toKnown(record: DocumentRecord) {
  return { contentId: record.id, fileName: record.file_name ?? null, size: record.raw_size ?? null };
}

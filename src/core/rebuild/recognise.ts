import { extname } from 'node:path';
import type { ContentId } from '#shared/ids/ids.ts';
import type { KnownDocument } from '../ledger/known-documents.ts';
import type { Ledger } from '../ledger/sqlite-ledger.ts';
import { type RebuildFact, rebuildFactOf } from '../ledger/rebuild-fact.ts';
import type { UploadRow } from '../ledger/upload-row.ts';
import { type Answer, answered, type ServiceFailure } from '../service/answer.ts';
import type { Hashed } from '../service/storage.ts';
import { hashOriginal } from '../service/hash-original.ts';
import { type LookContext, lookFor } from './look-for.ts';

/**
 * - `known`: the service has these bytes as this document; `hasFailed` where it could not process them
 * - `hold`: nobody can tell, a person decides
 * - `later`: a document of that size is still being enriched, or not found so far; asked for again at `at`,
 *   wall time in ms
 * - `failed`: the service could not be asked
 */
export type Recognised =
  | { readonly kind: 'known'; readonly contentId: ContentId; readonly hasFailed: boolean }
  | { readonly kind: 'hold' }
  | { readonly kind: 'later'; readonly at: number }
  | { readonly kind: 'failed'; readonly failure: ServiceFailure };

/** Words for a document whose original can be had once it is done; of any other one it is asked for now. */
const underWay: ReadonlySet<string | undefined> = new Set([
  'placeholder',
  'pending',
  'processing',
  undefined,
]);

/** A document that may hold these bytes is still being enriched: looked at again after this, ms. */
const underWayAgainMs = 10_000;

interface RecogniseContext extends LookContext {
  readonly ledger: Ledger;
  /**
   * Originals that are being read now, by content id: files of one size that are looked at side by side share
   * them.
   */
  readonly reading: Map<ContentId, Promise<Answer<Hashed>>>;
  /** Bytes by the record, of documents that have the name of a file but by the list not its size. */
  readonly sized: Map<ContentId, number>;
}

interface ReadBytes {
  readonly sha256: string;
  readonly size: number;
}

/**
 * Looks whether the service already holds these bytes, from before the ledger was lost: a document of the
 * same size, whatever its name, and then the original's own SHA-256, because a size proves nothing and files
 * are renamed.
 *
 * @returns undefined to upload
 */
export async function recognise(
  context: RecogniseContext,
  row: UploadRow,
  read: ReadBytes,
): Promise<Recognised | undefined> {
  const { ledger } = context;
  const fact = rebuildFactOf(ledger, row.profileId);
  if (!fact) return undefined;
  if (fact.state === 'uncertain') return holdUnlessDecided(context, row, read, fact);
  let otherwise: Compared | undefined;
  const unsized = ledger.known.listWithoutSize(row.profileId);
  const candidates = [
    ...ledger.known.listBySize(row.profileId, read.size),
    ...unsized.filter(({ sha256 }) => sha256 === read.sha256),
  ];
  const named = ledger.known.listByName(row.profileId, row.fileName);
  const others = named.filter(({ size }) => size !== null && size !== read.size);
  for (const candidate of [...sameNameFirst(candidates, row.fileName), ...others]) {
    const found = await compare(context, row, candidate, read);
    if (found?.kind === 'known' && !found.hasFailed) return found;
    // One that could be processed counts more than one that could not.
    if (found?.kind === 'known' || otherwise === undefined) otherwise = found ?? otherwise;
  }
  if (unsized.some(({ fileName }) => mayBeCalled(fileName, row.fileName))) otherwise ??= { kind: 'hold' };
  if (otherwise?.kind !== 'hold') return otherwise;
  const held = holdUnlessDecided(context, row, read, fact);
  // A person is asked about it in any case, because it failed.
  return held && otherwise.failedAs
    ? { kind: 'known', contentId: otherwise.failedAs, hasFailed: true }
    : held;
}

/** `failedAs`: the document of that name and size that failed; the service returns no original of it. */
type Compared =
  | Exclude<Recognised, { kind: 'hold' }>
  | { readonly kind: 'hold'; readonly failedAs?: ContentId };

/**
 * What came after the loss was found cannot be in from before, unless it is only a new time of bytes that
 * were held before, or a time that is still to come. What a person decided stays decided.
 */
function holdUnlessDecided(
  { clock, ledger }: RecogniseContext,
  row: UploadRow,
  { sha256 }: ReadBytes,
  { at }: RebuildFact,
): Recognised | undefined {
  const own = ledger.history.events(row.id);
  if (own.some(({ kind }) => kind === 'resolved')) return undefined;
  const changedAt = Number(BigInt(row.mtimeNs) / 1_000_000n);
  if (changedAt < at || changedAt > clock.now()) return { kind: 'hold' };
  const before = row.replaces === null ? [] : ledger.history.events(row.replaces);
  const wereHeld = [...own, ...before].some(
    ({ kind, detail }) => kind === 'asks' && detail?.sha256 === sha256,
  );
  return wereHeld ? { kind: 'hold' } : undefined;
}

/** Most were not renamed, and each that is compared costs a download. */
function sameNameFirst(candidates: readonly KnownDocument[], name: string): KnownDocument[] {
  return candidates.toSorted((one, other) => Number(other.fileName === name) - Number(one.fileName === name));
}

/** Renamed files keep what stands for their kind. */
function mayBeCalled(documentName: string | null, fileName: string): boolean {
  return documentName === null || extname(documentName).toLowerCase() === extname(fileName).toLowerCase();
}

async function compare(
  context: RecogniseContext,
  { profileId, fileName: ownName }: UploadRow,
  { contentId, fileName, size }: KnownDocument,
  read: ReadBytes,
): Promise<Compared | undefined> {
  // Asked for now: another file of this size may have had it read meanwhile.
  const sha256 = context.ledger.known.findHash(profileId, contentId);
  if (sha256 !== null && sha256 !== read.sha256) return undefined;
  const isOfOtherSize = size !== null && size !== read.size;
  if (isOfOtherSize && (context.sized.get(contentId) ?? read.size) !== read.size) return undefined;
  const looked = await lookFor(context, { contentId, fileName });
  if (looked.kind === 'gone') {
    context.ledger.known.remove(profileId, contentId);
    return undefined;
  }
  if (looked.kind === 'later') return { kind: 'later', at: context.clock.now() + looked.inMs };
  const { answer } = looked;
  if (!answer.ok) return { kind: 'failed', failure: answer.failure };
  if (isOfOtherSize) {
    // The list may state another size than the record; the record counts.
    const stated = answer.value.raw_size || size;
    context.sized.set(contentId, stated);
    if (stated !== read.size) return undefined;
  }
  const hasFailed = answer.value.status === 'failed';
  if (sha256 !== null) return { kind: 'known', contentId, hasFailed };
  if (underWay.has(answer.value.status)) return { kind: 'later', at: context.clock.now() + underWayAgainMs };
  const original = await readOnce(context, profileId, contentId, read.size);
  if (!original.ok) {
    const { error } = original.failure;
    if (error.retryable) return { kind: 'failed', failure: original.failure };
    // There is a document of that size whose bytes cannot be had: nobody can tell.
    return { kind: 'hold', ...(hasFailed && fileName === ownName ? { failedAs: contentId } : {}) };
  }
  // Of another length than the service states: what a proxy answers with, not the original.
  if (original.value.bytes !== read.size) return { kind: 'hold' };
  return original.value.sha256 === read.sha256 ? { kind: 'known', contentId, hasFailed } : undefined;
}

/** Reads an original and writes down what it is, so that it is read once for all files of its size. */
function readOnce(
  { client, ledger, reading }: RecogniseContext,
  profileId: string,
  contentId: ContentId,
  size: number,
): Promise<Answer<Hashed>> {
  const running = reading.get(contentId);
  if (running) return running;
  const read = async (): Promise<Answer<Hashed>> => {
    const sha256 = ledger.known.findHash(profileId, contentId);
    if (sha256 !== null) return answered({ bytes: size, sha256 });
    const answer = await hashOriginal(client, contentId, size);
    if (answer.ok && answer.value.bytes === size)
      ledger.known.setSizeAndHash(profileId, contentId, answer.value.bytes, answer.value.sha256);
    return answer;
  };
  const started = read().finally(() => reading.delete(contentId));
  reading.set(contentId, started);
  return started;
}

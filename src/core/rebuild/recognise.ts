import { extname } from 'node:path';
import type { ContentId } from '#shared/ids/ids.ts';
import type { KnownDocument } from '../ledger/known-documents.ts';
import type { Ledger } from '../ledger/sqlite-ledger.ts';
import { type RebuildFact, rebuildFactOf } from '../ledger/rebuild-fact.ts';
import type { UploadRow } from '../ledger/upload-row.ts';
import { type Answer, answered, type ServiceFailure } from '../service/answer.ts';
import type { Hashed } from '../service/storage.ts';
import { hashOriginal } from '../service/hash-original.ts';
import { isOfConnector } from '../service/schemas/document.ts';
import { type LookContext, type LookedFor, lookFor } from './look-for.ts';

/**
 * - `known`: the service has these bytes as this document; `hasFailed` if it could not process them
 * - `hold`: the user must decide
 * - `later`: a document of that size is still being processed, or was not found so far; try again at `at`,
 *   wall time in ms
 * - `failed`: the service did not answer
 */
export type Recognised =
  | { readonly kind: 'known'; readonly contentId: ContentId; readonly hasFailed: boolean }
  | { readonly kind: 'hold' }
  | { readonly kind: 'later'; readonly at: number }
  | { readonly kind: 'failed'; readonly failure: ServiceFailure };

/** Statuses before the service has the original ready. In any other status the original is requested now. */
const underWay: ReadonlySet<string | undefined> = new Set([
  'placeholder',
  'pending',
  'processing',
  undefined,
]);

/** Wait before a document that is still being processed is requested again, ms. */
const underWayAgainMs = 10_000;

interface RecogniseContext extends LookContext {
  readonly ledger: Ledger;
  /** What is requested now, by content id: files that are compared in parallel share it. */
  readonly reading: Map<ContentId, Promise<Answer<Hashed>>>;
  readonly looking: Map<ContentId, Promise<LookedFor>>;
  /** Bytes by the record, of documents that have the name of a file but by the list not its size. */
  readonly sized: Map<ContentId, number>;
  /** Ids of the other profiles at the same service: documents of their uploads are not recognised. */
  readonly otherProfiles: () => readonly string[];
  /** Converts the time when the loss was found to the clock as it is set now. Wall times, ms. */
  readonly lostAt: (at: number) => number;
}

interface ReadBytes {
  readonly sha256: string;
  readonly size: number;
}

/**
 * Checks whether the service already has these bytes from before the ledger was lost. It looks for documents
 * of the same size, whatever their names, and compares the SHA-256 of their originals: a size proves nothing,
 * and files are renamed. Documents that a connector brought do not count.
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
    // A processed document takes precedence over a failed one.
    if (found?.kind === 'known' || otherwise === undefined) otherwise = found ?? otherwise;
  }
  if (unsized.some(({ fileName }) => mayBeCalled(fileName, row.fileName))) otherwise ??= { kind: 'hold' };
  if (otherwise?.kind !== 'hold') return otherwise;
  const held = holdUnlessDecided(context, row, read, fact);
  // The user is asked about a failed document in any case.
  return held && otherwise.failedAs
    ? { kind: 'known', contentId: otherwise.failedAs, hasFailed: true }
    : held;
}

/** `failedAs`: the failed document of that name and size. The service returns no original of it. */
type Compared =
  | Exclude<Recognised, { kind: 'hold' }>
  | { readonly kind: 'hold'; readonly failedAs?: ContentId };

/**
 * A file that changed after the loss was found cannot be a document from before. Exceptions: only the
 * modification time of bytes that were held before has changed, or that time is in the future. A decision of
 * the user is final.
 */
function holdUnlessDecided(
  { clock, ledger, lostAt }: RecogniseContext,
  row: UploadRow,
  { sha256 }: ReadBytes,
  { at }: RebuildFact,
): Recognised | undefined {
  const own = ledger.history.events(row.id);
  if (own.some(({ kind }) => kind === 'resolved')) return undefined;
  const changedAt = Number(BigInt(row.mtimeNs) / 1_000_000n);
  if (changedAt < lostAt(at) || changedAt > clock.now()) return { kind: 'hold' };
  const before = row.replaces === null ? [] : ledger.history.events(row.replaces);
  const wereHeld = [...own, ...before].some(
    ({ kind, detail }) => kind === 'asks' && detail?.sha256 === sha256,
  );
  return wereHeld ? { kind: 'hold' } : undefined;
}

/** Most files were not renamed, and each comparison costs a download. */
function sameNameFirst(candidates: readonly KnownDocument[], name: string): KnownDocument[] {
  return candidates.toSorted((one, other) => Number(other.fileName === name) - Number(one.fileName === name));
}

/** Renamed files keep their extension. */
function mayBeCalled(documentName: string | null, fileName: string): boolean {
  return documentName === null || extname(documentName).toLowerCase() === extname(fileName).toLowerCase();
}

async function compare(
  context: RecogniseContext,
  { profileId, fileName: ownName }: UploadRow,
  { contentId, fileName, size }: KnownDocument,
  read: ReadBytes,
): Promise<Compared | undefined> {
  if (context.ledger.uploads.isOfOthers(contentId, context.otherProfiles())) return undefined;
  // Read now: the comparison for another file of this size may have stored it meanwhile.
  const sha256 = context.ledger.known.findHash(profileId, contentId);
  if (sha256 !== null && sha256 !== read.sha256) return undefined;
  const isOfOtherSize = size !== null && size !== read.size;
  if (isOfOtherSize && (context.sized.get(contentId) ?? read.size) !== read.size) return undefined;
  const looked = await shared(context.looking, contentId, () => lookFor(context, { contentId, fileName }));
  if (looked.kind === 'gone') {
    context.ledger.known.remove(profileId, contentId);
    return undefined;
  }
  if (looked.kind === 'later') return { kind: 'later', at: context.clock.now() + looked.inMs };
  const { answer } = looked;
  if (!answer.ok) return { kind: 'failed', failure: answer.failure };
  // It belongs to no file, so no file may replace or delete it.
  if (isOfConnector(answer.value)) {
    context.ledger.known.remove(profileId, contentId);
    return undefined;
  }
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
    // A document of that size exists, but its bytes cannot be read.
    return { kind: 'hold', ...(hasFailed && fileName === ownName ? { failedAs: contentId } : {}) };
  }
  // The length differs from the one that the service states: this is a proxy's answer, not the original.
  if (original.value.bytes !== read.size) return { kind: 'hold' };
  return original.value.sha256 === read.sha256 ? { kind: 'known', contentId, hasFailed } : undefined;
}

/** Reads an original and stores its hash, so that it is read once for all files of its size. */
function readOnce(
  { client, ledger, reading }: RecogniseContext,
  profileId: string,
  contentId: ContentId,
  size: number,
): Promise<Answer<Hashed>> {
  return shared(reading, contentId, async () => {
    const sha256 = ledger.known.findHash(profileId, contentId);
    if (sha256 !== null) return answered({ bytes: size, sha256 });
    const answer = await hashOriginal(client, contentId, size);
    if (answer.ok && answer.value.bytes === size)
      ledger.known.setSizeAndHash(profileId, contentId, answer.value.bytes, answer.value.sha256);
    return answer;
  });
}

/** Starts work for a document, or waits for the same work that is under way. */
function shared<T>(
  underWay: Map<ContentId, Promise<T>>,
  contentId: ContentId,
  start: () => Promise<T>,
): Promise<T> {
  const running = underWay.get(contentId);
  if (running) return running;
  const started = start().finally(() => underWay.delete(contentId));
  underWay.set(contentId, started);
  return started;
}

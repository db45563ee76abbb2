import type { DocumentStatus } from '#shared/bridge/documents.ts';
import type { NoteReason } from '#shared/bridge/notes.ts';
import type { ContentId } from '#shared/ids/ids.ts';
import type { NotedDocument } from '../ledger/notes.ts';
import { rebuildFactOf } from '../ledger/rebuild-fact.ts';
import type { Ledger } from '../ledger/sqlite-ledger.ts';
import type { UploadRow } from '../ledger/upload-row.ts';

/** What became of a document that notes stand in. */
export type Fate =
  | { readonly kind: 'here' }
  /** Another one took its place: a newer version, or the same file sent again. */
  | { readonly kind: 'replaced'; readonly by: ContentId; readonly uploadId: number }
  /** A newer version is on its way, or nobody knows yet. */
  | { readonly kind: 'open' }
  | { readonly kind: 'lost'; readonly reason: Extract<NoteReason, 'deleted' | 'gone' | 'unknown'> };

/** Where a document stands while its text can be read, or will be. */
const here: ReadonlySet<DocumentStatus | undefined> = new Set([
  'waiting',
  'processing',
  'completed',
  'failed',
]);
/** Versions that are gone through; a longer line is a circle. */
const mostVersions = 10_000;

export function fateOf(
  ledger: Pick<Ledger, 'uploads' | 'notes' | 'facts'>,
  profileId: string,
  document: NotedDocument,
): Fate {
  const own = document.uploadId === null ? undefined : ledger.uploads.get(document.uploadId);
  const isHere = here.has(document.status);
  const newest = own === undefined ? undefined : newestOf(ledger, own);
  const others = [newest, isHere ? undefined : sameBytes(ledger, profileId, document)];
  for (const other of others) {
    if (other?.profileId !== profileId || other.state !== 'completed') continue;
    const { contentId, id } = other;
    if (contentId !== null && contentId !== document.contentId)
      return { kind: 'replaced', by: contentId, uploadId: id };
  }
  if (newest !== undefined && newest !== own && isUnderWay(newest)) return { kind: 'open' };
  if (isHere) return { kind: 'here' };
  // After a lost ledger, until the service has said what it holds.
  if (document.status === undefined && rebuildFactOf(ledger, profileId)?.state === 'collecting')
    return { kind: 'open' };
  if (document.isDeleted || own?.state === 'cancelled') return { kind: 'lost', reason: 'deleted' };
  return { kind: 'lost', reason: document.status === undefined ? 'unknown' : 'gone' };
}

function isUnderWay({ state }: UploadRow): boolean {
  return state !== 'attention' && state !== 'cancelled' && state !== 'duplicate';
}

/** The upload that stands for the file now. */
function newestOf({ uploads }: Pick<Ledger, 'uploads'>, own: UploadRow): UploadRow {
  let row = own;
  for (let step = 0; step < mostVersions; step++) {
    const next = row.replacedBy ?? (row.state === 'duplicate' ? row.duplicateOf : null);
    const found = next === null ? undefined : uploads.get(next);
    if (found === undefined) return row;
    row = found;
  }
  return own;
}

/** After a lost ledger, or at another service, no upload tells: the bytes do. */
function sameBytes(
  { uploads, notes }: Pick<Ledger, 'uploads' | 'notes'>,
  profileId: string,
  { sha256 }: NotedDocument,
): UploadRow | undefined {
  const id = sha256 === null ? null : notes.uploadOf(profileId, sha256);
  return id === null ? undefined : uploads.get(id);
}

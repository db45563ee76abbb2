import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import type { CallParsed } from '#shared/bridge/contract.ts';
import type { Note } from '#shared/bridge/notes.ts';
import type { DocumentPassages, WantedPassage } from '#shared/cite/find-passages.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { said } from '#shared/spoken/said.ts';
import type { NotePatch, NoteRow } from '../ledger/note-row.ts';
import type { Ledger } from '../ledger/sqlite-ledger.ts';
import { documentFacts } from './placed-note.ts';

type Added = CallParsed<'notes.add'>;
export type Passage = Omit<Added, 'color' | 'body' | 'tags'>;
/** Reads the document; a person waits for it. */
export type ReadPassage = (
  contentId: Passage['contentId'],
  wanted: WantedPassage,
) => Promise<DocumentPassages | undefined>;

/**
 * All that is kept of a passage. Where its document cannot be read now, the passage waits as it was named.
 *
 * @throws AppError `USAGE` where its words stand nowhere in the document
 */
export async function keptPassage(
  ledger: Pick<Ledger, 'documents' | 'uploads'>,
  profileId: string,
  { contentId, quote, page, ...place }: Passage,
  read: ReadPassage,
  now: number,
): Promise<NotePatch> {
  const row = ledger.documents.get(profileId, contentId);
  const upload = row?.uploadId == null ? undefined : ledger.uploads.get(row.uploadId);
  const own = { fileName: row?.fileName, sha256: upload?.sha256, publishedAt: row?.publishedAt };
  const kept = { contentId, uploadId: row?.uploadId ?? null, successor: null, since: now };
  const passages = await read(contentId, { quote, place }).catch((error: unknown) => {
    if (error instanceof AppError && error.code !== 'DOCUMENT_NOT_FOUND') return undefined;
    throw error;
  });
  if (passages === undefined) {
    const words = { quote, prefix: '', suffix: '', position: null, place, page, section: null };
    const document = documentFacts(undefined, { title: undefined, ...own });
    return { ...kept, ...words, document, state: 'waiting', reason: 'unreachable' };
  }
  const [found] = passages.found;
  if (found == null) throw new AppError('USAGE', { spoken: said('usage.noPassage') });
  const { prefix, suffix, position, section } = found;
  const publishedAt = own.publishedAt ?? passages.publishedAt;
  return {
    ...kept,
    // What a page showed may differ in white space from what stands there.
    quote: found.isSame ? found.quote : quote,
    prefix,
    suffix,
    position,
    place: found.place,
    page: page ?? found.page,
    section,
    document: documentFacts(undefined, { title: passages.title, ...own, publishedAt }),
    state: found.kind,
    reason: null,
  };
}

/** A new note, by the person of this machine. */
export function newNote(
  passage: NotePatch,
  { color, body, tags }: Pick<Note, 'color' | 'body' | 'tags'>,
  now: number,
): NoteRow {
  return {
    ...(passage as Omit<NoteRow, 'id' | 'color' | 'body' | 'tags'>),
    id: randomUUID(),
    color,
    body,
    tags,
    author: personHere(),
    createdAt: now,
    changedAt: now,
  };
}

/** The name that this machine knows the person by; nothing is asked of any service. */
export function personHere(): string | null {
  try {
    return userInfo().username || null;
  } catch {
    // A user without a name, as in some containers.
    return null;
  }
}

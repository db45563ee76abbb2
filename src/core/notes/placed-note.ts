import type { Note } from '#shared/bridge/notes.ts';
import type { FoundPassage, WantedPassage } from '#shared/cite/find-passages.ts';
import type { NotePatch, NoteRow } from '../ledger/note-row.ts';

/** What a note is found again by. */
export function wantedOf({ quote, prefix, suffix, position, place }: NoteRow): WantedPassage {
  return { quote, prefix, suffix, position, place };
}

/**
 * What a note is once its passage was looked for. Its own words and what stood around them stay where only
 * like ones were found: the version after this one may have them again.
 */
export function placedNote(
  note: NoteRow,
  found: FoundPassage | null,
  contentId: string,
  now: number,
): NotePatch {
  if (found === null) return { state: 'orphan', reason: 'not-found', since: now };
  const { kind, place, section, page, position, prefix, suffix } = found;
  const isAnew = note.state !== kind;
  return {
    state: kind,
    reason: null,
    place,
    section,
    // A page of the original that a person's reader told is that of this document alone.
    page: page ?? (contentId === note.contentId ? note.page : null),
    position,
    since: isAnew ? now : note.since,
    ...(kind === 'exact' ? { prefix, suffix } : {}),
  };
}

/** What is known of the document by now; what nobody says any more stays as it was. */
export function documentFacts(
  before: Note['document'] | undefined,
  now: { readonly [K in keyof Note['document']]: Note['document'][K] | undefined },
): Note['document'] {
  return {
    title: now.title ?? before?.title ?? null,
    fileName: now.fileName ?? before?.fileName ?? null,
    sha256: now.sha256 ?? before?.sha256 ?? null,
    publishedAt: now.publishedAt ?? before?.publishedAt ?? null,
  };
}

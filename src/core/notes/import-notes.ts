import type { CallOutput } from '#shared/bridge/contract.ts';
import type { ContentId } from '#shared/ids/ids.ts';
import { type ReadAnnotation, readAnnotations } from '#shared/cite/read-annotations.ts';
import { readPassageLink } from '#shared/cite/passage-link.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { said } from '#shared/spoken/said.ts';
import type { NoteRow } from '../ledger/note-row.ts';
import type { Ledger } from '../ledger/sqlite-ledger.ts';
import { annotationIds } from './annotation-ids.ts';
import { documentFacts } from './placed-note.ts';

type Imported = Omit<CallOutput<'notes.import'>, 'unplaced'> & {
  /** Of what is new or changed, for who tells of it. */
  readonly contentIds: readonly string[];
  readonly ids: readonly string[];
};
/** What could not be taken and is told one by one; the rest is more of the same. */
const mostRefused = 1_000;

/**
 * Takes in annotations. Where each stands is found out after that, as for any note that waits.
 *
 * @throws AppError `USAGE` where the text is no W3C Web Annotation at all
 */
export function importNotes(
  ledger: Pick<Ledger, 'notes' | 'documents' | 'uploads'>,
  profileId: string,
  text: string,
  now: number,
): Imported {
  const items = readAnnotations(text);
  if (items === undefined) throw new AppError('USAGE', { spoken: said('usage.noAnnotations') });
  const result = { added: 0, changed: 0, known: 0 };
  const refused: Imported['refused'] = [];
  const ids: string[] = [];
  const contentIds = new Set<string>();
  const documentOf = documentFinder(ledger, profileId);
  const idOf = annotationIds((id) => ledger.notes.get(profileId, id));
  // Thousands are one change: all of them are in, or, after a failure, none.
  ledger.notes.together(() => {
    for (const [index, item] of items.entries()) take(index, item);
  });
  return { ...result, refused, ids, contentIds: [...contentIds] };

  function take(index: number, item: NonNullable<typeof items>[number]): void {
    const refuse = (why: (typeof refused)[number]['why']) => {
      if (refused.length < mostRefused) refused.push({ item: index + 1, why });
    };
    if (!item.ok) {
      refuse(item.why);
      return;
    }
    const contentId = documentOf(item.annotation);
    if (contentId === undefined) {
      refuse(said('notes.noDocument'));
      return;
    }
    const id = idOf(item.annotation);
    const note = { ...noteOf(ledger, profileId, item.annotation, contentId, now), id };
    const before = ledger.notes.get(profileId, note.id);
    const isDated = item.annotation.changedAt !== null;
    const outcome = before === undefined ? add(note) : update(before, note, isDated);
    result[outcome] += 1;
    if (outcome === 'known') return;
    ids.push(note.id);
    contentIds.add(before?.contentId ?? note.contentId);
  }

  function add(note: NoteRow): 'added' | 'known' {
    return ledger.notes.add(profileId, note) ? 'added' : 'known';
  }

  /** The later of the two counts, where the file says when; where it stands is known better here. */
  function update(
    before: NoteRow,
    { color, body, tags, changedAt }: NoteRow,
    isDated: boolean,
  ): 'changed' | 'known' {
    if (!isDated || changedAt <= before.changedAt) return 'known';
    const patch = { color, body, tags, changedAt };
    return ledger.notes.change(profileId, [{ note: before, patch }]) > 0 ? 'changed' : 'known';
  }
}

function noteOf(
  { documents, uploads }: Pick<Ledger, 'documents' | 'uploads'>,
  profileId: string,
  annotation: ReadAnnotation,
  contentId: ContentId,
  now: number,
): Omit<NoteRow, 'id'> {
  const { iri: _iri, source: _source, document, createdAt, changedAt, ...words } = annotation;
  const row = documents.get(profileId, contentId);
  const upload = row?.uploadId == null ? undefined : uploads.get(row.uploadId);
  const facts = { fileName: row?.fileName, sha256: upload?.sha256, publishedAt: row?.publishedAt };
  const created = createdAt ?? changedAt ?? now;
  return {
    ...words,
    contentId,
    uploadId: row?.uploadId ?? null,
    successor: null,
    createdAt: created,
    // One from a clock that is ahead would win for ever.
    changedAt: Math.min(now, changedAt ?? created),
    document: documentFacts(document, { title: undefined, ...facts }),
    state: 'waiting',
    reason: 'unread',
    since: now,
  };
}

/** By our own link, else by the name of the file, where one document alone has it. */
function documentFinder({ documents }: Pick<Ledger, 'documents'>, profileId: string) {
  const known = new Map<string, ContentId | undefined>();
  return ({ source, document }: ReadAnnotation): ContentId | undefined => {
    const own = readPassageLink(source);
    if (own !== null) return own.contentId as ContentId;
    const name = document.fileName ?? fileNameIn(source);
    if (name === undefined) return undefined;
    if (!known.has(name)) {
      const [only, other] = documents.named(profileId, name);
      known.set(name, other === undefined ? only : undefined);
    }
    return known.get(name);
  };
}

function fileNameIn(source: string): string | undefined {
  const last = source.split(/[?#]/, 1)[0]?.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last) || undefined;
  } catch {
    return last || undefined;
  }
}

import type { CallParsed, Handlers } from '#shared/bridge/contract.ts';
import { type Note, noteFileEnds, type NoteFilter } from '#shared/bridge/notes.ts';
import type { CitedPassage } from '#shared/cite/citation.ts';
import type { FoundPassage } from '#shared/cite/find-passages.ts';
import { passageLink } from '#shared/cite/passage-citation.ts';
import { linkRoute, readPassageLink } from '#shared/cite/passage-link.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { ContentId } from '#shared/ids/ids.ts';
import type { Profile } from '#shared/settings/profile.ts';
import { said } from '#shared/spoken/said.ts';
import { withoutUndefined } from '#shared/without-undefined.ts';
import { activeProfile, type ServiceContext } from '../engine/core-context.ts';
import { exportPlace } from '../export/export-place.ts';
import type { NoteRow } from '../ledger/note-row.ts';
import { keptPassage, newNote, type Passage } from '../notes/add-note.ts';
import { checkCitations } from '../notes/check-citations.ts';
import { exportNotes } from '../notes/export-notes.ts';
import { importNotes } from '../notes/import-notes.ts';

type NoteHandlers = Pick<Handlers, Extract<keyof Handlers, `notes.${string}` | `cite.${string}`>>;

/** Notes and citations of the active profile. They are kept and looked up on this machine alone. */
export function noteCalls(context: ServiceContext): NoteHandlers {
  const { ledger, notes, documents, clock } = context;
  const now = () => Math.round(clock.now());

  /** Notes as they are by now: documents may have been replaced or deleted since. */
  async function inStep(): Promise<Profile> {
    const profile = activeProfile(context);
    documents.catchUp();
    await notes.catchUp(profile);
    return profile;
  }

  function keep(profile: Profile, passage: Passage) {
    documents.catchUp();
    const read = (contentId: ContentId, wanted: Parameters<typeof notes.read>[2][number]) =>
      notes.read(profile, contentId, [wanted], 'person');
    return keptPassage(ledger, profile.id, passage, read, now());
  }

  /** Why a document is not there any more, as far as this machine knows. */
  function goneBecause(profile: Profile, contentId: ContentId) {
    const status = ledger.documents.get(profile.id, contentId)?.status;
    return status === 'gone' || status === 'expired' || status === 'removing' ? said('cite.gone') : undefined;
  }

  /** Looks into what a document was made from, where that is here or may be fetched, and has a page. */
  async function standInOriginal(
    profile: Profile,
    contentId: ContentId,
    passages: readonly FoundPassage[],
    offline: boolean,
  ): Promise<readonly (boolean | undefined)[] | undefined> {
    const { links } = context.serviceOf(profile);
    const notHere = () => Promise.reject(new AppError('NOT_HERE', { spoken: said('cite.notHere') }));
    try {
      const { kind, path } = await context.originals.words(profile.id, contentId, {
        path: links.originalPath(contentId),
        fetch: offline ? notHere : () => links.original(contentId, undefined, 'person'),
        ask: notHere,
        forget: () => links.forget(contentId),
      });
      const wanted = passages.map(({ quote, pieces, prefix, suffix }) =>
        pieces.length > 1 ? pieces.map((piece) => ({ quote: piece })) : [{ quote, prefix, suffix }],
      );
      const stand = await notes.stand({ path, isPdf: kind === 'pdf' }, wanted.flat());
      let next = 0;
      return wanted.map(({ length }) => {
        next += length;
        const pieces = stand.slice(next - length, next);
        return pieces.includes(false) ? false : pieces.includes(undefined) ? undefined : true;
      });
    } catch (error) {
      if (error instanceof AppError) return undefined;
      throw error;
    }
  }

  return {
    'notes.list': async ({ filter, offset, limit }) => {
      const { id } = await inStep();
      const rows = ledger.notes.list(id, filterOf(filter));
      return {
        total: rows.length,
        counts: ledger.notes.counts(id, filterOf(filter)),
        rows: rows.slice(offset, offset + limit).map(toNote),
      };
    },
    'notes.add': async ({ color, body, tags, ...passage }) => {
      const profile = activeProfile(context);
      const note = newNote(await keep(profile, passage), { color, body, tags }, now());
      ledger.notes.add(profile.id, note);
      notes.changed([note.contentId]);
      return toNote(note);
    },
    'notes.edit': async ({ id, passage, ...changes }) => {
      const profile = activeProfile(context);
      const placed = passage === undefined ? {} : await keep(profile, passage);
      const before = ledger.notes.get(profile.id, id);
      const patch = { ...withoutUndefined(changes), ...placed, changedAt: now() };
      const note = ledger.notes.edit(profile.id, id, patch);
      if (before === undefined || note === undefined)
        throw new AppError('USAGE', { spoken: said('usage.noNote') });
      notes.changed([before.contentId, note.contentId]);
      return toNote(note);
    },
    'notes.remove': async ({ ids }) => {
      const { count, contentIds } = ledger.notes.remove(activeProfile(context).id, ids);
      notes.changed(contentIds);
      return { count };
    },
    'notes.place': async ({ ids }) => {
      const profile = activeProfile(context);
      const states: NoteRow['state'][] = ['waiting', 'orphan'];
      const rows = ledger.notes.list(profile.id, { states }).filter(({ id }) => ids?.includes(id) ?? true);
      const patch = { state: 'waiting', reason: 'unread', successor: null, since: now() } as const;
      ledger.notes.change(
        profile.id,
        rows.map((note) => ({ note, patch })),
      );
      await inStep();
      notes.tryAnew();
      const isPlaced = ({ id }: NoteRow) =>
        ['exact', 'approximate'].includes(ledger.notes.get(profile.id, id)?.state ?? '');
      notes.changed(rows.map(({ contentId }) => contentId));
      return { count: rows.filter(isPlaced).length };
    },
    'notes.export': async ({ filter, format, path }) => {
      const { id } = await inStep();
      const rows = ledger.notes.list(id, filterOf(filter)).map(toNote);
      const end = noteFileEnds[format];
      const target = path ?? (await exportPlace(context.dataDirectory, 'notes', end, clock.now()));
      return exportNotes(target, rows, format);
    },
    'notes.import': async ({ text }) => {
      const profile = activeProfile(context);
      documents.catchUp();
      const { ids, contentIds, ...result } = importNotes(ledger, profile.id, text, now());
      await notes.catchUp(profile);
      notes.tryAnew();
      notes.changed(contentIds);
      const isPlaced = ({ state }: NoteRow) => state === 'exact' || state === 'approximate';
      const rows = ids.flatMap((id) => ledger.notes.get(profile.id, id) ?? []);
      return { ...result, unplaced: rows.filter((row) => !isPlaced(row)).length };
    },
    'cite.check': async ({ citations, offline }) => {
      const profile = activeProfile(context);
      documents.catchUp();
      return checkCitations(
        {
          read: (contentId, wanted) => notes.read(profile, contentId, wanted, offline ? 'cache' : 'person'),
          standInOriginal: (contentId, passages) => standInOriginal(profile, contentId, passages, offline),
          goneBecause: (contentId) => goneBecause(profile, contentId),
          fileNameOf: (contentId) => ledger.documents.get(profile.id, contentId)?.fileName ?? null,
        },
        citations,
      );
    },
    'cite.show': async (input) => show(input),
  };

  async function show({ link: text, offline }: CallParsed<'cite.show'>): Promise<CitedPassage> {
    const profile = activeProfile(context);
    const link = readPassageLink(text);
    if (link === null) throw new AppError('USAGE', { spoken: said('usage.noPassageLink') });
    const { contentId, path, from, to, endPath, quote } = link;
    const place = path === null || from === null || to === null ? null : { path, from, to, endPath };
    // The words of a link may be cut off: where they begin at its place, all of the place is meant.
    const wanted =
      place === null && quote === null
        ? []
        : [
            { quote: null, place },
            { quote, place },
          ];
    documents.catchUp();
    const passages = await notes.read(profile, contentId, wanted, offline ? 'cache' : 'person');
    if (passages === undefined) throw new AppError('NOT_HERE', { spoken: said('cite.notHere') });
    const [whole, words] = passages.found;
    const isWhole = whole != null && (quote === null || (words?.isThere === true && words.isSame));
    const found = (isWhole ? whole : words) ?? null;
    const row = ledger.documents.get(profile.id, contentId);
    const { title } = passages;
    const publishedAt = row?.publishedAt ?? passages.publishedAt;
    const fileName = row?.fileName ?? null;
    const page = found?.page ?? link.page;
    const section = found?.section ?? null;
    const document = { contentId, title, fileName, publishedAt };
    const at = found === null ? null : { document, quote: found.quote, place: found.place, page, section };
    const now = at === null ? text : passageLink(at);
    return {
      ...document,
      kind: found?.kind ?? 'none',
      quote: found?.quote ?? null,
      sentence: found?.sentence ?? null,
      section,
      page,
      link: now,
      route: linkRoute(now) ?? `#/documents/${contentId}`,
    };
  }
}

function filterOf(filter: CallParsed<'notes.list'>['filter']): NoteFilter {
  return withoutUndefined(filter) as NoteFilter;
}

/** Without what only core follows it by. */
function toNote({ uploadId: _upload, successor: _successor, ...note }: NoteRow): Note {
  return note;
}

import type { Note, NotePlace } from '#shared/bridge/notes.ts';

/** A note as it is in the ledger: the public shape and how it is followed. */
export interface NoteRow extends Note {
  /** The upload that made the document, where this Sluice did. */
  readonly uploadId: number | null;
  /** The version that took the document's place and does not have its words. */
  readonly successor: string | null;
}

/** What changes of a note, spelt as in its row. */
export type NotePatch = Partial<Omit<NoteRow, 'id'>>;

type Cell = string | number | null;
type Row = Record<string, unknown>;

/** A note by the columns of the ledger. */
export function noteColumns(note: NotePatch): (readonly [column: string, cell: Cell])[] {
  const { document, ...fields } = note;
  return [
    ...Object.entries(fields).map(([name, value]) => [columnNames[name as Field], toCell(value)] as const),
    ...(document === undefined
      ? []
      : ([
          ['title', document.title],
          ['file_name', document.fileName],
          ['sha256', document.sha256],
          ['published_at', toCell(document.publishedAt)],
        ] as const)),
  ];
}

type Field = Exclude<keyof NoteRow, 'document'>;

const columnNames: Readonly<Record<Field, string>> = {
  id: 'id',
  contentId: 'content_id',
  successor: 'successor',
  uploadId: 'upload_id',
  color: 'color',
  body: 'body',
  tags: 'tags',
  author: 'author',
  createdAt: 'created_at',
  changedAt: 'changed_at',
  quote: 'quote',
  prefix: 'prefix',
  suffix: 'suffix',
  position: 'position',
  place: 'place',
  page: 'page',
  section: 'section',
  state: 'state',
  reason: 'reason',
  since: 'since',
};

function toCell(value: unknown): Cell {
  if (value === null || typeof value === 'string') return value;
  // Times are whole milliseconds in the ledger.
  return typeof value === 'number' ? Math.round(value) : JSON.stringify(value);
}

export function toNoteRow(raw: unknown): NoteRow {
  const row = raw as Row;
  const text = (name: string) => row[name] as string;
  const number = (name: string) => row[name] as number | null;
  const place = row.place as string | null;
  return {
    id: text('id'),
    contentId: text('content_id'),
    successor: row.successor as string | null,
    uploadId: number('upload_id'),
    color: row.color as Note['color'],
    body: text('body'),
    tags: JSON.parse(text('tags')) as string[],
    author: row.author as string | null,
    createdAt: row.created_at as number,
    changedAt: row.changed_at as number,
    quote: text('quote'),
    prefix: text('prefix'),
    suffix: text('suffix'),
    position: number('position'),
    place: place === null ? null : (JSON.parse(place) as NotePlace),
    page: number('page'),
    section: row.section as string | null,
    document: {
      title: row.title as string | null,
      fileName: row.file_name as string | null,
      sha256: row.sha256 as string | null,
      publishedAt: number('published_at'),
    },
    state: row.state as Note['state'],
    reason: row.reason as Note['reason'],
    since: row.since as number,
  };
}

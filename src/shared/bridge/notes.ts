import { z } from 'zod';
import { citationSchema, checkedCitationSchema, citedPassageSchema } from '../cite/citation.ts';
import { contentIdSchema } from '../ids/ids.ts';
import { saidSchema } from '../spoken/said-schema.ts';
import { call } from './define.ts';

/** What a person marks a passage with; what each means is theirs to say. */
export const noteColors = ['yellow', 'green', 'blue', 'pink'] as const;
export const noteColorSchema = z.enum(noteColors);
export type NoteColor = (typeof noteColors)[number];

/**
 * How sure it is where a note stands:
 * - `exact`: its words stand there · `approximate`: likely there, its words changed or stand in several
 *   places
 * - `waiting`: the document could not be read yet · `orphan`: it stands nowhere, and `reason` says why
 */
export const noteStates = ['exact', 'approximate', 'waiting', 'orphan'] as const;
export const noteStateSchema = z.enum(noteStates);
export type NoteState = z.infer<typeof noteStateSchema>;

/**
 * Waiting: `unread`, nobody looked yet · `unreachable`, the document could not be fetched · `unreadable`, it
 * is damaged. Orphan: `deleted` by Sluice · `gone` from the service · `unknown`, no such document is here ·
 * `not-found`, its words are not in the version that took the document's place.
 */
export const noteReasons = [
  'unread',
  'unreachable',
  'unreadable',
  'deleted',
  'gone',
  'unknown',
  'not-found',
] as const;
export type NoteReason = (typeof noteReasons)[number];

/** Characters of UTF-16. */
export const mostQuoted = 20_000;
export const mostNoted = 20_000;
/** Tags of a note, and the characters of one. */
export const mostTags = 20;
export const longestTag = 100;
const place = z.object({
  /** Path of the text of the block it begins in, as addresses have it: `$.content.body[3].text`. */
  path: z.string().min(1).max(2_000),
  /** Characters of that text; `to` exclusive, and of the text at `endPath` where there is one. */
  from: z.number().int().nonnegative(),
  to: z.number().int().nonnegative(),
  /** Where the passage ends in another block. */
  endPath: z.string().max(2_000).nullable().default(null),
});
export type NotePlace = z.output<typeof place>;

const color = noteColorSchema.default('yellow');
const body = z.string().max(mostNoted);
const tags = z.array(z.string().trim().min(1).max(longestTag)).max(mostTags);
/** From 1. */
const page = z.number().int().positive().max(1_000_000).nullable();

/** A passage as a page names it: whatever else is kept of it, core reads from the document. */
const passage = place.extend({
  contentId: contentIdSchema,
  quote: z.string().min(1).max(mostQuoted),
  /** Page of the original, where the reader knows it. */
  page: page.default(null),
});

export const noteSchema = z.object({
  id: z.string(),
  contentId: z.string(),
  color: noteColorSchema,
  /** Plain text; empty for a mark alone. */
  body: z.string(),
  tags: z.array(z.string()),
  /** Name of the person at the machine it was made on; null where nobody said. */
  author: z.string().nullable(),
  /** Milliseconds since the epoch. */
  createdAt: z.number(),
  changedAt: z.number(),
  quote: z.string(),
  prefix: z.string(),
  suffix: z.string(),
  /** Where it began in the whole text: the texts of all blocks, each ended by a line end. */
  position: z.number().int().nullable(),
  /** Where it stands; for one that waits or is an orphan, where it stood. */
  place: place.nullable(),
  page,
  /** The heading it stands under. */
  section: z.string().nullable(),
  /** The document, as it was when it was last read: an orphan still says whose it was. */
  document: z.object({
    title: z.string().nullable(),
    fileName: z.string().nullable(),
    sha256: z.string().nullable(),
    publishedAt: z.number().nullable(),
  }),
  state: noteStateSchema,
  reason: z.enum(noteReasons).nullable(),
  /** Since when the state is so. */
  since: z.number(),
});
export type Note = z.infer<typeof noteSchema>;

export const noteFilterSchema = z.object({
  /** Also what was left behind by the versions this document took the place of. */
  contentId: contentIdSchema.optional(),
  states: z.array(noteStateSchema).optional(),
  colors: z.array(noteColorSchema).optional(),
  tag: z.string().optional(),
  /** Part of its words, its text or the name of its document, case ignored. */
  search: z.string().max(1_000).optional(),
});
export type NoteFilter = z.infer<typeof noteFilterSchema>;

export const noteFormats = ['jsonld', 'markdown', 'csv', 'csl', 'ris', 'bibtex'] as const;
export type NoteFormat = (typeof noteFormats)[number];
/** How a file of each is called at its end. */
export const noteFileEnds: Readonly<Record<NoteFormat, string>> = {
  jsonld: 'jsonld',
  markdown: 'md',
  csv: 'csv',
  csl: 'json',
  ris: 'ris',
  bibtex: 'bib',
};
export const noteExportInput = z.object({
  filter: noteFilterSchema.default({}),
  /** `csl`, `ris` and `bibtex` have an item a document, with its passages as notes. */
  format: z.enum(noteFormats),
});
const exported = z.object({ path: z.string(), bytes: z.number(), count: z.number().int() });
const changed = z.object({ count: z.number().int() });

export const noteCalls = {
  /** A document's notes in its own order; all notes with the last changed first. */
  'notes.list': call(
    z.object({
      filter: noteFilterSchema.default({}),
      offset: z.number().int().nonnegative().default(0),
      limit: z.number().int().min(1).max(1000).default(200),
    }),
    z.object({
      total: z.number().int(),
      /** By state, over the filter without its states. */
      counts: z.record(noteStateSchema, z.number().int()),
      rows: z.array(noteSchema),
    }),
  ),
  /**
   * Keeps a passage. Its words are looked up in the annotated document, at the place that is named or near
   * it; where they stand nowhere, the answer is `USAGE`. A document that cannot be read now makes it wait.
   */
  'notes.add': call(passage.extend({ color, body: body.default(''), tags: tags.default([]) }), noteSchema),
  /** What is left out stays. With a passage, it stands there from now on: for an orphan, or a wrong place. */
  'notes.edit': call(
    z.object({
      id: z.uuid(),
      color: noteColorSchema.optional(),
      body: body.optional(),
      tags: tags.optional(),
      passage: passage.optional(),
    }),
    noteSchema,
  ),
  'notes.remove': call(z.object({ ids: z.array(z.uuid()).min(1).max(1000) }), changed),
  /** Tries again to place what waits or stands nowhere. */
  'notes.place': call(z.object({ ids: z.array(z.uuid()).max(1000).optional() }), changed),
  /** Writes notes to a file: to `path`, else to a place among Sluice's own files. */
  'notes.export': call(noteExportInput.extend({ path: z.string().optional() }), exported),
  /**
   * Takes in W3C Web Annotations (JSON-LD): ours, or of another program. One that is here by its id is not
   * taken twice; the later of the two counts.
   */
  'notes.import': call(
    z.object({ text: z.string().max(20_000_000) }),
    z.object({
      added: z.number().int(),
      changed: z.number().int(),
      /** Here already, as they are in the file or later. */
      known: z.number().int(),
      /** How many of those taken stand nowhere yet. */
      unplaced: z.number().int(),
      /** What could not be taken, and why; `item` from 1. */
      refused: z.array(z.object({ item: z.number().int(), why: saidSchema })),
    }),
  ),
  /** Compares citations with the documents that are here. */
  'cite.check': call(
    z.object({
      citations: z.array(citationSchema).max(10_000),
      /** Looks at what is in the cache only. */
      offline: z.boolean().default(false),
    }),
    z.array(checkedCitationSchema),
  ),
  /** The passage that a link names, as it stands in the document now. */
  'cite.show': call(
    z.object({ link: z.string().max(4_096), offline: z.boolean().default(false) }),
    citedPassageSchema,
  ),
};

/** A page never says where a file is to be written. */
export const pageNoteCalls = { 'notes.export': call(noteExportInput, exported) };

export const noteEvents = {
  /** Notes of these documents changed. */
  'notes.changed': z.object({ contentIds: z.array(z.string()) }),
};

import { z } from 'zod';
import { folderIdSchema, profileIdSchema } from '../ids/ids.ts';
import type { Field, Section } from './field.ts';

/** Processing steps the service can apply (interface section 2.7). */
export const enrichmentSchema = z.enum(['reporting_entities', 'translation']);
export type Enrichment = z.infer<typeof enrichmentSchema>;

/**
 * One line of a folder's ordered filter; the first rule that matches decides, no match means include (W16).
 */
export const filterRuleSchema = z.object({
  action: z.enum(['include', 'exclude']),
  /**
   * Glob against the path relative to the folder, with forward slashes; without a slash it matches the name
   * anywhere.
   */
  glob: z.string().min(1),
});
export type FilterRule = z.infer<typeof filterRuleSchema>;

/**
 * Where `published_ts` comes from; the first that yields a date wins, otherwise the field is left out (W17).
 */
export const publishedSourceSchema = z.enum(['file-name', 'document', 'modified']);

export const tagRuleSchema = z.object({
  /** Regular expression on the relative path, named groups allowed. */
  pattern: z.string().min(1),
  /** Tag to add; `$<name>` is replaced by the named group. */
  tag: z.string().min(1),
});

/**
 * The options of watch folders and uploads, each once. Schemas, flags, forms, the configuration file and the
 * request to the service are made from this table ([ADR 0057](../../../docs/adr/0057-one-table-of-options.md)).
 * Its order is the order in files and in help.
 */
export const fields = {
  id: {
    schema: folderIdSchema,
    flags: [],
    form: null,
    folder: { file: null, rescans: true, harmless: false },
  },
  /** Absolute path of the root. */
  path: {
    schema: z.string().min(1),
    flags: [],
    form: { section: 'folder', kind: 'own' },
    folder: { file: 'The folder: absolute, or relative to this file.', rescans: true, harmless: false },
  },
  profileId: {
    schema: profileIdSchema,
    flags: [],
    form: { section: 'folder', kind: 'own' },
    folder: { file: null, rescans: true, harmless: false },
  },
  label: {
    schema: z.string().default(''),
    flags: [['text', '--label <text>', 'a name for people']],
    form: { section: 'folder', kind: 'text', label: 'form.label', hint: 'form.labelHint' },
    folder: { file: 'A name for people.', rescans: false, harmless: true },
  },
  paused: {
    schema: z.boolean().default(false),
    flags: [],
    form: null,
    folder: { file: 'Nothing is taken from it. Left out: as it is.', rescans: true, harmless: true },
  },
  /** Settings from outside brought or changed it, so Sluice paused it, and no one has edited it since. */
  pausedFromOutside: {
    schema: z.literal(true).optional(),
    flags: [],
    form: null,
    folder: { file: null, rescans: true, harmless: true },
  },
  /** Its name in the team: of the machines that have a folder of that name, one watches. Null: each does. */
  sharedAs: {
    schema: z.string().trim().min(1).max(100).nullable().default(null),
    flags: [['text', '--shared-as <name>', 'its name in the team: one machine at a time watches it']],
    form: { section: 'folder', kind: 'own' },
    folder: {
      file: 'Its name in the team: of the machines that have a folder of this name, one watches it. Null: each does.',
      rescans: false,
      harmless: false,
    },
  },
  /** What happens to files that were there before the folder was added. */
  firstRun: {
    schema: z.enum(['upload-all', 'only-new', 'choose']).default('upload-all'),
    flags: [['choice', '--first-run <what>', 'files already there']],
    form: { section: 'folder', kind: 'own' },
    folder: { file: 'What happens to files that are there already.', rescans: true, harmless: false },
  },
  filters: {
    schema: z.array(filterRuleSchema).default([]),
    flags: [
      [
        'include',
        '--include <glob>',
        'take what matches; order counts, and what no rule matches is left out (repeatable)',
      ],
      ['exclude', '--exclude <glob>', 'leave out what matches; order counts (repeatable)'],
    ],
    form: { section: 'which', kind: 'own' },
    folder: {
      file: 'The first rule that matches decides; what none matches is taken.',
      rescans: true,
      harmless: false,
    },
  },
  /** Extensions without dot, lower case; empty means every type. */
  types: {
    schema: z.array(z.string()).default([]),
    flags: [['extensions', '--types <list>', 'only these extensions, such as pdf,html']],
    form: { section: 'which', kind: 'own' },
    folder: { file: 'Only these extensions, such as pdf; empty: all.', rescans: true, harmless: false },
  },
  /** Bytes; null means no limit. */
  minSize: {
    schema: z.number().int().nonnegative().nullable().default(null),
    flags: [['bytes', '--min-size <size>', 'at least this big, such as 1kB']],
    form: { section: 'which', kind: 'own' },
    folder: { file: 'At least this big: bytes, or such as 1kB.', rescans: true, harmless: false },
  },
  maxSize: {
    schema: z.number().int().positive().nullable().default(null),
    flags: [['bytes', '--max-size <size>', 'at most this big, such as 50MB']],
    form: { section: 'which', kind: 'own' },
    folder: { file: 'At most this big: bytes, or such as 50MB.', rescans: true, harmless: false },
  },
  /** Days since modification; null means no limit. */
  maxAgeDays: {
    schema: z.number().positive().nullable().default(null),
    flags: [['number', '--max-age-days <n>', 'changed within so many days']],
    form: { section: 'which', kind: 'own' },
    folder: { file: 'Changed within so many days.', rescans: true, harmless: false },
  },
  /** Names that are never documents (W5); null means Sluice's own list. */
  ignoredNames: {
    schema: z.array(z.string()).nullable().default(null),
    flags: [
      ['list', '--ignore-names <list>', 'names that are never documents, instead of the built-in list'],
    ],
    form: null,
    folder: {
      file: "Names that are never documents; null: Sluice's own list.",
      rescans: true,
      harmless: false,
    },
  },
  useIgnoreFile: {
    schema: z.boolean().default(true),
    flags: [['off', '--no-ignore-file', 'do not read .sluiceignore']],
    form: { section: 'which', kind: 'switch', label: 'form.useIgnoreFile' },
    folder: { file: 'Whether .sluiceignore files count.', rescans: true, harmless: false },
  },
  includeHidden: {
    schema: z.boolean().default(false),
    flags: [['switch', '--hidden', 'hidden files too']],
    form: { section: 'which', kind: 'switch', label: 'form.includeHidden' },
    folder: { file: 'Hidden files too.', rescans: true, harmless: false },
  },
  followLinks: {
    schema: z.boolean().default(false),
    flags: [['switch', '--follow-links', 'follow links to files in the folder']],
    form: { section: 'which', kind: 'switch', label: 'form.followLinks' },
    folder: { file: 'Follow links to files in the folder.', rescans: true, harmless: false },
  },
  /**
   * Seconds of quiet in size, mtime and ctime before a file is taken (W1). At most a day: settings from
   * outside could otherwise let files wait for ever.
   */
  settleSeconds: {
    schema: z.number().nonnegative().max(86_400).default(5),
    flags: [['number', '--settle <seconds>', 'seconds of quiet before a file is taken']],
    form: { section: 'which', kind: 'number', label: 'form.settle' },
    folder: { file: 'Seconds of quiet before a file is taken.', rescans: true, harmless: true },
  },
  /** Names of tags for every file; an id that an earlier version stored is known by looking it up. */
  tags: {
    schema: z.array(z.string()).default([]),
    flags: [['repeated', '--tag <tag>', 'name of a tag for every file (repeatable)']],
    form: { section: 'metadata', kind: 'own' },
    folder: { file: 'Names of tags for every file.', rescans: false, harmless: true },
    upload: {
      flag: 'tag the document, by name; made where there is none (repeatable)',
      wire: { name: 'tags', privateWhen: null },
    },
  },
  /** Each subfolder's name becomes a tag with this prefix; null turns it off. */
  subfolderTagPrefix: {
    schema: z.string().nullable().default(null),
    flags: [['text', '--subfolder-tags <prefix>', 'make the names of subfolders tags, with this prefix']],
    form: { section: 'metadata', kind: 'own' },
    folder: {
      file: 'Names of subfolders become tags with this prefix; null: they do not.',
      rescans: false,
      harmless: true,
    },
  },
  tagRules: {
    schema: z.array(tagRuleSchema).default([]),
    flags: [
      [
        'tag-rules',
        '--tag-rule <pattern=tag>',
        'tag what matches a regular expression; $<name> stands for a named group (repeatable)',
      ],
    ],
    form: { section: 'metadata', kind: 'own' },
    folder: {
      file: 'Tag what matches a regular expression; $<name> stands for a named group.',
      rescans: false,
      harmless: false,
    },
  },
  /** Off by default: only the owner sees the documents (S9). */
  share: {
    schema: z.boolean().default(false),
    flags: [['switch', '--share', 'share with your whole organization (default: only you see it)']],
    form: { section: 'options', kind: 'own' },
    folder: {
      file: 'Share with the whole organization. Left out: only the owner of the key sees the documents.',
      rescans: false,
      harmless: false,
    },
    upload: { flag: true, wire: { name: 'share_with_org', always: true, privateWhen: false } },
  },
  enrichments: {
    schema: z.array(enrichmentSchema).default([]),
    flags: [['enrichments', '--enrich <list>', 'processing steps: reporting_entities, translation']],
    form: { section: 'options', kind: 'choices', label: 'options.enrichments' },
    folder: { file: 'Processing steps of the service.', rescans: false, harmless: true },
    upload: { flag: true, wire: { name: 'enrichments', privateWhen: null } },
  },
  noIndex: {
    schema: z.boolean().default(false),
    flags: [['switch', '--no-index', 'process but do not index']],
    form: { section: 'options', kind: 'switch', label: 'options.noIndex', hint: 'options.noIndexHint' },
    folder: { file: 'Process but do not index.', rescans: false, harmless: false },
    upload: {
      flag: 'process but do not index: kept, and absent from search',
      wire: { name: 'no_index', privateWhen: true },
    },
  },
  noStore: {
    schema: z.boolean().default(false),
    flags: [['switch', '--no-store', 'process, then delete at the service after 24 hours']],
    form: { section: 'options', kind: 'switch', label: 'options.noStore', hint: 'options.noStoreHint' },
    folder: { file: 'Process, then delete at the service after 24 hours.', rescans: false, harmless: false },
    upload: { flag: true, wire: { name: 'no_store', privateWhen: true } },
  },
  /** ISO 8601; wins over `publishedFrom`. */
  published: {
    schema: z.string().nullable().default(null),
    flags: [['date', '--published <iso>', 'when the document was published']],
    form: null,
    upload: { flag: true, wire: { name: 'published_ts', privateWhen: null } },
  },
  publishedFrom: {
    schema: z.array(publishedSourceSchema).default([]),
    flags: [
      ['sources', '--published-from <list>', 'where the date comes from: file-name, document, modified'],
    ],
    form: { section: 'metadata', kind: 'choices', label: 'form.published', hint: 'form.publishedHint' },
    folder: {
      file: 'Where the date of publication comes from; the first that yields one.',
      rescans: false,
      harmless: true,
    },
    upload: { flag: false, wire: null },
  },
  /** Same bytes seen before in this profile (W6). */
  duplicates: {
    schema: z.enum(['skip', 'upload', 'add-tags']).default('skip'),
    flags: [['choice', '--duplicates <what>', 'bytes that are in already']],
    form: { section: 'after', kind: 'choice', label: 'form.duplicates' },
    folder: { file: 'Bytes that are in already.', rescans: false, harmless: false },
    upload: { flag: 'when these bytes are in already', wire: null },
  },
  /** Same name, new bytes (W7). */
  changed: {
    schema: z.enum(['new-document', 'replace', 'ask']).default('new-document'),
    flags: [['choice', '--changed <what>', 'a name with new bytes']],
    form: { section: 'after', kind: 'choice', label: 'form.changed' },
    folder: { file: 'A name with new bytes.', rescans: false, harmless: false },
    upload: { flag: 'when this path had other bytes before', wire: null },
  },
  /**
   * What the user answered when the folder asked about new content. Sluice itself sets `other-file`: the file
   * that had this name is on a drive that is missing, so this is not its new version. Overrides `changed`.
   */
  answer: {
    schema: z.enum(['new-document', 'replace', 'other-file']).optional(),
    flags: [],
    form: null,
    upload: { flag: false, wire: null },
  },
  /** Local delete (W9): `delete` also deletes the document, at most `deleteCap` in one pass. */
  localDelete: {
    schema: z.enum(['keep', 'delete']).default('keep'),
    flags: [['choice', '--local-delete <what>', 'a file deleted here']],
    form: { section: 'after', kind: 'own' },
    folder: {
      file: 'A file deleted here; `delete` deletes its document too.',
      rescans: false,
      harmless: false,
    },
  },
  deleteCap: {
    schema: z.number().int().positive().default(20),
    flags: [['count', '--delete-cap <n>', 'most documents deleted in one pass']],
    form: { section: 'after', kind: 'own' },
    folder: { file: 'Most documents deleted in one pass.', rescans: false, harmless: false },
  },
  /** After `completed` and the same hash (W18). */
  afterUpload: {
    schema: z.enum(['leave', 'move', 'trash', 'delete']).default('leave'),
    flags: [['choice', '--after-upload <what>', 'what becomes of the file']],
    form: { section: 'after', kind: 'own' },
    folder: { file: 'What becomes of the file once its document is there.', rescans: true, harmless: false },
  },
  /** Target of `move`, relative to the root or absolute. */
  doneFolder: {
    schema: z.string().default('done'),
    flags: [['text', '--done-folder <dir>', 'where `--after-upload move` puts files']],
    form: { section: 'after', kind: 'own' },
    folder: { file: 'Where `afterUpload: move` puts files.', rescans: true, harmless: false },
  },
  /** Failures go here with a reason file; null leaves them. */
  failedFolder: {
    schema: z.string().nullable().default(null),
    flags: [['text', '--failed-folder <dir>', 'where failed files go']],
    form: { section: 'after', kind: 'text', label: 'form.failedFolder', hint: 'form.failedFolderHint' },
    folder: { file: 'Where files that failed go; null: they stay.', rescans: true, harmless: false },
  },
  /** Annotated JSON saved as `<name>.annotated.json`: beside the file, into a folder, or not at all. */
  saveAnnotated: {
    schema: z
      .union([z.literal('off'), z.literal('beside'), z.object({ folder: z.string().min(1) })])
      .default('off'),
    flags: [['annotated', '--save-annotated <where>', 'save annotated documents: off, beside, or a folder']],
    form: { section: 'after', kind: 'own' },
    folder: {
      file: 'Save annotated documents: off, beside the file, or in a folder.',
      rescans: true,
      harmless: false,
    },
  },
} as const satisfies Readonly<Record<string, Field>>;

type Fields = typeof fields;

/** The names of the fields whose part `P` is something, and matches. */
type Named<P extends keyof Field, Match = object> = {
  [K in keyof Fields]: Fields[K] extends Readonly<Record<P, Match>> ? K : never;
}[keyof Fields];

export type FolderField = Named<'folder'>;
export type UploadField = Named<'upload'>;
/** The fields that a section shows, by kind of widget. */
export type FieldIn<S extends Section, K = string> = Named<'form', { section: S; kind: K }>;
/** The fields that a configuration file may contain. */
export type ConfiguredField = Named<'folder', { file: string }>;
/** What the service calls the fields that it gets. */
export type WireName = {
  [K in keyof Fields]: Fields[K] extends { upload: { wire: { name: infer N extends string } } } ? N : never;
}[keyof Fields];
/** The fields on which it depends who sees a document, and for how long. */
export type PrivacyField = Named<'upload', { wire: { privateWhen: boolean } }>;

/** The table as a list, in its order. */
export const allFields = Object.entries(fields) as readonly (readonly [keyof Fields, Field])[];

/** The fields that a flag sets, which have a default to go back to. */
export const clearableFields = allFields
  .filter(([, { flags, folder }]) => folder !== undefined && flags.length > 0)
  .map(([name]) => name) as FolderField[];

/** The fields of which one value keeps a document more private, with that value. */
export const privacyFields = allFields.flatMap(([name, { upload }]) =>
  typeof upload?.wire?.privateWhen === 'boolean' ? [[name, upload.wire.privateWhen] as const] : [],
) as unknown as readonly (readonly [PrivacyField, boolean])[];

type Shape<K extends keyof Fields> = { -readonly [N in K]: Fields[N]['schema'] };

/** The schemas of a watch folder's fields, or of those that go with an upload. */
export function shapeOf<P extends 'folder' | 'upload'>(part: P): Shape<Named<P>> {
  const chosen = allFields.filter(([, field]) => field[part] !== undefined);
  return Object.fromEntries(chosen.map(([name, { schema }]) => [name, schema])) as Shape<Named<P>>;
}

/** A value of a `choice`, or of those that `choices` chooses from. */
type Choice<T> = T extends readonly (infer E extends string)[] ? E : T & string;

/** The values that a field can have, or that its list can contain, in the order of its schema. */
export function choicesOf<K extends keyof Fields>(name: K): readonly Choice<z.output<Fields[K]['schema']>>[] {
  let schema: unknown = fields[name].schema;
  while (schema instanceof z.ZodDefault || schema instanceof z.ZodArray)
    schema = schema instanceof z.ZodArray ? schema.element : schema.unwrap();
  return schema instanceof z.ZodEnum ? (schema.options as never) : [];
}

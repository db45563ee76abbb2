import { z } from 'zod';
import { folderIdSchema, profileIdSchema } from '../ids/ids.ts';
import { type Said, said } from '../spoken/said.ts';

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

/** Whether a text can be an extension of a file, with or without its dot: `a;b` and `*.pdf` cannot. */
export function isExtension(text: string): boolean {
  return /^\.?[^\s.,;:*?/\\|<>"()[\]{}]+$/.test(text);
}

export const watchFolderSchema = z.object({
  id: folderIdSchema,
  /** Absolute path of the root. */
  path: z.string().min(1),
  profileId: profileIdSchema,
  label: z.string().default(''),
  paused: z.boolean().default(false),
  /** Settings from outside brought or changed it, so Sluice paused it, and no one has edited it since. */
  pausedFromOutside: z.literal(true).optional(),
  /** Its name in the team: of the machines that have a folder of that name, one watches. Null: each does. */
  sharedAs: z.string().trim().min(1).max(100).nullable().default(null),
  /** What happens to files that were there before the folder was added. */
  firstRun: z.enum(['upload-all', 'only-new', 'choose']).default('upload-all'),
  filters: z.array(filterRuleSchema).default([]),
  /** Extensions without dot, lower case; empty means every type. */
  types: z.array(z.string()).default([]),
  /** Bytes; null means no limit. */
  minSize: z.number().int().nonnegative().nullable().default(null),
  maxSize: z.number().int().positive().nullable().default(null),
  /** Days since modification; null means no limit. */
  maxAgeDays: z.number().positive().nullable().default(null),
  /** Names that are never documents (W5); null means Sluice's own list. */
  ignoredNames: z.array(z.string()).nullable().default(null),
  useIgnoreFile: z.boolean().default(true),
  includeHidden: z.boolean().default(false),
  followLinks: z.boolean().default(false),
  /**
   * Seconds of quiet in size, mtime and ctime before a file is taken (W1). At most a day: settings from
   * outside could otherwise let files wait for ever.
   */
  settleSeconds: z.number().nonnegative().max(86_400).default(5),
  /** Names of tags for every file; an id that an earlier version stored is known by looking it up. */
  tags: z.array(z.string()).default([]),
  /** Each subfolder's name becomes a tag with this prefix; null turns it off. */
  subfolderTagPrefix: z.string().nullable().default(null),
  tagRules: z.array(tagRuleSchema).default([]),
  /** Off by default: only the owner sees the documents (S9). */
  share: z.boolean().default(false),
  enrichments: z.array(enrichmentSchema).default([]),
  noIndex: z.boolean().default(false),
  noStore: z.boolean().default(false),
  publishedFrom: z.array(publishedSourceSchema).default([]),
  /** Same bytes seen before in this profile (W6). */
  duplicates: z.enum(['skip', 'upload', 'add-tags']).default('skip'),
  /** Same name, new bytes (W7). */
  changed: z.enum(['new-document', 'replace', 'ask']).default('new-document'),
  /** Local delete (W9): `delete` also deletes the document, at most `deleteCap` in one pass. */
  localDelete: z.enum(['keep', 'delete']).default('keep'),
  deleteCap: z.number().int().positive().default(20),
  /** After `completed` and the same hash (W18). */
  afterUpload: z.enum(['leave', 'move', 'trash', 'delete']).default('leave'),
  /** Target of `move`, relative to the root or absolute. */
  doneFolder: z.string().default('done'),
  /** Failures go here with a reason file; null leaves them. */
  failedFolder: z.string().nullable().default(null),
  /** Annotated JSON saved as `<name>.annotated.json`: beside the file, into a folder, or not at all. */
  saveAnnotated: z
    .union([z.literal('off'), z.literal('beside'), z.object({ folder: z.string().min(1) })])
    .default('off'),
});

export type WatchFolder = z.infer<typeof watchFolderSchema>;
export type FilterRule = z.infer<typeof filterRuleSchema>;

/** What is wrong with sizes that no file can have; undefined where one can. */
export function sizesProblem({
  minSize,
  maxSize,
}: Pick<WatchFolder, 'minSize' | 'maxSize'>): Said | undefined {
  if (minSize === null || maxSize === null || minSize <= maxSize) return undefined;
  return said('usage.sizesCrossed', { smallest: String(minSize), largest: String(maxSize) });
}

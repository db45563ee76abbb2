import { z } from 'zod';
import { folderIdSchema } from '../ids/ids.ts';
import { clearableFields } from '../settings/fields.ts';
import { watchFolderSchema } from '../settings/watch-folder.ts';
import { saidSchema } from '../spoken/said-schema.ts';
import { uploadStateSchema } from '../uploads/upload.ts';
import { call, changesTo } from './define.ts';

const id = z.object({ folderId: folderIdSchema });

/** Coverage adds up: seen = searchable + inProgress + ignored + attention. */
export const coverageSchema = z.object({
  seen: z.number().int(),
  searchable: z.number().int(),
  inProgress: z.number().int(),
  ignored: z.number().int(),
  attention: z.number().int(),
  /** Of those in progress: found, and not taken yet. */
  waiting: z.number().int(),
  /** Counts by reason (ignored, waiting) and by code (attention). */
  ignoredBy: z.record(z.string(), z.number().int()),
  attentionBy: z.record(z.string(), z.number().int()),
  waitingBy: z.record(z.string(), z.number().int()),
});
export type Coverage = z.infer<typeof coverageSchema>;

export const folderHealthSchema = z.object({
  mode: z.enum(['native', 'polling', 'missing', 'unreadable', 'paused', 'standby', 'starting', 'off']),
  /** In English; `said` is the same for the person's language. */
  why: z.string(),
  said: saidSchema.optional(),
  /** What else there is to say of it, such as a `.sluiceignore` that is not followed. */
  remarks: z.array(saidSchema).optional(),
  lastReconcileAt: z.number().nullable(),
  counted: z.number().int(),
});
export type FolderHealth = z.infer<typeof folderHealthSchema>;

/** Files that vanished and wait for a person, or for their drive (W9). */
export const vanishedSchema = z.object({
  /**
   * `together`: so many at once that nobody may have meant it. `away`: the volume they lie on is not there.
   */
  kind: z.enum(['together', 'away']),
  /** Of those away: where their volume is mounted, relative to the folder, '' for the folder itself. */
  place: z.string().nullable(),
  files: z.number().int(),
  /** Milliseconds since the epoch. */
  since: z.number(),
});
export type Vanished = z.infer<typeof vanishedSchema>;

/** Another watch folder, by what people know it by. */
const folderRefSchema = watchFolderSchema.pick({ id: true, label: true, path: true, share: true });
export type FolderRef = z.infer<typeof folderRefSchema>;

export const folderStateSchema = z.object({
  folder: watchFolderSchema,
  /** The watch folder that this one lies in: without this one, its files would be that one's. */
  outer: folderRefSchema.optional(),
  /** Watch folders that lie in this one: what is in them is theirs. */
  inner: z.array(folderRefSchema).optional(),
  coverage: coverageSchema,
  vanished: z.array(vanishedSchema).default([]),
  health: folderHealthSchema,
});
export type FolderState = z.infer<typeof folderStateSchema>;

/** Where a local file stands; each counts in one place of the coverage. */
export const fileStandingSchema = z.object({
  place: z.enum(['searchable', 'inProgress', 'ignored', 'attention']),
  /** A reason of the coverage; null of what is searchable. */
  reason: z.string().nullable(),
  /** Of its upload. */
  state: uploadStateSchema.nullable(),
  uploadId: z.number().int().nullable(),
  /**
   * Of one that waits: when it is taken, milliseconds since the epoch; null where only the file itself can
   * tell.
   */
  dueAt: z.number().nullable(),
  /** The machine of the team that it waits for. */
  machine: z.string().optional(),
});
export type FileStanding = z.infer<typeof fileStandingSchema>;

export const previewRowSchema = z.object({
  path: z.string(),
  size: z.number(),
  /** What the rules make of it. `taken`: it is an upload already, as it is now. */
  outcome: z.enum(['upload', 'taken', 'duplicate', 'ignored', 'held']),
  reason: z.string().nullable(),
  tags: z.array(z.string()),
  /**
   * Of a watch folder's file: where it stands; null where the watcher has not looked at it since it or the
   * rules changed. Of any folder's file that looks half-written: how long it would be waited for.
   */
  standing: fileStandingSchema.nullable().default(null),
});

export const previewSchema = z.object({
  seen: z.number().int(),
  upload: z.number().int(),
  uploadBytes: z.number(),
  taken: z.number().int(),
  duplicate: z.number().int(),
  ignored: z.number().int(),
  held: z.number().int(),
  /** Counts by reason. */
  ignoredBy: z.record(z.string(), z.number().int()),
  heldBy: z.record(z.string(), z.number().int()),
  /** The first rows; `folders.preview` takes how many. */
  rows: z.array(previewRowSchema),
});
export type FolderPreview = z.infer<typeof previewSchema>;

/** The local files behind one number of a folder's coverage. */
export const folderFilesSchema = z.object({
  total: z.number().int(),
  rows: z.array(
    fileStandingSchema.extend({
      id: z.number().int(),
      /** Relative to the folder, with forward slashes. */
      path: z.string(),
      size: z.number(),
      /** When it came to stand so, milliseconds since the epoch. */
      since: z.number(),
    }),
  ),
});
export type FolderFiles = z.infer<typeof folderFilesSchema>;

export const folderCalls = {
  'folders.list': call(z.object({}), z.array(folderStateSchema)),
  'folders.add': call(
    z.object({
      /** What is left out has its default. */
      folder: changesTo(watchFolderSchema.omit({ id: true })).required({ path: true }),
    }),
    watchFolderSchema,
  ),
  'folders.edit': call(
    z.object({
      folderId: folderIdSchema,
      changes: changesTo(watchFolderSchema.omit({ id: true, pausedFromOutside: true })),
      /** Fields that get their default again. */
      clear: z.array(z.enum(clearableFields)).optional(),
      /** Globs of files to leave out, whatever the folder's other rules say of them. */
      leaveOut: z.array(z.string().min(1)).optional(),
    }),
    watchFolderSchema,
  ),
  'folders.remove': call(id, z.object({ removed: z.boolean() })),
  /** A dry run: uploads nothing, writes nothing. `hash` also finds duplicates, by reading the files. */
  'folders.preview': call(
    z.object({
      folder: watchFolderSchema,
      hash: z.boolean().default(false),
      rows: z.number().int().min(0).max(100_000).default(100),
    }),
    previewSchema,
  ),
  'folders.choose': call(
    z.object({ folderId: folderIdSchema, paths: z.union([z.array(z.string()), z.enum(['all', 'none'])]) }),
    z.object({ count: z.number().int() }),
  ),
  'folders.reconcile': call(
    z.object({ folderId: folderIdSchema.optional() }),
    z.object({ seen: z.number().int() }),
  ),
  /**
   * Takes a file that waits, or is still changing, as it is (W2); the agent that watches the folder does it,
   * also another process.
   */
  'folders.uploadNow': call(
    z.object({ folderId: folderIdSchema, path: z.string() }),
    z.object({ taken: z.boolean() }),
  ),
  /**
   * The local files behind each number of a folder's coverage, and why they stand there, page by page (X6).
   * Of those that wait the ones that are held back come first.
   */
  'folders.files': call(
    z.object({
      folderId: folderIdSchema,
      place: z.enum(['seen', 'searchable', 'inProgress', 'waiting', 'ignored', 'attention']),
      reason: z.string().nullable().default(null),
      offset: z.number().int().nonnegative().default(0),
      limit: z.number().int().min(1).max(1000).default(100),
    }),
    folderFilesSchema,
  ),
  /**
   * Decides about files that vanished (W9): they are deleted on purpose and their documents go too, or the
   * documents are kept. Without a place it is those that vanished together (`DELETE_CAP`); with one, those of
   * the volume that is away there, and what lies there now is the right one from then on. Answers how many
   * files it concerned.
   */
  'folders.decideDeletes': call(
    z.object({
      folderId: folderIdSchema,
      choice: z.enum(['delete', 'keep']),
      place: z.string().nullable().default(null),
    }),
    z.object({ count: z.number().int() }),
  ),
};

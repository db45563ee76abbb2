import type { WatchFolder } from '../settings/watch-folder.ts';

/** What the fields of a watch folder mean, as an editor shows it beside them: a reference, in English. */
export const folderDescriptions: Readonly<
  Record<keyof Omit<WatchFolder, 'id' | 'profileId' | 'pausedFromOutside'>, string>
> = {
  path: 'The folder: absolute, or relative to this file.',
  label: 'A name for people.',
  paused: 'Nothing is taken from it. Left out: as it is.',
  sharedAs:
    'Its name in the team: of the machines that have a folder of this name, one watches it. Null: each does.',
  firstRun: 'What happens to files that are there already.',
  filters: 'The first rule that matches decides; what none matches is taken.',
  types: 'Only these extensions, such as pdf; empty: all.',
  minSize: 'At least this big: bytes, or such as 1kB.',
  maxSize: 'At most this big: bytes, or such as 50MB.',
  maxAgeDays: 'Changed within so many days.',
  ignoredNames: "Names that are never documents; null: Sluice's own list.",
  useIgnoreFile: 'Whether .sluiceignore files count.',
  includeHidden: 'Hidden files too.',
  followLinks: 'Follow links to files in the folder.',
  settleSeconds: 'Seconds of quiet before a file is taken.',
  tags: 'Names of tags for every file.',
  subfolderTagPrefix: 'Names of subfolders become tags with this prefix; null: they do not.',
  tagRules: 'Tag what matches a regular expression; $<name> stands for a named group.',
  share: 'Share with the whole organization. Left out: only the owner of the key sees the documents.',
  enrichments: 'Processing steps of the service.',
  noIndex: 'Process but do not index.',
  noStore: 'Process, then delete at the service after 24 hours.',
  publishedFrom: 'Where the date of publication comes from; the first that yields one.',
  duplicates: 'Bytes that are in already.',
  changed: 'A name with new bytes.',
  localDelete: 'A file deleted here; `delete` deletes its document too.',
  deleteCap: 'Most documents deleted in one pass.',
  afterUpload: 'What becomes of the file once its document is there.',
  doneFolder: 'Where `afterUpload: move` puts files.',
  failedFolder: 'Where files that failed go; null: they stay.',
  saveAnnotated: 'Save annotated documents: off, beside the file, or in a folder.',
};

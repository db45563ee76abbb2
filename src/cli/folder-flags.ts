import { type Command, Option } from 'commander';
import { isPathPattern } from '#shared/settings/path-pattern.ts';
import type { Enrichment, FilterRule, WatchFolder } from '#shared/settings/watch-folder.ts';
import { publishedSourceSchema } from '#shared/settings/watch-folder.ts';
import { invalid } from './invalid.ts';
import { usageNear } from './near.ts';
import {
  byteSize,
  collect,
  enrichmentList,
  flagNamedNo,
  list,
  positiveNumber,
  wholeNumber,
} from './options.ts';

export type FolderRules = Partial<Omit<WatchFolder, 'id' | 'path' | 'profileId'>>;

/** The flags that set the rules of a watch folder. */
export interface FolderFlags {
  readonly label?: string;
  readonly sharedAs?: string;
  readonly firstRun?: WatchFolder['firstRun'];
  readonly include?: FilterRule[];
  readonly exclude?: FilterRule[];
  readonly types?: string[];
  readonly minSize?: number;
  readonly maxSize?: number;
  readonly maxAgeDays?: number;
  readonly ignoreNames?: string[];
  readonly noIgnoreFile?: boolean;
  readonly hidden?: boolean;
  readonly followLinks?: boolean;
  readonly settle?: number;
  readonly tag?: string[];
  readonly subfolderTags?: string;
  readonly tagRule?: WatchFolder['tagRules'];
  readonly share?: boolean;
  readonly enrich?: Enrichment[];
  readonly noIndex?: boolean;
  readonly noStore?: boolean;
  readonly publishedFrom?: WatchFolder['publishedFrom'];
  readonly duplicates?: WatchFolder['duplicates'];
  readonly changed?: WatchFolder['changed'];
  readonly localDelete?: WatchFolder['localDelete'];
  readonly deleteCap?: number;
  readonly afterUpload?: WatchFolder['afterUpload'];
  readonly doneFolder?: string;
  readonly failedFolder?: string;
  readonly saveAnnotated?: string;
}

const choice = (flags: string, description: string, ...choices: string[]) =>
  new Option(flags, description).choices(choices);

export function addFolderFlags(command: Command): Command {
  // One list for both options, because the order of rules decides (W16).
  const rules: FilterRule[] = [];
  const rule = (action: FilterRule['action']) => (glob: string) => {
    rules.push({ action, glob });
    return rules;
  };
  return command
    .option('--label <text>', 'a name for people')
    .option('--shared-as <name>', 'its name in the team: one machine at a time watches it')
    .addOption(choice('--first-run <what>', 'files already there', 'upload-all', 'only-new', 'choose'))
    .option(
      '--include <glob>',
      'take what matches; order counts, and what no rule matches is left out (repeatable)',
      rule('include'),
    )
    .option('--exclude <glob>', 'leave out what matches; order counts (repeatable)', rule('exclude'))
    .option('--types <list>', 'only these extensions, such as pdf,html', (value) =>
      list(value.toLowerCase()).map((type) => type.replace(/^\./, '')),
    )
    .option('--min-size <size>', 'at least this big, such as 1kB', byteSize)
    .option('--max-size <size>', 'at most this big, such as 50MB', byteSize)
    .option('--max-age-days <n>', 'changed within so many days', positiveNumber)
    .option('--ignore-names <list>', 'names that are never documents, instead of the built-in list', list)
    .addOption(flagNamedNo('--no-ignore-file', 'do not read .sluiceignore'))
    .option('--hidden', 'hidden files too')
    .option('--follow-links', 'follow links to files in the folder')
    .option('--settle <seconds>', 'seconds of quiet before a file is taken', positiveNumber)
    .option('--tag <tag>', 'name of a tag for every file (repeatable)', collect)
    .option('--subfolder-tags <prefix>', 'make the names of subfolders tags, with this prefix')
    .option(
      '--tag-rule <pattern=tag>',
      'tag what matches a regular expression; $<name> stands for a named group (repeatable)',
      tagRule,
    )
    .option('--share', 'share with your whole organization (default: only you see it)')
    .option('--enrich <list>', 'processing steps: reporting_entities, translation', enrichmentList)
    .addOption(flagNamedNo('--no-index', 'process but do not index'))
    .addOption(flagNamedNo('--no-store', 'process, then delete at the service after 24 hours'))
    .option(
      '--published-from <list>',
      'where the date comes from: file-name, document, modified',
      publishedFrom,
    )
    .addOption(choice('--duplicates <what>', 'bytes that are in already', 'skip', 'upload', 'add-tags'))
    .addOption(choice('--changed <what>', 'a name with new bytes', 'new-document', 'replace', 'ask'))
    .addOption(choice('--local-delete <what>', 'a file deleted here', 'keep', 'delete'))
    .option('--delete-cap <n>', 'most documents deleted in one pass', wholeNumber(1))
    .addOption(
      choice('--after-upload <what>', 'what becomes of the file', 'leave', 'move', 'trash', 'delete'),
    )
    .option('--done-folder <dir>', 'where `--after-upload move` puts files')
    .option('--failed-folder <dir>', 'where failed files go')
    .option('--save-annotated <where>', 'save annotated documents: off, beside, or a folder');
}

/** The rules that the flags set; what was not given is left out. */
export function folderRules(flags: FolderFlags): FolderRules {
  const filters = flags.include ?? flags.exclude;
  const rules: { [K in keyof FolderRules]: FolderRules[K] | undefined } = {
    label: flags.label,
    sharedAs: flags.sharedAs,
    firstRun: flags.firstRun,
    filters: filters === undefined ? undefined : closed(filters),
    types: flags.types,
    minSize: flags.minSize,
    maxSize: flags.maxSize,
    maxAgeDays: flags.maxAgeDays,
    ignoredNames: flags.ignoreNames,
    useIgnoreFile: flags.noIgnoreFile === undefined ? undefined : !flags.noIgnoreFile,
    includeHidden: flags.hidden,
    followLinks: flags.followLinks,
    settleSeconds: flags.settle,
    tags: flags.tag,
    subfolderTagPrefix: flags.subfolderTags,
    tagRules: flags.tagRule,
    share: flags.share,
    enrichments: flags.enrich,
    noIndex: flags.noIndex,
    noStore: flags.noStore,
    publishedFrom: flags.publishedFrom,
    duplicates: flags.duplicates,
    changed: flags.changed,
    localDelete: flags.localDelete,
    deleteCap: flags.deleteCap,
    afterUpload: flags.afterUpload,
    doneFolder: flags.doneFolder,
    failedFolder: flags.failedFolder,
    saveAnnotated: flags.saveAnnotated === undefined ? undefined : annotatedTarget(flags.saveAnnotated),
  };
  return Object.fromEntries(Object.entries(rules).filter(([, value]) => value !== undefined)) as FolderRules;
}

/** Naming what to include means leaving out the rest; without it, no match means include. */
function closed(filters: readonly FilterRule[]): FilterRule[] {
  const hasInclude = filters.some(({ action }) => action === 'include');
  return hasInclude ? [...filters, { action: 'exclude', glob: '**' }] : [...filters];
}

function annotatedTarget(where: string): WatchFolder['saveAnnotated'] {
  return where === 'off' || where === 'beside' ? where : { folder: where };
}

function tagRule(value: string, before: WatchFolder['tagRules'] = []): WatchFolder['tagRules'] {
  const at = value.lastIndexOf('=');
  const [pattern, tag] = [value.slice(0, at), value.slice(at + 1)];
  if (at <= 0 || tag === '') throw invalid('cli.option.tagRule');
  if (!isPathPattern(pattern)) throw invalid('cli.option.pattern');
  return [...before, { pattern, tag }];
}

function publishedFrom(value: string): WatchFolder['publishedFrom'] {
  return list(value).map((name) => {
    const parsed = publishedSourceSchema.safeParse(name);
    if (parsed.success) return parsed.data;
    throw invalid('cli.option.sources', { known: publishedSourceSchema.options.join(', ') });
  });
}

/** Names of rules that `--clear` may put back to their default. */
export const clearable = {
  label: '',
  sharedAs: null,
  filters: [],
  types: [],
  minSize: null,
  maxSize: null,
  maxAgeDays: null,
  ignoredNames: null,
  tags: [],
  subfolderTagPrefix: null,
  tagRules: [],
  enrichments: [],
  publishedFrom: [],
  failedFolder: null,
  saveAnnotated: 'off',
  share: false,
  noIndex: false,
  noStore: false,
  includeHidden: false,
  followLinks: false,
  useIgnoreFile: true,
} as const satisfies { [K in keyof FolderRules]?: unknown };

/** `tags,maxSize` → those rules at their defaults. */
export function clearedRules(names: readonly string[]): FolderRules {
  const unknown = names.find((name) => !Object.hasOwn(clearable, name));
  if (unknown !== undefined) {
    const names = Object.keys(clearable);
    throw usageNear('cli.folders.notClearable', { name: unknown, known: names.join(', ') }, unknown, names);
  }
  return Object.fromEntries(
    Object.entries(clearable).filter(([name]) => names.includes(name)),
  ) as unknown as FolderRules;
}

import { type Command, Option } from 'commander';
import type { FlagKind } from '#shared/settings/field.ts';
import {
  allFields,
  choicesOf,
  clearableFields,
  type FolderField,
  type FilterRule,
  publishedSourceSchema,
} from '#shared/settings/fields.ts';
import { isPathPattern } from '#shared/settings/path-pattern.ts';
import type { WatchFolder } from '#shared/settings/watch-folder.ts';
import type { UploadOptions } from '#shared/uploads/upload.ts';
import { invalid } from './invalid.ts';
import { usageNear } from './near.ts';
import { byteSize, collect, enrichmentList, isoDate, list, positiveNumber, wholeNumber } from './options.ts';

/** What the flags of a command set, by commander's names. */
export type FieldFlags = object;
/** What goes by flags: the options of a watch folder, or those of uploads. */
type Part = 'folder' | 'upload';
interface Given {
  readonly folder: Partial<Omit<WatchFolder, 'id' | 'path' | 'profileId'>>;
  readonly upload: Partial<UploadOptions>;
}

type FieldName = (typeof allFields)[number][0];
type Prepare = (option: Option, name: FieldName, rules: FilterRule[]) => Option;

const plain: Prepare = (option) => option;
const parsed =
  <T>(parser: (value: string, before: T) => T): Prepare =>
  (option) =>
    option.argParser(parser);
// One list for both options, because the order of rules decides (W16).
const rule =
  (action: FilterRule['action']): Prepare =>
  (option, _, rules) =>
    option.argParser((glob: string) => {
      rules.push({ action, glob });
      return rules;
    });

const kinds = {
  annotated: plain,
  bytes: parsed(byteSize),
  choice: (option, name) => option.choices(choicesOf(name)),
  count: parsed(wholeNumber(1)),
  date: parsed(isoDate),
  enrichments: parsed(enrichmentList),
  exclude: rule('exclude'),
  extensions: parsed((value) => list(value.toLowerCase()).map((type) => type.replace(/^\./, ''))),
  include: rule('include'),
  list: parsed(list),
  number: parsed(positiveNumber),
  off: plain,
  repeated: parsed(collect),
  sources: parsed(publishedFrom),
  switch: plain,
  'tag-rules': parsed(tagRule),
  text: plain,
} satisfies Record<FlagKind, Prepare>;

/** Every flag of watch folders or of uploads, with its field and kind. */
function* optionsOf(part: Part, rules: FilterRule[] = []) {
  for (const [name, { flags, ...parts }] of allFields) {
    if (parts[part] === undefined || (parts.upload?.flag === false && part === 'upload')) continue;
    for (const [kind, text, help] of flags) {
      const own = part === 'upload' && typeof parts.upload?.flag === 'string' ? parts.upload.flag : help;
      const option = new Option(text, own);
      // Commander would take `--no-index` as "index: false"; here it is a flag of that name.
      option.negate = false;
      yield { name, kind, option: kinds[kind](option, name, rules) };
    }
  }
}

export function addFieldFlags(command: Command, part: Part): Command {
  for (const { option } of optionsOf(part, [])) command.addOption(option);
  return command;
}

/** The fields that the flags set; what was not given is left out. */
export function givenFields<P extends Part>(flags: FieldFlags, part: P): Given[P] {
  const values = new Map<string, unknown>(Object.entries(flags));
  const given: Record<string, unknown> = {};
  for (const { name, kind, option } of optionsOf(part)) {
    const value = values.get(option.attributeName());
    if (value !== undefined) given[name] = fieldValue(kind, value);
  }
  if (given.filters !== undefined) given.filters = closed(given.filters as FilterRule[]);
  return given;
}

/** What is converted only here, so that an empty text of the command line can be refused before. */
function fieldValue(kind: FlagKind, value: unknown): unknown {
  if (kind === 'off') return false;
  return kind === 'annotated' ? annotatedTarget(String(value)) : value;
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

/** `tags,maxSize` as names of fields that can get their default again. */
export function clearable(names: readonly string[]): FolderField[] {
  return names.map((name) => {
    const field = clearableFields.find((one) => one === name);
    if (field !== undefined) return field;
    const known = clearableFields.join(', ');
    throw usageNear('cli.folders.notClearable', { name, known }, name, clearableFields);
  });
}

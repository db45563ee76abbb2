import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Command, Option } from 'commander';
import {
  type Note,
  type NoteFilter,
  type NoteFormat,
  noteColors,
  noteFormats,
  type NoteState,
  noteStates,
} from '#shared/bridge/notes.ts';
import { contentIdSchema } from '#shared/ids/ids.ts';
import { addExamplesBelow } from '../help/examples.ts';
import type { Host, Outcome } from '../host.ts';
import { usage, wholeNumber } from '../options.ts';
import { printable } from '../output/format.ts';
import type { Output } from '../output/output.ts';
import { pageFrom } from '../output/page-from.ts';
import { readArgument } from '../read-argument.ts';
import type { Session } from '../session.ts';

interface FilterFlags {
  readonly document?: string;
  readonly state?: NoteState;
  readonly color?: (typeof noteColors)[number];
  readonly tag?: string;
  readonly search?: string;
}
type ListFlags = FilterFlags & { readonly offset: number; readonly limit: number };
type ExportFlags = FilterFlags & { readonly format: NoteFormat; readonly output?: string };

/** `sluice notes list|export|import` */
export function declareNotes(notes: Command, host: Host): void {
  addFilterFlags(
    notes.command('list').description('list notes, last changed first; of a document in its order'),
  )
    .option('--offset <n>', 'skip so many', wholeNumber(0), 0)
    .option('--limit <n>', 'show at most so many, up to 1000', wholeNumber(1, 1000), 50)
    .action(host.session('none', list));
  addFilterFlags(notes.command('export').description('write notes for other programs'))
    .addOption(
      new Option('--format <format>', 'W3C annotations, or for reading and citing')
        .choices(noteFormats)
        .default('jsonld'),
    )
    .option('--output <path>', 'write to this file instead of stdout')
    .action(host.session('none', exportNotes));
  notes
    .command('import')
    .description('take in W3C Web Annotations (JSON-LD); what is here already is not taken twice')
    .argument('<file>', 'the file; - is stdin')
    .action(host.session('none', importNotes));
  addExamplesBelow(notes, {
    '': ['sluice notes list'],
    list: [
      'sluice notes list --tag thesis',
      { line: 'sluice notes list --state orphan', does: 'whose passage stands nowhere any more' },
    ],
    export: [
      'sluice notes export --format markdown --output notes.txt',
      'sluice notes export --tag thesis --format ris',
    ],
    import: ['sluice notes import annotations.jsonld'],
  });
}

function addFilterFlags(command: Command): Command {
  return command
    .option('--document <id>', 'only of the document with this content id')
    .addOption(new Option('--state <state>', 'only in this state').choices(noteStates))
    .addOption(new Option('--color <color>', 'only of this color').choices(noteColors))
    .option('--tag <name>', 'only with this tag')
    .option('--search <text>', 'part of the words, the note or the title');
}

function filterOf({ document, state, color, tag, search }: FilterFlags): NoteFilter {
  return {
    ...(document === undefined ? {} : { contentId: contentIdSchema.parse(document) }),
    ...(state === undefined ? {} : { states: [state] }),
    ...(color === undefined ? {} : { colors: [color] }),
    ...(tag === undefined ? {} : { tag }),
    ...(search === undefined ? {} : { search }),
  };
}

async function list({ calls, output }: Session, { offset, limit, ...flags }: ListFlags): Promise<void> {
  const { rows, total, counts } = await calls['notes.list']({ filter: filterOf(flags), offset, limit });
  const show = () => {
    if (rows.length === 0) output.line(output.say('cli.notes.none'));
    else output.table(columns(output), rows);
    const more = total - offset - rows.length;
    if (more > 0) output.hint(output.say('cli.notes.more', { count: more }));
    if (counts.orphan > 0 && flags.state !== 'orphan')
      output.note(output.say('cli.notes.orphans', { count: counts.orphan }));
  };
  output.result(rows, show, { page: { ...pageFrom({ offset, rows, total }), counts } });
}

function columns(output: Output) {
  const oneLine = (text: string) => text.replace(/\s+/gu, ' ').trim();
  return [
    { title: output.say('cli.column.state'), text: (note: Note) => stateText(note, output) },
    {
      title: output.say('cli.column.document'),
      text: ({ document, contentId }: Note) => oneLine(document.title ?? document.fileName ?? contentId),
      shrinks: true,
    },
    { title: output.say('cli.column.passage'), text: ({ quote }: Note) => oneLine(quote), shrinks: true },
    { title: output.say('cli.column.noted'), text: ({ body }: Note) => oneLine(body), shrinks: true },
  ];
}

function stateText({ state, reason }: Note, output: Output): string {
  const word = output.say(`cli.notes.${state}`);
  return reason === null ? word : `${word}: ${output.say(`cli.notes.reason.${reason}`)}`;
}

async function exportNotes(
  session: Session,
  { format, output: target, ...flags }: ExportFlags,
): Promise<void> {
  const { calls, output, environment } = session;
  if (output.json && target === undefined && format !== 'jsonld' && format !== 'csl')
    throw usage('cli.uploads.csv');
  const path = target === undefined ? {} : { path: resolve(environment.workingDirectory, target) };
  const result = await calls['notes.export']({ filter: filterOf(flags), format, ...path });
  if (target === undefined)
    return pipeline(output.data(createReadStream(result.path)), environment.stdout, { end: false });
  output.result(result, () =>
    output.line(output.say('cli.notes.exported', { count: result.count, path: printable(result.path) })),
  );
}

async function importNotes(session: Session, file: string): Promise<Outcome> {
  const { calls, output, environment } = session;
  const text = await readArgument(file === '-' ? '-' : `@${file}`, environment);
  const result = await calls['notes.import']({ text: text.replace(/^\uFEFF/, '') });
  const { added, changed, known, unplaced, refused } = result;
  output.result(result, () => {
    output.line(output.say('cli.notes.imported', { added, changed, known }));
    if (unplaced > 0) output.line(output.say('cli.notes.unplaced', { count: unplaced }));
    for (const { item, why } of refused)
      output.note(output.say('cli.notes.refused', { item, why: output.remark(why) }));
  });
  return refused.length > 0 ? 'partial' : 'ok';
}

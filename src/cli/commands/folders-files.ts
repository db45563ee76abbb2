import { resolve, sep } from 'node:path';
import { type Command, Option } from 'commander';
import type { CallInput } from '#shared/bridge/contract.ts';
import { folderNamed } from '../folder-named.ts';
import type { Host, Outcome } from '../host.ts';
import { wholeNumber } from '../options.ts';
import { addPathsFromFlags, type PathsFromFlags, pathsGiven } from '../paths-from.ts';
import { shellName } from '../output/folder-text.ts';
import { formatTime, printable } from '../output/format.ts';
import { isHeldBack, paintStanding, standingReason, standingWord } from '../output/standing-text.ts';
import { pageFrom } from '../output/page-from.ts';
import type { Session } from '../session.ts';

const places = {
  seen: 'seen',
  searchable: 'searchable',
  waiting: 'waiting',
  'in-progress': 'inProgress',
  ignored: 'ignored',
  attention: 'attention',
} as const;

interface FilesFlags {
  readonly place: keyof typeof places;
  readonly reason?: string;
  readonly offset: number;
  readonly limit: number;
}

/** `sluice folders files|take` */
export function addFolderFilesCommands(folders: Command, host: Host): void {
  folders
    .command('files')
    .description('list the files of a watch folder behind each of its numbers: where each stands, and why')
    .argument('<folder>', 'id, label or path')
    .addOption(new Option('--place <place>', 'which of them').choices(Object.keys(places)).default('waiting'))
    .option('--reason <reason>', 'only those with this reason or code, as --json says it')
    .option('--offset <n>', 'skip so many', wholeNumber(0), 0)
    .option('--limit <n>', 'show at most so many, up to 1000', wholeNumber(1), 100)
    .action(host.session('none', listFiles));
  addPathsFromFlags(
    folders
      .command('take')
      .description('upload files that wait now, as they are; the agent that watches the folder does it')
      .argument('<folder>', 'id, label or path')
      .argument('[path...]', 'files, relative to the folder, or as they are found from here'),
  ).action(host.session('none', take));
}

async function listFiles(session: Session, name: string, flags: FilesFlags): Promise<void> {
  const { calls, output } = session;
  const { folder } = await folderNamed(session, name);
  const wanted: CallInput<'folders.files'> = {
    folderId: folder.id,
    place: places[flags.place],
    reason: flags.reason ?? null,
    offset: flags.offset,
    limit: Math.min(flags.limit, 1000),
  };
  const files = await calls['folders.files'](wanted);
  const show = () => {
    if (files.total === 0)
      return output.line(
        output.say(`cli.folders.noFiles.${wanted.reason === null ? wanted.place : 'reason'}`),
      );
    const now = Date.now();
    output.table(
      [
        { title: output.say('cli.column.since'), text: ({ since }) => formatTime(since) },
        { title: output.say('cli.column.size'), text: ({ size }) => output.bytes(size), align: 'right' },
        { title: output.say('cli.column.file'), text: ({ path }) => path, shrinks: true },
        {
          title: output.say('cli.column.state'),
          text: (file) => standingWord(file, output),
          paint: (text, file) => paintStanding(text, file, output.paint),
        },
        {
          title: output.say('cli.column.why'),
          text: (file) => standingReason(file, now, output),
          shrinks: true,
        },
      ],
      files.rows,
    );
    const shown = { count: files.rows.length, total: files.total };
    if (files.total > files.rows.length) output.line(output.paint.dim(output.say('cli.list.shown', shown)));
    if (files.rows.some(({ reason }) => isHeldBack(reason)))
      output.line(output.say('cli.folders.takeOne', { name: shellName(folder) }));
  };
  output.result(files.rows, show, { page: pageFrom({ ...files, offset: flags.offset }) });
}

async function take(
  { calls, output, environment }: Session,
  name: string,
  given: readonly string[],
  flags: PathsFromFlags,
): Promise<Outcome> {
  const paths = await pathsGiven(given, flags, environment);
  const { folder } = await folderNamed({ calls, environment }, name);
  const items: { path: string; taken: boolean }[] = [];
  for (const named of paths) {
    const here = resolve(environment.workingDirectory, named);
    const path = here.startsWith(`${folder.path}${sep}`) ? here : named;
    const { taken } = await calls['folders.uploadNow']({ folderId: folder.id, path });
    items.push({ path: named, taken });
    if (!taken) output.note(output.say('cli.folders.waitsNot', { path: printable(named) }));
  }
  const count = items.filter(({ taken }) => taken).length;
  output.result({ items }, () => {
    if (count > 0) output.line(output.say('cli.folders.taken', { count }));
  });
  return count === items.length ? 'ok' : 'partial';
}

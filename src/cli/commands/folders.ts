import { stat } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import type { Command } from 'commander';
import { confirm } from '../confirm.ts';
import { addFieldFlags, clearable, type FieldFlags, givenFields } from '../field-flags.ts';
import { folderNamed } from '../folder-named.ts';
import { addExamplesBelow } from '../help/examples.ts';
import type { Host, Outcome } from '../host.ts';
import { collect, list, usage } from '../options.ts';
import {
  folderColumns,
  healthText,
  reasonLines,
  shellName,
  vanishedLines,
  waitingLines,
} from '../output/folder-text.ts';
import { printable } from '../output/format.ts';
import { absolutePathsGiven, addPathsFromFlags, type PathsFromFlags } from '../paths-from.ts';
import { profileText } from '../output/profile-text.ts';
import { recordLines } from '../output/record.ts';
import type { QueueSession } from '../queue-session.ts';
import type { Session } from '../session.ts';
import { addFolderFilesCommands } from './folders-files.ts';
import { addFolderPreviewCommand } from './folders-preview.ts';

/** `sluice folders add|list|edit|remove|preview|files|take|choose|decide` */
export function declareFolders(folders: Command, host: Host): void {
  addFieldFlags(
    folders.command('add').description('watch a folder').argument('<path>', 'folder'),
    'folder',
  ).action(host.session('none', add));
  folders
    .command('list')
    .description('list watch folders and how far each is')
    .action(host.session('none', listFolders));
  addFieldFlags(
    folders
      .command('edit')
      .description('change the rules of a watch folder')
      .argument('<folder>', 'id, label or path'),
    'folder',
  )
    .option('--path <dir>', 'the folder is somewhere else now')
    .option(
      '--leave-out <glob>',
      'leave out what matches, before any other rule; the others stay (repeatable)',
      collect,
    )
    .option('--pause', 'stop taking files from it')
    .option('--resume', 'go on taking files')
    .option('--clear <list>', 'put rules back to their defaults, such as tags,maxSize,share', list)
    .action(host.session('none', edit));
  folders
    .command('remove')
    .description('watch it no more; files and documents stay')
    .argument('<folder>', 'id, label or path')
    .option('--yes', 'do not ask, where the folder around it shares what this one keeps private')
    .action(host.session('none', remove));
  addFolderPreviewCommand(folders, host);
  addFolderFilesCommands(folders, host);
  addPathsFromFlags(
    folders
      .command('choose')
      .description('say which of the files that were there before are uploaded')
      .argument('<folder>', 'id, label or path')
      .argument('[path...]', 'files to upload'),
  )
    .option('--all', 'all of them')
    .option('--none', 'none of them')
    .action(host.queue(choose, 'watch'));
  folders
    .command('decide')
    .description('say what becomes of files that vanished together, or with a drive')
    .argument('<folder>', 'id, label or path')
    .option(
      '--place <dir>',
      'those of the drive that was mounted there, in the folder; . for the folder itself',
    )
    .option('--keep', 'their documents stay; what is there now is right')
    .option('--delete', 'they are deleted on purpose: delete their documents too')
    .option('--yes', 'do not ask before documents are deleted')
    .action(host.session('none', decide));
  addExamplesBelow(folders, {
    '': ['sluice folders add ~/research', 'sluice folders list'],
    add: [
      'sluice folders add ~/research --label research --tag desk',
      {
        line: 'sluice folders add /mnt/share --types pdf,docx --first-run only-new',
        does: 'nothing of what is there already',
      },
      'sluice folders add inbox --exclude "drafts/**" --after-upload move --done-folder done',
    ],
    list: ['sluice folders list'],
    edit: [
      'sluice folders edit research --max-size 50MB --leave-out "*.tmp.pdf"',
      'sluice folders edit research --clear tags,maxSize',
    ],
    remove: ['sluice folders remove research'],
    preview: [
      'sluice folders preview research',
      {
        line: 'sluice folders preview ~/new --types pdf --hash',
        does: 'any folder, with the rules you think of',
      },
      'sluice folders preview research --csv > preview.csv',
    ],
    files: [
      { line: 'sluice folders files research', does: 'what waits, and why' },
      'sluice folders files research --place attention --json',
    ],
    take: ['sluice folders take research half-written.pdf'],
    choose: [
      'sluice folders choose research --all',
      'sluice folders choose research ~/research/2026/q1.pdf',
      'sluice folders choose research --files-from chosen.txt',
    ],
    decide: [
      'sluice folders decide research --keep',
      'sluice folders decide research --place archive --delete --yes',
    ],
  });
}

async function add(session: Session, path: string, flags: FieldFlags): Promise<void> {
  const { calls, output, environment, settings } = session;
  const folder = await calls['folders.add']({
    folder: { path: resolve(environment.workingDirectory, path), ...givenFields(flags, 'folder') },
  });
  const name = folder.label || folder.id.slice(0, 8);
  const { outer, inner } = await folderNamed(session, folder.id);
  const isMissing = await isNotThere(folder.path);
  const { say } = output;
  output.result(folder, () => {
    output.line(say('cli.folders.added', { name, path: printable(folder.path) }));
    if (isMissing) output.line(say('cli.folders.notThere'));
    const service = profileText(settings.get(), folder.profileId, output);
    output.line(say('cli.folders.goTo', { service }));
    const seen = say(folder.share ? 'cli.folders.shared' : 'cli.folders.private');
    output.line(`${seen} ${say('cli.folders.next', { name })}`);
    if (outer !== undefined) output.line(say('cli.folders.outer', { path: printable(outer.path) }));
    for (const { path: nested } of inner ?? [])
      output.line(say('cli.folders.inner', { path: printable(nested) }));
  });
}

/** A drive may come later, so this is no fault; but it may also be a slip of the pen. */
async function isNotThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => false,
    ({ code }: NodeJS.ErrnoException) => code === 'ENOENT',
  );
}

async function listFolders({ calls, output, settings }: Session): Promise<void> {
  const folders = await calls['folders.list']({});
  output.result(folders, () => {
    if (folders.length === 0) return output.line(output.say('cli.folders.none'));
    output.table(folderColumns(output, settings.get()), folders);
    for (const state of folders) {
      const reasons = reasonLines(state, output);
      if (reasons.length > 0) {
        output.line();
        output.line(output.say('cli.folders.notIn', { path: printable(state.folder.path) }));
      }
      for (const line of reasons) output.line(output.paint.dim(line));
      if (state.health.mode !== 'off' && state.health.why !== '')
        output.line(`${shellName(state.folder)}  ${printable(healthText(state, output))}`);
      for (const line of waitingLines(state, output)) output.line(line);
      for (const line of vanishedLines(state, output)) output.line(output.paint.bad(line));
    }
  });
}

interface EditFlags {
  readonly path?: string;
  readonly pause?: boolean;
  readonly resume?: boolean;
  readonly clear?: string[];
  readonly leaveOut?: string[];
}

async function edit({ calls, output, environment }: Session, name: string, flags: EditFlags): Promise<void> {
  if (flags.pause === true && flags.resume === true)
    throw usage('cli.usage.exclude', { one: '--pause', other: '--resume' });
  const clear = clearable(flags.clear ?? []);
  const changes = {
    ...givenFields(flags, 'folder'),
    ...(flags.path === undefined ? {} : { path: resolve(environment.workingDirectory, flags.path) }),
    ...(flags.pause === true ? { paused: true } : {}),
    ...(flags.resume === true ? { paused: false } : {}),
  };
  if (Object.keys(changes).length === 0 && clear.length === 0 && flags.leaveOut === undefined)
    throw usage('cli.usage.nothing');
  const { folder } = await folderNamed({ calls, environment }, name);
  const { leaveOut } = flags;
  const changed = await calls['folders.edit']({ folderId: folder.id, changes, clear, leaveOut });
  output.result(changed, () => recordLines(changed, output));
}

async function remove(session: Session, name: string, flags: { yes?: boolean }): Promise<Outcome> {
  const { calls, output } = session;
  const { folder, outer } = await folderNamed(session, name);
  const sharesMore = outer?.share === true && !folder.share;
  const question = output.say('cli.folders.sharesMore', { path: folder.path });
  if (sharesMore && flags.yes !== true && !(await confirm(session, question, 'yes'))) return 'partial';
  const result = await calls['folders.remove']({ folderId: folder.id });
  output.result(result, () => {
    if (outer === undefined)
      return output.line(output.say('cli.folders.removed', { path: printable(folder.path) }));
    const paths = { path: printable(folder.path), outer: printable(outer.path) };
    output.line(output.say('cli.folders.removedNested', paths));
    if (sharesMore) output.note(output.say('cli.folders.sharedNow'));
  });
  return undefined;
}

async function choose(
  { calls, output, environment, handedOver }: QueueSession,
  name: string,
  given: string[],
  { all, none, ...flags }: PathsFromFlags & { all?: boolean; none?: boolean },
): Promise<void> {
  const paths = await absolutePathsGiven(given, flags, environment, true);
  if ([paths.length > 0, all === true, none === true].filter(Boolean).length !== 1) {
    throw usage('cli.folders.chooseWhat');
  }
  const { folder } = await folderNamed({ calls, environment }, name);
  const chosen = all === true ? 'all' : none === true ? 'none' : paths;
  // What is held is known once the folder was walked, by the agent where one runs.
  if (handedOver === null) await calls['folders.reconcile']({ folderId: folder.id });
  const result = await calls['folders.choose']({ folderId: folder.id, paths: chosen });
  output.result(result, () => output.line(output.say('folder.chosen', { count: result.count })));
}

async function decide(
  session: Session,
  name: string,
  flags: { place?: string; keep?: boolean; delete?: boolean; yes?: boolean },
): Promise<Outcome> {
  const { calls, output } = session;
  if ((flags.keep === true) === (flags.delete === true)) throw usage('cli.folders.decideWhat');
  const { folder, vanished } = await folderNamed(session, name);
  const given = flags.place?.split(sep).join('/').replace(/\/+$/, '');
  const place = given === undefined ? null : given === '.' ? '' : given;
  const decided = vanished.find((one) => one.place === place);
  if (decided === undefined) {
    const places = vanished.flatMap((one) => (one.place === null ? [] : [one.place || '.']));
    if (places.length === 0) throw usage('cli.folders.nothingWaits');
    throw usage('cli.folders.nothingWaitsThere', { places: places.map(printable).join(', ') });
  }
  const passesOn = flags.delete === true && (place === null || folder.localDelete === 'delete');
  const question = output.say('files.deleteTitle', { count: decided.files });
  if (passesOn && flags.yes !== true && !(await confirm(session, question, 'yes'))) return 'partial';
  const result = await calls['folders.decideDeletes']({
    folderId: folder.id,
    choice: flags.delete === true ? 'delete' : 'keep',
    place,
  });
  const key = passesOn ? 'cli.folders.decidedDelete' : 'cli.folders.decidedKeep';
  output.result(result, () => output.line(output.say(key, { count: result.count })));
  return undefined;
}

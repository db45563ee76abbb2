import { resolve, sep } from 'node:path';
import type { Command } from 'commander';
import { confirm } from '../confirm.ts';
import { addFolderFlags, clearedRules, type FolderFlags, folderRules } from '../folder-flags.ts';
import { folderNamed } from '../folder-named.ts';
import type { Host, Outcome } from '../host.ts';
import { collect, list, usage } from '../options.ts';
import { folderColumns, reasonLines, vanishedLines, waitingLines } from '../output/folder-text.ts';
import { plural, printable } from '../output/format.ts';
import { profileText } from '../output/profile-text.ts';
import { recordLines } from '../output/record.ts';
import type { QueueSession } from '../queue-session.ts';
import type { Session } from '../session.ts';
import { addFolderFilesCommands } from './folders-files.ts';
import { addFolderPreviewCommand } from './folders-preview.ts';

/** `sluice folders add|list|edit|remove|preview|files|take|choose|decide` */
export function addFoldersCommands(program: Command, host: Host): void {
  const folders = program.command('folders').description('watch folders: what is put there is uploaded');
  addFolderFlags(folders.command('add').description('watch a folder').argument('<path>', 'folder')).action(
    host.session('none', add),
  );
  folders
    .command('list')
    .description('list watch folders and how far each is')
    .action(host.session('none', listFolders));
  addFolderFlags(
    folders
      .command('edit')
      .description('change the rules of a watch folder')
      .argument('<folder>', 'id, label or path'),
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
  folders
    .command('choose')
    .description('say which of the files that were there before are uploaded')
    .argument('<folder>', 'id, label or path')
    .argument('[path...]', 'files to upload')
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
    .action(host.session('none', decide));
}

async function add(session: Session, path: string, flags: FolderFlags): Promise<void> {
  const { calls, output, environment, settings } = session;
  const folder = await calls['folders.add']({
    folder: { path: resolve(environment.workingDirectory, path), ...folderRules(flags) },
  });
  const name = folder.label || folder.id.slice(0, 8);
  const { outer, inner } = await folderNamed(calls, folder.id);
  output.result(folder, () => {
    output.line(`Watch folder ${name}: ${printable(folder.path)}`);
    output.line(
      `Its files go to ${profileText(settings.get(), folder.profileId)}, whichever profile is in force later.`,
    );
    const seen = folder.share
      ? 'Its documents are shared with your whole organization.'
      : 'Only you see its documents.';
    output.line(
      `${seen} \`sluice folders preview ${name}\` shows what would be uploaded; \`sluice watch\` starts.`,
    );
    if (outer !== undefined) {
      output.line(
        `It lies in the watch folder ${printable(outer.path)}. From now on its files are its own and go by its rules; what that one uploaded from here stays.`,
      );
    }
    for (const { path: nested } of inner ?? [])
      output.line(`The watch folder ${printable(nested)} lies in it and keeps its own files and rules.`);
  });
}

async function listFolders({ calls, output, settings }: Session): Promise<void> {
  const folders = await calls['folders.list']({});
  output.result(folders, () => {
    if (folders.length === 0) return output.line('No watch folders yet. Add one: sluice folders add PATH');
    output.table(folderColumns(output.paint, settings.get()), folders);
    for (const state of folders) {
      const reasons = reasonLines(state);
      if (reasons.length > 0) {
        output.line();
        output.line(`Not in, of ${printable(state.folder.path)}:`);
      }
      for (const line of reasons) output.line(output.paint.dim(line));
      if (state.health.mode !== 'off' && state.health.why !== '')
        output.line(`${state.folder.id}  ${printable(state.health.why)}`);
      for (const line of waitingLines(state)) output.line(line);
      for (const line of vanishedLines(state)) output.line(output.paint.bad(line));
    }
  });
}

interface EditFlags extends FolderFlags {
  readonly path?: string;
  readonly pause?: boolean;
  readonly resume?: boolean;
  readonly clear?: string[];
  readonly leaveOut?: string[];
}

async function edit({ calls, output, environment }: Session, name: string, flags: EditFlags): Promise<void> {
  if (flags.pause === true && flags.resume === true) throw usage('--pause and --resume exclude each other');
  const rules = folderRules(flags);
  const changes = {
    ...clearedRules(flags.clear ?? []),
    ...rules,
    ...(flags.path === undefined ? {} : { path: resolve(environment.workingDirectory, flags.path) }),
    ...(flags.pause === true ? { paused: true } : {}),
    ...(flags.resume === true ? { paused: false } : {}),
  };
  if (Object.keys(changes).length === 0 && flags.leaveOut === undefined)
    throw usage('nothing to change was given');
  const { folder } = await folderNamed(calls, name);
  const leftOut = (flags.leaveOut ?? []).map((glob) => ({ action: 'exclude' as const, glob }));
  const others = changes.filters ?? folder.filters;
  const filters = leftOut.length === 0 ? {} : { filters: [...leftOut, ...others] };
  const changed = await calls['folders.edit']({ folderId: folder.id, changes: { ...changes, ...filters } });
  output.result(changed, () => recordLines(changed, output));
}

async function remove(session: Session, name: string, flags: { yes?: boolean }): Promise<Outcome> {
  const { calls, output } = session;
  const { folder, outer } = await folderNamed(calls, name);
  const sharesMore = outer?.share === true && !folder.share;
  const question = `What still waits in ${folder.path}, and what comes, would be shared with your whole organization.`;
  if (sharesMore && flags.yes !== true && !(await confirm(session, question, 'yes'))) return 'partial';
  const result = await calls['folders.remove']({ folderId: folder.id });
  output.result(result, () => {
    if (outer === undefined)
      return output.line(
        `${printable(folder.path)} is watched no more. Its files and documents stay; what still waited is not sent.`,
      );
    output.line(
      `${printable(folder.path)} is no watch folder of its own any more. Its files belong to ${printable(outer.path)} again, and go by its rules.`,
    );
    if (sharesMore)
      output.note('What still waits and what comes is shared with your whole organization from now on.');
  });
  return undefined;
}

async function choose(
  { calls, output, environment, handedOver }: QueueSession,
  name: string,
  paths: string[],
  { all, none }: { all?: boolean; none?: boolean },
): Promise<void> {
  if ([paths.length > 0, all === true, none === true].filter(Boolean).length !== 1) {
    throw usage('give files, or --all, or --none');
  }
  const { folder } = await folderNamed(calls, name);
  const chosen =
    all === true
      ? 'all'
      : none === true
        ? 'none'
        : paths.map((path) => resolve(environment.workingDirectory, path));
  // What is held is known once the folder was walked, by the agent where one runs.
  if (handedOver === null) await calls['folders.reconcile']({ folderId: folder.id });
  const result = await calls['folders.choose']({ folderId: folder.id, paths: chosen });
  output.result(result, () => output.line(`${plural(result.count, 'file')} decided.`));
}

async function decide(
  { calls, output }: Session,
  name: string,
  flags: { place?: string; keep?: boolean; delete?: boolean },
): Promise<void> {
  if ((flags.keep === true) === (flags.delete === true)) throw usage('give --keep or --delete');
  const { folder, vanished } = await folderNamed(calls, name);
  const given = flags.place?.split(sep).join('/').replace(/\/+$/, '');
  const place = given === undefined ? null : given === '.' ? '' : given;
  if (!vanished.some((one) => one.place === place)) {
    const places = vanished.flatMap((one) => (one.place === null ? [] : [one.place || '.']));
    const known = places.length === 0 ? '' : `; drives that are away: ${places.map(printable).join(', ')}`;
    throw usage(`no files of this folder wait for that decision${known}`);
  }
  const result = await calls['folders.decideDeletes']({
    folderId: folder.id,
    choice: flags.delete === true ? 'delete' : 'keep',
    place,
  });
  const passesOn = flags.delete === true && (place === null || folder.localDelete === 'delete');
  const fate = passesOn ? 'are being deleted, but for any that another file stands for' : 'stay';
  output.result(result, () =>
    output.line(`${plural(result.count, 'file')} decided. Their documents ${fate}.`),
  );
}

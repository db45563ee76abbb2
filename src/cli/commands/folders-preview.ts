import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import type { CallInput } from '#shared/bridge/contract.ts';
import type { FolderPreview } from '#shared/bridge/folders.ts';
import { exportText } from '#shared/export/export-text.ts';
import { previewColumns } from '#shared/export/preview-columns.ts';
import { watchFolderSchema } from '#shared/settings/watch-folder.ts';
import { addFolderFlags, type FolderFlags, folderRules } from '../folder-flags.ts';
import { findFolder } from '../folder-named.ts';
import type { Host } from '../host.ts';
import { usage, wholeNumber } from '../options.ts';
import { countedReasons } from '../output/folder-text.ts';
import { formatBytes, formatCount, plural } from '../output/format.ts';
import type { Output } from '../output/output.ts';
import { paintStanding, standingReason, standingWord } from '../output/standing-text.ts';
import { tagInWords } from '../output/tag-in-words.ts';
import type { Session } from '../session.ts';

interface Flags extends FolderFlags {
  readonly hash?: boolean;
  readonly rows: number;
  readonly csv?: boolean;
}

/**
 * `sluice folders preview FOLDER`: a dry run, of a watch folder or of any folder with the rules given (W19).
 */
export function addFolderPreviewCommand(folders: Command, host: Host): void {
  addFolderFlags(
    folders
      .command('preview')
      .description('say what would be uploaded and what not, and why; uploads nothing')
      .argument('<folder>', 'watch folder (id, label or path), or any folder'),
  )
    .option('--hash', 'read the files too, to find duplicates')
    .option('--rows <n>', 'show at most so many files', wholeNumber(0), 100)
    .option('--csv', 'write every file as CSV')
    .action(host.session('none', preview));
}

async function preview(session: Session, name: string, flags: Flags): Promise<void> {
  const { calls, output, environment } = session;
  if (flags.csv === true && output.json) throw usage('--json and --csv exclude each other');
  const rows = flags.csv === true ? 100_000 : flags.rows;
  const folder = await folderToPreview(session, name, folderRules(flags));
  const result = await calls['folders.preview']({ folder, hash: flags.hash === true, rows });
  if (flags.csv === true) {
    const read = (offset: number) => result.rows.slice(offset, offset + 1000);
    const text = exportText({ columns: previewColumns, format: 'csv', read }, 'program');
    await pipeline(output.data(Readable.from(text)), environment.stdout, { end: false });
    if (result.seen > rows) output.note(`The first ${formatCount(rows)} of ${plural(result.seen, 'file')}.`);
    return;
  }
  output.result(result, () => show(result, output));
}

async function folderToPreview(
  { calls, profile, environment }: Session,
  name: string,
  rules: ReturnType<typeof folderRules>,
): Promise<CallInput<'folders.preview'>['folder']> {
  const known = await findFolder(calls, name);
  if (known !== undefined) return { ...known.folder, ...rules };
  const path = resolve(environment.workingDirectory, name);
  return watchFolderSchema.parse({ id: 'preview', profileId: profile?.id ?? 'none', path, ...rules });
}

function show(result: FolderPreview, output: Output): void {
  const { paint } = output;
  const now = Date.now();
  if (result.rows.length > 0) {
    output.table(
      [
        {
          title: 'outcome',
          text: ({ outcome, standing }) => (standing ? standingWord(standing) : outcome),
          paint: (text, { outcome, standing }) => {
            if (standing) return paintStanding(text, standing, paint);
            return outcome === 'upload' ? paint.good(text) : paint.dim(text);
          },
        },
        { title: 'size', text: ({ size }) => formatBytes(size), align: 'right' },
        { title: 'file', text: ({ path }) => path, shrinks: true },
        {
          title: 'why',
          text: ({ reason, standing }) => standingReason(standing ?? { reason, dueAt: null }, now),
          shrinks: true,
        },
        { title: 'tags', text: ({ tags }) => tags.map(tagInWords).join(' '), shrinks: true },
      ],
      result.rows,
    );
    const hidden = result.seen - result.rows.length;
    if (hidden > 0) output.line(paint.dim(`and ${plural(hidden, 'more file')}; --rows shows more`));
    output.line();
  }
  const upload = `${formatCount(result.upload)} of ${plural(result.seen, 'file')} would be uploaded`;
  output.line(paint.bold(`${upload}, ${formatBytes(result.uploadBytes)}.`));
  if (result.taken > 0) output.line(`${plural(result.taken, 'file')} taken before.`);
  if (result.duplicate > 0) output.line(`${plural(result.duplicate, 'duplicate')} of what is in already.`);
  if (result.held > 0) output.line(`${plural(result.held, 'file')} held:`);
  for (const line of countedReasons(result.heldBy)) output.line(line);
  if (result.ignored > 0) output.line(`${plural(result.ignored, 'file')} left out:`);
  for (const line of countedReasons(result.ignoredBy)) output.line(line);
}

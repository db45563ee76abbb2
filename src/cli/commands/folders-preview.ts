import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import type { CallInput } from '#shared/bridge/contract.ts';
import type { FolderPreview } from '#shared/bridge/folders.ts';
import { exportText } from '#shared/export/export-text.ts';
import { previewColumns } from '#shared/export/preview-columns.ts';
import { watchFolderSchema } from '#shared/settings/watch-folder.ts';
import { addFieldFlags, givenFields } from '../field-flags.ts';
import { findFolder } from '../folder-named.ts';
import type { Host } from '../host.ts';
import { usage, wholeNumber } from '../options.ts';
import { countedReasons } from '../output/folder-text.ts';
import type { Output } from '../output/output.ts';
import { paintStanding, standingReason, standingWord } from '../output/standing-text.ts';
import { tagInWords } from '../output/tag-in-words.ts';
import type { Session } from '../session.ts';

interface Flags {
  readonly hash?: boolean;
  readonly rows: number;
  readonly csv?: boolean;
}

/**
 * `sluice folders preview FOLDER`: a dry run, of a watch folder or of any folder with the rules given (W19).
 */
export function addFolderPreviewCommand(folders: Command, host: Host): void {
  addFieldFlags(
    folders
      .command('preview')
      .description('say what would be uploaded and what not, and why; uploads nothing')
      .argument('<folder>', 'watch folder (id, label or path), or any folder'),
    'folder',
  )
    .option('--hash', 'read the files too, to find duplicates')
    .option('--rows <n>', 'show at most so many files', wholeNumber(0), 100)
    .option('--csv', 'write every file as CSV')
    .action(host.session('none', preview));
}

async function preview(session: Session, name: string, flags: Flags): Promise<void> {
  const { calls, output, environment } = session;
  if (flags.csv === true && output.json) throw usage('cli.usage.exclude', { one: '--json', other: '--csv' });
  const rows = flags.csv === true ? 100_000 : flags.rows;
  const folder = await folderToPreview(session, name, givenFields(flags, 'folder'));
  const result = await calls['folders.preview']({ folder, hash: flags.hash === true, rows });
  if (flags.csv === true) {
    const read = (offset: number) => result.rows.slice(offset, offset + 1000);
    const text = exportText({ columns: previewColumns, format: 'csv', read }, 'program');
    await pipeline(output.data(Readable.from(text)), environment.stdout, { end: false });
    if (result.seen > rows) output.note(output.say('cli.preview.first', { rows, count: result.seen }));
    return;
  }
  output.result(result, () => show(result, output));
}

async function folderToPreview(
  session: Session,
  name: string,
  rules: ReturnType<typeof givenFields<'folder'>>,
): Promise<CallInput<'folders.preview'>['folder']> {
  const { profile, environment } = session;
  const known = await findFolder(session, name);
  if (known !== undefined) return { ...known.folder, ...rules };
  const path = resolve(environment.workingDirectory, name);
  return watchFolderSchema.parse({ id: 'preview', profileId: profile?.id ?? 'none', path, ...rules });
}

function show(result: FolderPreview, output: Output): void {
  const { paint, say } = output;
  const now = Date.now();
  if (result.rows.length > 0) {
    output.table(
      [
        {
          title: say('cli.column.outcome'),
          text: ({ outcome, standing }) =>
            standing ? standingWord(standing, output) : say(`cli.outcome.${outcome}`),
          paint: (text, { outcome, standing }) => {
            if (standing) return paintStanding(text, standing, paint);
            return outcome === 'upload' ? paint.good(text) : paint.dim(text);
          },
        },
        { title: say('cli.column.size'), text: ({ size }) => output.bytes(size), align: 'right' },
        { title: say('cli.column.file'), text: ({ path }) => path, shrinks: true },
        {
          title: say('cli.column.why'),
          text: ({ reason, standing }) => standingReason(standing ?? { reason, dueAt: null }, now, output),
          shrinks: true,
        },
        {
          title: say('cli.column.tags'),
          text: ({ tags }) => tags.map((tag) => tagInWords(tag, output)).join(' '),
          shrinks: true,
        },
      ],
      result.rows,
    );
    const hidden = result.seen - result.rows.length;
    if (hidden > 0) output.line(paint.dim(say('cli.preview.more', { count: hidden })));
    output.line();
  }
  const { upload, seen, uploadBytes, taken, duplicate, held, ignored } = result;
  const bytes = output.bytes(uploadBytes);
  output.line(paint.bold(say('cli.preview.upload', { upload, count: seen, bytes })));
  if (taken > 0) output.line(say('cli.preview.taken', { count: taken }));
  if (duplicate > 0) output.line(say('cli.preview.duplicate', { count: duplicate }));
  if (held > 0) output.line(say('cli.preview.held', { count: held }));
  for (const line of countedReasons(result.heldBy, output)) output.line(line);
  if (ignored > 0) output.line(say('cli.preview.ignored', { count: ignored }));
  for (const line of countedReasons(result.ignoredBy, output)) output.line(line);
}

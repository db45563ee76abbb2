import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Command, Option } from 'commander';
import { writeText } from '#core/public/write-text.ts';
import type { CallName } from '#shared/bridge/contract.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { isErrorCode } from '#shared/errors/catalog.ts';
import { exportText } from '#shared/export/export-text.ts';
import { uploadColumns as exportedColumns } from '#shared/export/upload-columns.ts';
import type { Upload } from '#shared/uploads/upload.ts';
import { type QuestionChoice, questionChoices } from '#shared/uploads/bulk-commands.ts';
import { addExamplesBelow } from '../help/examples.ts';
import type { Host } from '../host.ts';
import { lookAtDocuments } from '../look-at-documents.ts';
import { uploadIds, usage, wholeNumber } from '../options.ts';
import { formatTime, printable } from '../output/format.ts';
import { pageFrom } from '../output/page-from.ts';
import { sayElsewhere } from '../output/say-elsewhere.ts';
import { profileColumn, profileText } from '../output/profile-text.ts';
import { senderColumns } from '../output/sender-columns.ts';
import { adviceLines, stateWord, troubleOf, uploadColumns } from '../output/upload-text.ts';
import type { Session } from '../session.ts';
import { uploadPage } from '../uploads-of.ts';
import { addFilterFlags, chosenUploads, type FilterFlags, uploadFilter } from '../upload-filter.ts';

type ChangeCall = Extract<
  CallName,
  'uploads.cancel' | 'uploads.pause' | 'uploads.resume' | 'uploads.moveToTop'
>;

const changes = [
  ['cancel', 'uploads.cancel', 'cancel uploads, and remove what is half made at the service'],
  ['pause', 'uploads.pause', 'hold uploads back until they are resumed'],
  ['resume', 'uploads.resume', 'let paused uploads go on'],
  ['top', 'uploads.moveToTop', 'put uploads first in the queue'],
] as const satisfies readonly (readonly [name: string, call: ChangeCall, description: string])[];

/** `sluice uploads list|show|cancel|pause|resume|top|resolve|export` */
export function declareUploads(uploads: Command, host: Host): void {
  addFilterFlags(uploads.command('list').description('list uploads, newest first'))
    .addOption(
      new Option('--order <order>', 'order').choices(['newest', 'oldest', 'queue']).default('newest'),
    )
    .option('--offset <n>', 'skip so many', wholeNumber(0), 0)
    .option('--limit <n>', 'show at most so many, up to 1000', wholeNumber(1), 50)
    .action(host.session('none', listUploads));
  uploads
    .command('show')
    .description('show an upload and all that happened to it')
    .argument('<id>', 'upload id')
    .action(host.session('none', show));
  for (const [name, call, description] of changes) {
    addFilterFlags(uploads.command(name).description(description))
      .option('--all', 'every upload of the profile')
      .action(
        host.session('none', async (session, ids: string[], flags: FilterFlags) => {
          const { calls, output } = session;
          const filter = await chosenUploads(session, ids, flags);
          const result = await calls[call]({ filter });
          output.result(result, () => {
            output.line(output.say(`cli.uploads.${name}`, { count: result.count }));
            sayElsewhere(session.output, result);
          });
        }),
      );
  }
  addFilterFlags(uploads.command('resolve').description('answer the question that uploads wait with'))
    .option('--all', 'every upload of the profile that waits with a question')
    .addOption(new Option('--choice <choice>', 'the answer').choices(questionChoices).makeOptionMandatory())
    .action(host.session('none', resolveQuestions));
  addFilterFlags(uploads.command('export').description('write the history as CSV or JSON'))
    .addOption(
      new Option('--format <format>', 'format (default: csv; with --json, json)').choices(['csv', 'json']),
    )
    .option('--output <path>', 'write to this file instead of stdout')
    .action(host.session('none', exportHistory));
  addExamplesBelow(uploads, {
    '': ['sluice uploads list --state attention'],
    list: [
      'sluice uploads list --state attention,queued',
      'sluice uploads list --folder research --after 2026-01-31 --limit 1000 --json',
    ],
    show: ['sluice uploads show 17'],
    cancel: ['sluice uploads cancel 17 18', 'sluice uploads cancel --folder research --state queued'],
    pause: ['sluice uploads pause 17'],
    resume: ['sluice uploads resume --all'],
    top: ['sluice uploads top 17'],
    resolve: ['sluice uploads resolve --all --choice upload'],
    export: [
      'sluice uploads export --output history.csv',
      'sluice uploads export --state attention --format json',
    ],
  });
}

interface ResolveFlags {
  readonly choice: QuestionChoice;
}

async function resolveQuestions(
  session: Session,
  ids: string[],
  flags: FilterFlags & ResolveFlags,
): Promise<void> {
  const { calls, output } = session;
  const { choice } = flags;
  const filter = await chosenUploads(session, ids, flags);
  const result = await calls['uploads.resolve']({ filter, choice });
  output.result(result, () => {
    output.line(output.say('cli.uploads.resolve', { count: result.count }));
    sayElsewhere(session.output, result);
    for (const [code, count] of Object.entries(result.left)) {
      const why = isErrorCode(code) ? ` ${output.happened(code)}` : '';
      output.note(`${output.say('cli.uploads.noAnswer', { count, choice, code })}${why}`);
    }
  });
}

interface ListFlags extends FilterFlags {
  readonly order: 'newest' | 'oldest' | 'queue';
  readonly offset: number;
  readonly limit: number;
}

async function listUploads(session: Session, ids: string[], flags: ListFlags): Promise<void> {
  const { calls, output } = session;
  const { order, offset, limit } = flags;
  if (limit > 1000) throw usage('cli.uploads.limit');
  const result = await calls['uploads.list']({
    filter: await uploadFilter(session, ids, flags),
    order,
    offset,
    limit,
  });
  const show = () => {
    if (result.rows.length === 0) return output.line(output.say('cli.uploads.none'));
    const goesTo = profileColumn<Upload>(session.settings.get(), ({ profileId }) => profileId, output);
    const senders = senderColumns(
      result.rows,
      ({ remoteMachine: machine, remotePerson: person }) => ({ machine, person }),
      output,
    );
    output.table([...uploadColumns(output), ...senders, ...goesTo], result.rows);
    if (result.total > result.rows.length) {
      const shown = { count: result.rows.length, total: result.total };
      output.line(output.paint.dim(output.say('cli.list.shown', shown)));
    }
  };
  output.result(result.rows, show, { page: pageFrom({ ...result, offset }) });
}

async function show(session: Session, id: string): Promise<void> {
  const { calls, output, settings } = session;
  const [number = 0] = uploadIds([id]);
  await lookAtDocuments(session, [(await calls['uploads.show']({ id: number })).upload]);
  const result = await calls['uploads.show']({ id: number });
  output.result(result, () => {
    const { upload, events } = result;
    output.line(`${output.paint.bold(printable(upload.path))}  ${output.bytes(upload.size)}`);
    output.line(`${stateWord(upload, output)}${upload.contentId === null ? '' : `  ${upload.contentId}`}`);
    const service = profileText(settings.get(), upload.profileId, output);
    output.line(output.say('cli.uploads.to', { service }));
    const trouble = troubleOf(upload, output);
    if (trouble !== '') output.line(printable(trouble));
    for (const line of adviceLines(upload, output)) output.line(printable(line));
    if (upload.sha256 !== null) output.line(output.paint.dim(`SHA-256 ${upload.sha256}`));
    output.line();
    output.table(
      [
        { title: output.say('cli.column.time'), text: ({ at }) => formatTime(at) },
        { title: output.say('cli.column.event'), text: ({ kind }) => kind },
        { title: '', text: ({ detail }) => (detail === null ? '' : JSON.stringify(detail)), shrinks: true },
      ],
      events,
    );
  });
}

interface ExportFlags extends FilterFlags {
  readonly format?: 'csv' | 'json';
  readonly output?: string;
}

async function exportHistory(session: Session, ids: string[], flags: ExportFlags): Promise<void> {
  const { calls, output, environment } = session;
  const format = flags.format ?? (output.json ? 'json' : 'csv');
  if (output.json && format === 'csv' && flags.output === undefined) throw usage('cli.uploads.csv');
  const filter = await uploadFilter(session, ids, flags);
  const exported = exportText(
    { columns: exportedColumns, format, read: (offset) => uploadPage(calls, filter, offset) },
    flags.output === undefined ? 'program' : 'file',
  );
  if (flags.output === undefined)
    return pipeline(output.data(Readable.from(exported)), environment.stdout, { end: false });
  const path = resolve(environment.workingDirectory, flags.output);
  // A mistyped folder is not made.
  const written = stat(dirname(path)).then(() => writeText(path, exported));
  await written.catch((error: Error) => {
    if (error instanceof AppError) throw error;
    throw usage('cli.uploads.notWritten', { path: printable(path), reason: error.message });
  });
  output.result({ path, format }, () =>
    output.line(output.say('cli.uploads.written', { path: printable(path) })),
  );
}

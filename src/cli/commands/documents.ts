import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import { AppError } from '#shared/errors/app-error.ts';
import { contentIdSchema } from '#shared/ids/ids.ts';
import { confirm } from '../confirm.ts';
import { addExamplesBelow } from '../help/examples.ts';
import type { Host, Outcome } from '../host.ts';
import { collect, usage, wholeNumber } from '../options.ts';
import { printable } from '../output/format.ts';
import { profileText } from '../output/profile-text.ts';
import { recordLines } from '../output/record.ts';
import { senderColumns } from '../output/sender-columns.ts';
import { tagInWords } from '../output/tag-in-words.ts';
import type { Session } from '../session.ts';
import { sayUnknownTags } from '../unknown-tags.ts';

interface ListFlags {
  readonly search?: string;
  readonly tag?: string[];
  readonly connector?: string;
  readonly machine?: string;
  readonly person?: string;
  readonly page?: number;
  readonly pageSize?: number;
}

/** Documents a page where nothing is said (bridge, `documents.list`). */
const usualPageSize = 50;

/** `sluice documents list|show|tag|share|delete|original|annotated` */
export function declareDocuments(documents: Command, host: Host): void {
  documents
    .command('list')
    .description('list documents, a page at a time')
    .option('--search <text>', 'part of the file name')
    .option('--tag <name>', 'only with this tag (repeatable)', collect)
    .option('--connector <id>', 'only from this connector')
    .option('--machine <name>', 'of a team: only what this machine sent')
    .option('--person <name>', 'of a team: only what this person’s machines sent')
    .option('--page <n>', 'page, from 1', wholeNumber(1))
    .option('--page-size <n>', 'documents a page, at most 100', wholeNumber(1, 100))
    .action(host.session('none', list));
  documents
    .command('show')
    .description('show what the service knows of a document')
    .argument('<id>', 'content id')
    .action(
      host.session('none', async (session, contentId: string) => {
        const { calls, output } = session;
        const document = await namingTheWayBack(session, contentId, calls['documents.show']({ contentId }));
        output.result(document, () => recordLines(document, output));
      }),
    );
  documents
    .command('tag')
    .description('add or remove tags; the others stay')
    .argument('<id>', 'content id')
    .option('--add <tag>', 'name of a tag to add; made where there is none (repeatable)', collect)
    .option('--remove <tag>', 'name of a tag to remove (repeatable)', collect)
    .action(host.session('none', tag));
  documents
    .command('share')
    .description('share with your organization, or stop sharing')
    .argument('<id>', 'content id')
    .option('--off', 'stop sharing')
    .action(
      host.session('none', async ({ calls, output }, contentId: string, { off }: { off?: boolean }) => {
        const result = await calls['documents.share']({ contentId, share: off !== true });
        output.result(result, () =>
          output.line(output.say(result.shared ? 'cli.documents.shared' : 'cli.documents.private')),
        );
      }),
    );
  documents
    .command('delete')
    .description('delete a document at the service: original, annotated document and search entries')
    .argument('<id>', 'content id')
    .option('--yes', 'do not ask')
    .action(host.session('none', remove));
  for (const kind of ['original', 'annotated'] as const) {
    documents
      .command(kind)
      .description(
        kind === 'original'
          ? 'download the file as it was uploaded'
          : 'download the annotated document (JSON)',
      )
      .argument('<id>', 'content id')
      .option('--output <path>', 'where to; - is stdout (default: a place in the cache, which is printed)')
      .action(
        host.session('none', (session, contentId: string, flags: { output?: string }) =>
          download(session, kind, contentId, flags.output),
        ),
      );
  }
  addExamplesBelow(documents, {
    '': ['sluice documents list --tag quarterly'],
    list: [
      'sluice documents list --tag quarterly --page-size 100',
      'sluice documents list --search report --json',
    ],
    show: ['sluice documents show 0123456789ABCDEF0123456789ABCDEF'],
    tag: ['sluice documents tag 0123456789ABCDEF0123456789ABCDEF --add final --remove draft'],
    share: [
      'sluice documents share 0123456789ABCDEF0123456789ABCDEF',
      'sluice documents share 0123456789ABCDEF0123456789ABCDEF --off',
    ],
    delete: ['sluice documents delete 0123456789ABCDEF0123456789ABCDEF --yes'],
    original: ['sluice documents original 0123456789ABCDEF0123456789ABCDEF --output report.pdf'],
    annotated: ['sluice documents annotated 0123456789ABCDEF0123456789ABCDEF --output - | jq .analytics'],
  });
}

/** Of a document that is gone at the service, says how the file that it was made of is sent again. */
async function namingTheWayBack<T>(
  { calls, output }: Session,
  contentId: string,
  asked: Promise<T>,
): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof AppError && error.code === 'DOCUMENT_NOT_FOUND') {
      const { rows } = await calls['uploads.list']({ filter: { contentId, code: 'DOCUMENT_GONE' } });
      for (const upload of rows)
        output.note(
          output.say('cli.documents.madeOf', { path: printable(upload.path), id: String(upload.id) }),
        );
    }
    throw error;
  }
}

async function list(session: Session, flags: ListFlags): Promise<void> {
  const { calls, output } = session;
  const { search, tag: tags, connector: connectorId, machine, person, page, pageSize } = flags;
  const result = await calls['documents.list']({
    ...(search === undefined ? {} : { search }),
    ...(tags === undefined ? {} : { tags }),
    ...(connectorId === undefined ? {} : { connectorId }),
    ...(machine === undefined ? {} : { machine }),
    ...(person === undefined ? {} : { person }),
    ...(page === undefined ? {} : { page }),
    ...(pageSize === undefined ? {} : { pageSize }),
  });
  const isOfSender = machine !== undefined || person !== undefined;
  if (result.source === 'ledger' && !isOfSender) output.hint(output.say('cli.documents.noList'));
  if (result.documents.length === 0) await sayUnknownTags(session, tags ?? []);
  // The service tells no total: a full page may be the last.
  const isFull = result.documents.length === (pageSize ?? usualPageSize);
  const show = () => {
    if (result.documents.length === 0) return output.line(output.say('cli.documents.none'));
    output.table(
      [
        { title: output.say('cli.column.document'), text: ({ id }) => id },
        { title: output.say('cli.column.status'), text: ({ status }) => status ?? '-' },
        {
          title: output.say('cli.column.size'),
          text: ({ raw_size: size }) => (typeof size === 'number' ? output.bytes(size) : '-'),
          align: 'right',
        },
        {
          title: output.say('cli.column.name'),
          text: ({ file_name: name }) => name ?? '-',
          shrinks: true,
        },
        ...senderColumns(result.documents, (document) => document, output),
      ],
      result.documents,
    );
  };
  output.result(result.documents, show, {
    page: { source: result.source, ...(isFull ? { next: { page: (page ?? 1) + 1 } } : {}) },
  });
}

async function tag(
  session: Session,
  contentId: string,
  { add = [], remove = [] }: { add?: string[]; remove?: string[] },
): Promise<void> {
  if (add.length + remove.length === 0) throw usage('cli.documents.tagWhat');
  const { calls, output } = session;
  await sayUnknownTags(session, remove);
  const result = await calls['documents.tag']({ contentId, add, remove });
  output.result(result, () => {
    const tags = result.tags.map((one) => tagInWords(one, output)).join(', ');
    output.line(
      tags === '' ? output.say('cli.documents.noTags') : output.say('cli.documents.tags', { tags }),
    );
  });
}

async function remove(session: Session, given: string, { yes }: { yes?: boolean }): Promise<Outcome> {
  const { calls, output } = session;
  // Nobody is asked about what cannot be done.
  const contentId = contentIdSchema.parse(given);
  const { others, isKnown } = await calls['documents.holders']({ contentId });
  const list = others.map(({ name }) => name).join(', ');
  if (list !== '') output.note(output.say('document.alsoOn', { list }));
  if (!isKnown) output.note(output.say('document.alsoUnknown'));
  if (
    yes !== true &&
    !(await confirm(session, output.say('cli.documents.deleteAsk', { id: contentId }), 'yes'))
  )
    return 'partial';
  const result = await calls['documents.delete']({ contentId });
  if (!result.deleted)
    output.note(
      output.say('cli.documents.notThere', {
        service: profileText(session.settings.get(), session.profile?.id ?? '', output),
      }),
    );
  output.result(result, () => {
    if (result.deleted) output.line(output.say('cli.documents.deleted'));
  });
  return result.deleted ? 'ok' : 'refused';
}

async function download(
  session: Session,
  kind: 'original' | 'annotated',
  contentId: string,
  target: string | undefined,
): Promise<void> {
  const { calls, output, environment } = session;
  const toStdout = target === '-';
  if (toStdout && output.json) throw usage('cli.documents.stdout');
  const path =
    target === undefined || toStdout ? {} : { path: resolve(environment.workingDirectory, target) };
  const asked = calls[`documents.${kind}`]({ contentId, ...path });
  const result = await namingTheWayBack(session, contentId, asked);
  if (toStdout)
    return pipeline(output.data(createReadStream(result.path)), environment.stdout, { end: false });
  output.result(result, () => output.line(`${printable(result.path)}  ${output.bytes(result.bytes)}`));
}

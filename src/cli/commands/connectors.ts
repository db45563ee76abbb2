import { type Command, Option } from 'commander';
import type { Connector } from '#shared/bridge/connectors.ts';
import { isArchived } from '#shared/connectors/is-archived.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Enrichment } from '#shared/settings/fields.ts';
import { confirm } from '../confirm.ts';
import { addExamplesBelow } from '../help/examples.ts';
import type { Host, Outcome } from '../host.ts';
import { collect, enrichmentList, isoDate, usage } from '../options.ts';
import { recordLines } from '../output/record.ts';
import { syncWord } from '../output/sync-text.ts';
import type { Column } from '../output/table.ts';
import type { Words } from '../output/words.ts';
import { readSecret } from '../read-secret.ts';
import type { Session } from '../session.ts';
import { syncConnector } from './sync-connector.ts';
import { secretVariables } from '../variables/secret-names.ts';
import { createSecretReader, secretFrom } from '../variables/secret-variables.ts';

interface CreateFlags {
  readonly type: 'email' | 'investment_research' | 'document_library';
  readonly label: string;
  readonly description?: string;
  readonly share?: boolean;
  readonly enrich?: Enrichment[];
  readonly allowEmail?: string[];
  readonly brokerUser?: string;
}

interface UpdateFlags {
  readonly label?: string;
  readonly description?: string;
  readonly share?: boolean;
  readonly unshare?: boolean;
  readonly enrich?: Enrichment[];
  readonly allowEmail?: string[];
}

const columnsIn = ({ say }: Pick<Words, 'say'>): Column<Connector>[] => [
  { title: say('cli.column.connector'), text: (row) => text(row.connector_id) },
  { title: say('cli.column.type'), text: (row) => text(row.type) },
  { title: say('cli.column.label'), text: (row) => text(row.label), shrinks: true },
  { title: say('cli.column.state'), text: (row) => say(`cli.connectors.${stateOf(row)}`) },
  { title: say('cli.column.files'), text: (row) => text(row.files_count), align: 'right' },
  { title: say('cli.column.lastSync'), text: (row) => text(row.last_sync_at) },
  { title: say('cli.column.items'), text: (row) => text(row.last_sync_count), align: 'right' },
  {
    title: say('cli.column.outcome'),
    text: (row) => text(row.last_sync_error_msg ?? syncWord(row, { say })),
    shrinks: true,
  },
];

/** `sluice connectors list|show|create|update|sync|archive|delete` */
export function declareConnectors(connectors: Command, host: Host): void {
  connectors
    .command('list')
    .description('list connectors')
    .option('--archived', 'only archived ones')
    .option('--active', 'only those that are not archived')
    .action(host.session('none', list));
  connectors
    .command('show')
    .description('show a connector')
    .argument('<id>')
    .action(
      host.session('none', async ({ calls, output }, connectorId: string) => {
        const connector = await calls['connectors.show']({ connectorId });
        output.result(connector, () => recordLines(connector, output));
      }),
    );
  connectors
    .command('create')
    .description('make a connector')
    .addOption(
      new Option('--type <type>', 'kind')
        .choices(['email', 'investment_research', 'document_library'])
        .makeOptionMandatory(),
    )
    .requiredOption('--label <text>', 'display name')
    .option('--description <text>', 'description')
    .option('--share', 'share its documents with your organization (default: only you see them)')
    .option('--enrich <list>', 'processing steps: reporting_entities, translation', enrichmentList)
    .option('--allow-email <address>', 'allowed sender, for email (repeatable)', collect)
    .option(
      '--broker-user <name>',
      'user at the broker; the password comes from SLUICE_BROKER_PASSWORD or stdin',
    )
    .action(host.session('none', create));
  connectors
    .command('update')
    .description('change a connector; what is not given stays')
    .argument('<id>')
    .option('--label <text>', 'display name')
    .option('--description <text>', 'description')
    .option('--share', 'share its documents with your organization')
    .option('--unshare', 'stop sharing them')
    .option(
      '--enrich <list>',
      'processing steps: reporting_entities, translation; replaces them where the service can',
      enrichmentList,
    )
    .option('--allow-email <address>', 'allowed sender, for email; replaces the list (repeatable)', collect)
    .action(host.session('none', update));
  connectors
    .command('sync')
    .description('collect now')
    .argument('<id>')
    .option('--since <date>', 'collect again from this day on, for investment_research', isoDate)
    .option('--wait', 'wait until the service has collected, and say what came of it')
    .action(host.session('none', syncConnector));
  connectors
    .command('archive')
    .description('stop collecting; its documents stay')
    .argument('<id>')
    .action(
      host.session('none', async ({ calls, output }, connectorId: string) => {
        const connector = await calls['connectors.archive']({ connectorId });
        output.result(connector, () => output.line(output.say('cli.connectors.stopped')));
      }),
    );
  connectors
    .command('delete')
    .description('delete a connector AND all its documents; to keep them, use archive')
    .argument('<id>')
    .option('--yes', 'do not ask')
    .action(host.session('none', remove));
  addExamplesBelow(connectors, {
    '': ['sluice connectors list'],
    list: ['sluice connectors list --active'],
    show: ['sluice connectors show c-17'],
    create: [
      'sluice connectors create --type email --label Desk --allow-email ann@example.com',
      'SLUICE_BROKER_PASSWORD=… sluice connectors create --type investment_research --label Broker --broker-user ann',
    ],
    update: ['sluice connectors update c-17 --label Research --share'],
    sync: [
      'sluice connectors sync c-17 --wait --max-wait 30m',
      'sluice connectors sync c-17 --since 2026-01-01',
    ],
    archive: ['sluice connectors archive c-17'],
    delete: ['sluice connectors delete c-17 --yes'],
  });
}

async function list(
  { calls, output }: Session,
  { archived, active }: { archived?: boolean; active?: boolean },
): Promise<void> {
  if (archived === true && active === true)
    throw usage('cli.usage.exclude', { one: '--archived', other: '--active' });
  const wanted = archived === true ? true : active === true ? false : undefined;
  const rows = await calls['connectors.list'](wanted === undefined ? {} : { archived: wanted }).catch(
    async (error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 'NO_SUCH_OPERATION') throw error;
      output.hint(output.say('cli.connectors.noList'));
      const known = await calls['connectors.known']({});
      return known.filter((one) => wanted === undefined || isArchived(one) === wanted);
    },
  );
  output.result(rows, () => {
    if (rows.length === 0) return output.line(output.say('cli.connectors.none'));
    output.table(columnsIn(output), rows);
  });
}

async function create(session: Session, flags: CreateFlags): Promise<void> {
  const { calls, output } = session;
  const { type, label, description, share, enrich, allowEmail, brokerUser } = flags;
  const broker = brokerUser === undefined ? undefined : await brokerAccount(session, brokerUser);
  const connector = await calls['connectors.create']({
    type,
    label,
    share: share === true,
    enrichments: enrich ?? [],
    ...(description === undefined ? {} : { description }),
    ...(allowEmail === undefined ? {} : { allowedEmails: allowEmail }),
    ...(broker === undefined ? {} : { broker }),
  });
  output.result(connector, () => recordLines(connector, output));
}

/** Passes through once: never kept, never an argument (S2). */
async function brokerAccount(
  session: Session,
  userId: string,
): Promise<{ userId: string; password: string }> {
  const password =
    secretFrom(createSecretReader(session), secretVariables.brokerPassword) ??
    (await readSecret(session, session.output.say('cli.connectors.askPassword', { user: userId })));
  if (password === '') throw usage('cli.connectors.noPassword');
  session.redactor.add(password);
  return { userId, password };
}

async function update({ calls, output }: Session, connectorId: string, flags: UpdateFlags): Promise<void> {
  const { label, description, share, unshare, enrich, allowEmail } = flags;
  if (share === true && unshare === true)
    throw usage('cli.usage.exclude', { one: '--share', other: '--unshare' });
  if (Object.keys(flags).length === 0) throw usage('cli.usage.nothing');
  const connector = await calls['connectors.update']({
    connectorId,
    ...(label === undefined ? {} : { label }),
    ...(description === undefined ? {} : { description }),
    ...(share === true ? { share: true } : unshare === true ? { share: false } : {}),
    ...(enrich === undefined ? {} : { enrichments: enrich }),
    ...(allowEmail === undefined ? {} : { allowedEmails: allowEmail }),
  });
  const kept = enrich?.some((one) => !connector.enrichments?.includes(one)) === true;
  if (kept) output.note(output.say('cli.connectors.enrichmentsStay'));
  output.result(connector, () => recordLines(connector, output));
}

async function remove(session: Session, connectorId: string, { yes }: { yes?: boolean }): Promise<Outcome> {
  const { calls, output } = session;
  if (yes !== true) {
    const label = text((await calls['connectors.show']({ connectorId })).label);
    const question = output.say('cli.connectors.deleteAsk', { label });
    if (!(await confirm(session, question, label))) return 'partial';
  }
  const result = await calls['connectors.delete']({ connectorId });
  output.result(result, () => output.line(output.say('cli.connectors.deleted')));
  return 'ok';
}

function stateOf(connector: Connector): 'removing' | 'syncing' | 'archived' | 'active' {
  if (connector.activity?.kind === 'removal') return 'removing';
  if (connector.activity?.kind === 'sync') return 'syncing';
  return isArchived(connector) ? 'archived' : 'active';
}

function text(value: unknown): string {
  return value === null || value === undefined || value === '' ? '-' : String(value);
}

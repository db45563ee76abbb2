import type { Command } from 'commander';
import { isRecord } from '#shared/operations/is-record.ts';
import { addExamples } from '../help/examples.ts';
import type { Host } from '../host.ts';
import { wholeNumber } from '../options.ts';
import type { Session } from '../session.ts';

interface Flags {
  readonly all?: boolean;
  readonly template?: string;
  readonly limit?: number;
}

/** `sluice executions`: stored runs of workflows, newest first. */
export function declareExecutions(command: Command, host: Host): void {
  command
    .option('--all', 'every page, not only the first')
    .option('--template <id>', 'only runs of this template')
    .option('--limit <n>', 'runs a page (the service takes 20)', wholeNumber(1))
    .action(host.session('none', list));
  addExamples(command, 'sluice executions --limit 5', 'sluice executions --all --json');
}

async function list({ calls, output }: Session, { all, template, limit }: Flags): Promise<void> {
  const { value, notes } = await calls['operations.call']({
    name: 'workflow.executions',
    params: {
      ...(template === undefined ? {} : { template_id: template }),
      ...(limit === undefined ? {} : { limit }),
    },
    all: all === true,
  });
  for (const note of notes) output.noteSaid(note);
  const page = isRecord(value) ? value : {};
  const rows = Array.isArray(page.results) ? page.results.filter(isRecord) : [];
  const { say } = output;
  const total = typeof page.count === 'number' ? page.count : rows.length;
  const show = () => {
    if (rows.length === 0) return output.line(output.say('cli.executions.none'));
    output.table(
      [
        { title: say('cli.column.execution'), text: (row) => text(row.execution_id) },
        { title: say('cli.column.status'), text: (row) => text(row.status) },
        { title: say('cli.column.created'), text: (row) => text(row.date_created) },
        { title: say('cli.column.updated'), text: (row) => text(row.last_updated) },
        {
          title: say('cli.column.public'),
          text: (row) => say(row.is_public === true ? 'cli.executions.yes' : 'cli.executions.no'),
        },
        { title: say('cli.column.name'), text: (row) => text(row.name), shrinks: true },
      ],
      rows,
    );
    output.line(say('cli.executions.shown', { rows: String(rows.length), count: total }));
  };
  output.result(rows, show, { page: { total }, asItCame: true });
  if (typeof page.cursor === 'string' && page.cursor !== '') output.hint(say('cli.executions.more'));
}

function text(value: unknown): string {
  return value === null || value === undefined || value === '' ? '-' : String(value);
}

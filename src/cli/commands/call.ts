import { type Command, Option } from 'commander';
import { operationAreas } from '#shared/operations/description.ts';
import type { OperationDescription } from '#shared/operations/description.ts';
import { pageAfter } from '#shared/operations/page-after.ts';
import { rowsOf } from '#shared/operations/read-answer.ts';
import { confirm } from '../confirm.ts';
import { addExamples } from '../help/examples.ts';
import type { Host, Outcome } from '../host.ts';
import { usageNear } from '../near.ts';
import { collect, usage } from '../options.ts';
import { answerLines } from '../output/answer-text.ts';
import { surpriseLines } from '../output/surprise-text.ts';
import { createStreamWriter } from '../output/stream-writer.ts';
import { describeLines, operationTable, operationTitle } from '../output/operation-text.ts';
import { readJsonArgument, readJsonLines } from '../read-argument.ts';
import { runOperation } from '../run-operation.ts';
import type { Output } from '../output/output.ts';
import type { Session } from '../session.ts';

interface Flags {
  readonly list?: boolean;
  readonly area?: string;
  readonly describe?: boolean;
  readonly param?: string[];
  readonly queries?: string;
  readonly all?: boolean;
  readonly yes?: boolean;
  readonly raw?: boolean;
}

const about = `
The body is JSON, @file or - for stdin, with or without --json before it. With --json the service's answer
is the data of one line, of a stream each event is a line; with --raw it stands there alone, as it came.`;

/** `sluice call OPERATION`, any operation of the interface; `sluice call --list`. */
export function declareCall(command: Command, host: Host): void {
  command
    .argument('[operation]', 'its name, as --list shows it')
    .argument('[body]', 'body: JSON, @file or - for stdin')
    .option('--list', 'list the operations')
    .addOption(new Option('--area <area>', 'only this part of the interface').choices(operationAreas))
    .option('--describe', 'show what the operation takes, instead of calling it')
    .option('--param <name=value>', 'path or query parameter (repeatable)', collect)
    .option('--queries <lines>', 'queries of a batch, one JSON a line: @file or -')
    .option('--all', 'every page, not only the first')
    .option('--raw', "the service's answer alone, as a line of JSON; of a stream, a line an event")
    .option('--yes', 'do not ask before something is deleted')
    .addHelpText('after', about)
    .action(host.session('none', call));
  addExamples(
    command,
    'sluice call --list',
    `sluice call knowledge-graph.etfs --json '{"query":"world","countries":["US"]}'`,
    'sluice call workflow.executions --param limit=50 --all',
    {
      line: 'sluice call search.batches.create --queries @queries.jsonl',
      does: 'a query a line, at half the price',
    },
  );
}

async function call(
  session: Session,
  name: string | undefined,
  body: string | undefined,
  flags: Flags,
): Promise<Outcome> {
  const { calls, output, environment } = session;
  const all = await calls['operations.list']({});
  if (flags.list === true || name === undefined) {
    if (flags.list !== true) throw usage('cli.call.nameOne');
    const shown = all.filter(({ area }) => flags.area === undefined || area === flags.area);
    output.result(shown, () => operationTable(shown, output));
    return 'ok';
  }
  const operation = all.find((one) => one.name === name);
  if (operation === undefined) {
    const names = all.map((one) => one.name);
    throw usageNear('cli.call.noSuch', { name }, name, names);
  }
  if (flags.describe === true) {
    output.result(operation, () => describeLines(operation, output));
    return 'ok';
  }
  const request = {
    name,
    params: paramsOf(flags.param ?? []),
    all: flags.all === true,
    ...(body === undefined ? {} : { body: await readJsonArgument(body, environment) }),
    ...(flags.queries === undefined ? {} : { queries: await readJsonLines(flags.queries, environment) }),
  };
  const [problem] = await calls['operations.check'](request);
  // Nobody is asked about something that will not be done.
  if (problem === undefined && operation.effect === 'deletes' && flags.yes !== true) {
    if (!(await confirm(session, `${operationTitle(operation, output)}?`, 'yes'))) return 'partial';
  }
  await run(session, operation, request, flags.raw === true);
  return 'ok';
}

async function run(
  session: Session,
  operation: OperationDescription,
  request: Parameters<typeof runOperation>[1],
  isRaw: boolean,
): Promise<void> {
  const { calls, output, environment } = session;
  const isStream = operation.kind === 'stream';
  const takesTime = isStream || operation.kind === 'batch' || request.all === true;
  const words = createStreamWriter(environment.stdout);
  let pieces = 0;
  const result = takesTime
    ? await runOperation(session, request, ({ data, event, note }) => {
        if (!isStream) return note === undefined ? undefined : output.noteSaid(note);
        pieces += 1;
        const told = event === undefined ? { data } : { event, data };
        if (isRaw) output.raw(told);
        else if (output.json) output.event('message', told, { asItCame: true });
        else words.tell(data);
      }).finally(() => words.end())
    : await calls['operations.call'](request);
  for (const note of result.notes) output.noteSaid(note);
  const { value, requestId, tookMs } = result;
  const isTold = isStream && (isRaw || output.json ? pieces > 0 : words.hasWords);
  if (isTold) output.event('end', { requestId, tookMs });
  else if (isRaw) output.raw(value);
  else sayAnswer(operation, request, value, output);
  if (requestId !== null && !isRaw)
    output.line(output.paint.dim(output.say('cli.call.request', { id: requestId, ms: String(tookMs) })));
}

function sayAnswer(
  operation: OperationDescription,
  request: Parameters<typeof runOperation>[1],
  value: unknown,
  output: Output,
): void {
  const { answer, kind, name } = operation;
  const next = kind === 'stream' ? undefined : nextPage(operation, request, value);
  const show = () => {
    answerLines(answer, value, output);
    if (name === 'economic-calendar.query') surpriseLines(rowsOf(answer, value), output);
  };
  output.result(value, show, { ...(next === undefined ? {} : { page: { next } }), asItCame: true });
  if (next !== undefined) nextPageNote(operation, next, output);
}

/** The parameter that brings the page after this one, where there is one. */
function nextPage(
  { answer }: OperationDescription,
  { params = {} }: Parameters<typeof runOperation>[1],
  value: unknown,
): Record<string, string | number> | undefined {
  const next = Object.entries(pageAfter(answer, params, value) ?? {});
  const [name, place] = next.findLast(([key, of]) => params[key] !== of) ?? [];
  return name === undefined ? undefined : { [name]: typeof place === 'number' ? place : String(place) };
}

function nextPageNote(
  { answer, kind }: OperationDescription,
  next: Record<string, string | number>,
  output: Output,
): void {
  const parameter = Object.entries(next)
    .map(([name, place]) => `${name}=${place}`)
    .join(' ');
  const all = kind === 'paged' ? 'yes' : 'no';
  // Lists by number tell no total: a full page may be the last.
  const key = answer.pages?.by === 'number' ? 'cli.call.maybeMore' : 'cli.call.more';
  output.hint(output.say(key, { parameter, all }));
}

/** `['a=1', 'b=2', 'b=3']` → `{ a: '1', b: ['2', '3'] }`; core knows what is a number. */
export function paramsOf(pairs: readonly string[]): Record<string, string | string[]> {
  const params: Record<string, string | string[]> = {};
  for (const pair of pairs) {
    const [, name, value] = /^([^=]+)=(.*)$/s.exec(pair) ?? [];
    if (name === undefined || value === undefined) throw usage('cli.call.parameter', { given: pair });
    const before = params[name];
    params[name] = before === undefined ? value : [before, value].flat();
  }
  return params;
}

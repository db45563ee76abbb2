import type { Command } from 'commander';
import { isRecord } from '#shared/operations/is-record.ts';
import { addExamples } from '../help/examples.ts';
import type { Host } from '../host.ts';
import { collect, wholeNumber } from '../options.ts';
import { printable } from '../output/format.ts';
import type { Output } from '../output/output.ts';
import type { Session } from '../session.ts';
import { sayUnknownTags } from '../unknown-tags.ts';

interface Flags {
  readonly tag?: string[];
  readonly allSources?: boolean;
  readonly limit?: number;
}

type Fields = Readonly<Record<string, unknown>>;

/** Characters of a passage in a pipe, where no terminal limits it. */
const longestPassage = 300;

/** `sluice search TEXT…`: fast search, by default in your own files. */
export function declareSearch(command: Command, host: Host): void {
  command
    .argument('<text...>', 'what to look for')
    .option('--tag <name>', 'only documents with any of these tags (repeatable)', collect)
    .option('--all-sources', 'search everything the service has, not only your files')
    .option('--limit <n>', 'most passages', wholeNumber(1))
    .action(host.session('none', search));
  addExamples(
    command,
    'sluice search revenue growth --tag quarterly',
    'sluice search "tariffs on steel" --all-sources --limit 5',
  );
}

async function search(session: Session, words: string[], flags: Flags): Promise<void> {
  const { calls, output } = session;
  const { tag, allSources, limit } = flags;
  output.hint(output.say('cli.search.cost'));
  const filters = {
    ...(allSources === true ? {} : { category: { mode: 'INCLUDE', values: ['my_files'] } }),
    ...(tag === undefined ? {} : { tag: { any_of: tag } }),
  };
  const query = { text: words.join(' '), filters, ...(limit === undefined ? {} : { max_chunks: limit }) };
  const answer = await calls['operations.call']({
    name: 'search.query',
    body: { search_mode: 'fast', query },
  });
  for (const note of answer.notes) output.noteSaid(note);
  const { value } = answer;
  const found = isRecord(value) && Array.isArray(value.results) ? value.results.filter(isRecord) : [];
  if (found.length === 0) await sayUnknownTags(session, tag ?? []);
  const show = () => {
    if (found.length === 0) return output.line(output.say('cli.call.nothingFound'));
    for (const document of found) documentLines(document, output);
    output.line(output.say('cli.sum.documents', { count: found.length }));
  };
  output.result(value, show, { asItCame: true });
}

function documentLines(document: Fields, output: Output): void {
  const { source, chunks } = document;
  const about = [document.timestamp, isRecord(source) ? source.name : source, document.id];
  output.line(output.paint.bold(printable(textOf(document.headline) || textOf(document.id))));
  output.line(output.paint.dim(printable(about.map(textOf).filter(Boolean).join(' · '))));
  for (const chunk of Array.isArray(chunks) ? chunks.filter(isRecord) : []) {
    output.line(`  ${printable(shorten(textOf(chunk.text), output.width))}`);
  }
  output.line();
}

function shorten(text: string, width: number | null): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  // Two lines of the terminal say enough to choose by.
  const most = width === null ? longestPassage : Math.max(40, 2 * width - 8);
  return line.length <= most ? line : `${line.slice(0, most - 1)}…`;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

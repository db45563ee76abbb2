import { type Command, Option } from 'commander';
import { type CheckedCitation, citationOutcomes } from '#shared/cite/citation.ts';
import { citationText } from '#shared/cite/passage-citation.ts';
import { withoutEnd } from '#shared/cite/quote-parts.ts';
import { wordDiff } from '#shared/cite/word-diff.ts';
import { type FileKind, fileKinds, readCitedFile } from '../cite/read-cited-file.ts';
import { addExamplesBelow } from '../help/examples.ts';
import type { Host, Outcome } from '../host.ts';
import type { Output } from '../output/output.ts';
import type { Session } from '../session.ts';

interface CheckFlags {
  readonly offline?: boolean;
  readonly as?: FileKind;
}

/** Citations compared at once. */
const atOnce = 10_000;

/** `sluice cite check|show` */
export function declareCite(cite: Command, host: Host): void {
  cite
    .command('check')
    .description(
      'compare the quotes beside links to documents with the documents (same, moved, changed, gone or unknown), and list numbers that the passages lack',
    )
    .argument('<file>', 'Markdown, Word (.docx) or text; - is stdin')
    .option('--offline', 'look at documents on this machine only, and fetch none')
    .addOption(new Option('--as <kind>', 'kind of the file, where its name does not say').choices(fileKinds))
    .action(host.session('none', check));
  cite
    .command('show')
    .description('show the passage that a link names, as it stands in its document now')
    .argument('<link>', 'sluice://document/…')
    .option('--offline', 'look at documents on this machine only, and fetch none')
    .action(host.session('none', show));
  addExamplesBelow(cite, {
    '': ['sluice cite check draft.docx'],
    check: [
      'sluice cite check draft.docx',
      'sluice cite check memo.txt --offline --json',
      { line: 'pbpaste | sluice cite check - --as md', does: 'what was copied' },
    ],
    show: ['sluice cite show sluice://document/0123456789ABCDEF0123456789ABCDEF'],
  });
}

async function check(session: Session, file: string, { offline, as }: CheckFlags): Promise<Outcome> {
  const { calls, output, environment } = session;
  const { kind, citations } = await readCitedFile(file, environment, as);
  const checked: CheckedCitation[] = [];
  for (let from = 0; from < citations.length; from += atOnce) {
    const part = citations.slice(from, from + atOnce);
    checked.push(...(await calls['cite.check']({ citations: part, offline: offline === true })));
  }
  const counts = Object.fromEntries(
    citationOutcomes.map((outcome) => [outcome, checked.filter((one) => one.outcome === outcome).length]),
  ) as Record<CheckedCitation['outcome'], number>;
  output.result({ file, citations: checked, counts }, () => {
    if (checked.length === 0) return output.line(output.say('cli.cite.none'));
    for (const one of checked) output.line(findingLine(one, kind, output));
    const outcomes = citationOutcomes
      .filter((outcome) => counts[outcome] > 0)
      .map((outcome) =>
        output.say('cli.cite.outcome', {
          count: counts[outcome],
          outcome: output.say(`cli.cite.${outcome}`),
        }),
      );
    output.line(output.say('cli.cite.summary', { count: checked.length, outcomes: outcomes.join(', ') }));
  });
  if (counts.changed + counts.gone > 0) return 'differs';
  return counts.unknown > 0 ? 'partial' : 'ok';
}

/** One line: where, how, what, and why. */
function findingLine(one: CheckedCitation, kind: FileKind, output: Output): string {
  const { line, outcome, quote, found, title, numbers, reason, section, inOriginal } = one;
  const number = String(line ?? 1);
  const where = output.say(kind === 'docx' ? 'cli.cite.paragraph' : 'cli.cite.line', { number });
  const differs = outcome === 'changed' && quote !== null && found !== null;
  // The reason may list the numbers already.
  const isListed = numbers.length === 0 || reason?.values.numbers !== undefined;
  const words = differs ? wordDiff(withoutEnd(quote), withoutEnd(found)) : (quote ?? found);
  const moved =
    section === null ? output.say('cli.cite.movedElsewhere') : output.say('cli.cite.movedTo', { section });
  const parts = [
    ...(words === null ? [] : [output.say('cli.cite.quoted', { words })]),
    ...(title === null ? [] : [`— ${title}`]),
    ...(outcome === 'moved' ? [`(${moved})`] : []),
    ...(isListed ? [] : [`(${output.say('cli.cite.numbers', { numbers: numbers.join(', ') })})`]),
    ...(reason === null ? [] : [`(${output.remark(reason)})`]),
    // Which text it was compared with: the service's reading alone may be wrong itself.
    ...(found === null
      ? []
      : [`[${output.say(inOriginal === null ? 'cli.cite.inText' : 'cli.cite.inBoth')}]`]),
  ];
  return `${where}: ${output.say(`cli.cite.${outcome}`)}  ${parts.join(' ')}`;
}

async function show(session: Session, link: string, { offline }: { offline?: boolean }): Promise<Outcome> {
  const { calls, output } = session;
  const passage = await calls['cite.show']({ link, offline: offline === true });
  const { kind, sentence, quote, section, page, route, publishedAt, fileName, contentId } = passage;
  output.result(passage, () => {
    const title = passage.title ?? fileName ?? contentId;
    if (quote === null) {
      output.line(title);
      if (kind === 'none') output.line(output.say('cli.cite.noneThere'));
    } else {
      const document = { contentId, title: passage.title, fileName, publishedAt };
      const quoted = (words: string) => output.say('cli.cite.quoted', { words });
      const spoken = { page: output.say('cli.cite.page'), quoted };
      output.line(citationText({ document, quote, place: null, page, section }, spoken));
      if (sentence !== null && sentence !== quote) output.line(sentence.replace(/\s+/gu, ' '));
      if (kind === 'approximate') output.line(output.say('cli.cite.likely'));
      output.line(passage.link);
    }
    output.line(output.say('cli.cite.route', { route }));
  });
  return kind === 'none' && quote === null && link.includes('?') ? 'differs' : 'ok';
}

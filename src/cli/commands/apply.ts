import type { Command } from 'commander';
import { errorCatalog, isErrorCode } from '#shared/errors/catalog.ts';
import { changeLines, leftOutLines, unfinishedLines } from '../configuration/change-text.ts';
import { refusedConfiguration } from '../configuration/problem-text.ts';
import { readConfigurationFile } from '../configuration/read-file.ts';
import { confirm } from '../confirm.ts';
import { addExamples } from '../help/examples.ts';
import type { Host, Outcome } from '../host.ts';
import type { Session } from '../session.ts';

interface Flags {
  readonly dryRun?: boolean;
  readonly prune?: boolean;
  readonly yes?: boolean;
}

const about = '\ndocs/configuration.md describes the file. A running agent takes the changes over at once.';

/** `sluice apply FILE` */
export function declareApply(command: Command, host: Host): void {
  command
    .argument('<file>', 'configuration file (YAML or JSON), - for stdin')
    .option('--dry-run', 'say what would change, and change nothing')
    .option(
      '--prune',
      'remove profiles and watch folders that the file does not name; files and documents stay',
    )
    .option('--yes', 'do not ask before something is removed')
    .addHelpText('after', about)
    .action(host.session('none', apply));
  addExamples(
    command,
    { line: 'sluice apply sluice.yaml --dry-run', does: 'what would change' },
    { line: 'sluice apply sluice.yaml', does: 'changes it; again: nothing to change' },
    {
      line: 'sluice apply sluice.yaml --prune',
      does: 'also removes what the file does not name, after asking',
    },
  );
}

async function apply(session: Session, path: string, flags: Flags): Promise<Outcome> {
  const { calls, output, environment } = session;
  const file = await readConfigurationFile(path, environment);
  const prune = flags.prune === true;
  const planned = await calls['settings.configure']({ ...file, prune, mode: 'look' });
  if (planned.problems.length > 0) throw refusedConfiguration(path, planned.problems, output.note, output);
  const isDry = flags.dryRun === true;
  const removed = planned.changes.filter(({ action }) => action === 'remove');
  if (!isDry && removed.length > 0 && flags.yes !== true) {
    for (const line of changeLines(removed, output)) output.note(line);
    const question = output.say('cli.config.removeAsk', { count: removed.length });
    if (!(await confirm(session, question, 'yes'))) return 'partial';
  }
  const done = isDry ? planned : await calls['settings.configure']({ ...file, prune, mode: 'apply' });
  if (done.problems.length > 0) throw refusedConfiguration(path, done.problems, output.note, output);
  const { changes, leftOut, unfinished } = done;
  const lines = changeLines(changes, output);
  const kept = changes.filter(({ action }) => action === 'keep').length;
  output.result({ applied: !isDry, changes, leftOut, unfinished }, () => {
    for (const line of lines) output.line(line);
    if (lines.length === 0) output.line(output.say('cli.config.nothing'));
    else
      output.line(
        output.say(isDry ? 'cli.config.wouldChange' : 'cli.config.changed', { count: lines.length }),
      );
    if (kept > 0) output.line(output.say('cli.config.kept', { count: kept }));
  });
  if (leftOut.length > 0) output.note(output.say('cli.config.notOwn', { path }));
  for (const line of leftOutLines(leftOut, output)) output.note(line);
  for (const text of unfinishedLines(unfinished, output)) output.note(text);
  const [first] = unfinished;
  return first !== undefined && isErrorCode(first.code) ? errorCatalog[first.code].exit : 'ok';
}

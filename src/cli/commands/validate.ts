import type { Command } from 'commander';
import { inEnglish } from '#shared/sentences/english.ts';
import { problemJson, refusedConfiguration } from '../configuration/problem-text.ts';
import { readConfigurationFile } from '../configuration/read-file.ts';
import type { Context } from '../context.ts';
import { addExamples } from '../help/examples.ts';
import type { Host, Outcome } from '../host.ts';
import { printable } from '../output/format.ts';
import { createWords } from '../output/words.ts';

/** `sluice validate FILE`: offline, and without a data folder. */
export function declareValidate(command: Command, host: Host): void {
  command.argument('<file>', 'configuration file (YAML or JSON), - for stdin').action(host.plain(validate));
  addExamples(command, 'sluice validate sluice.yaml && sluice apply sluice.yaml');
}

async function validate({ environment, output }: Context, path: string): Promise<Outcome> {
  const { readConfiguration } = await import('#core/public/configuration.ts');
  const { text } = await readConfigurationFile(path, environment);
  const { problems } = readConfiguration(text);
  const english = createWords(inEnglish);
  output.result(
    { valid: problems.length === 0, problems: problems.map((one) => problemJson(one, english)) },
    () => {
      if (problems.length === 0) output.line(output.say('cli.config.valid', { path: printable(path) }));
    },
  );
  if (problems.length === 0) return 'ok';
  if (output.json) return 'usage';
  throw refusedConfiguration(path, problems, output.note, output);
}

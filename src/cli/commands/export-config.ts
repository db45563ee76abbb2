import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import type { Environment } from '../environment.ts';
import { addExamples } from '../help/examples.ts';
import type { Host } from '../host.ts';
import { usage } from '../options.ts';
import type { Output } from '../output/output.ts';
import type { Setup } from '../session.ts';

const about = `
Keys are never in it. \`sluice apply sluice.yaml\` brings another machine to the same state.`;

/** `sluice export-config`: the settings as a file for `sluice apply`. */
export function declareExportConfig(command: Command, host: Host): void {
  command
    .option('--schema', 'print the JSON Schema of the file instead')
    .addHelpText('after', about)
    .action(host.setup(exportConfig));
  addExamples(command, 'sluice export-config > sluice.yaml', {
    line: 'sluice export-config --schema > sluice.schema.json',
    does: 'what editors complete it by',
  });
}

async function exportConfig(
  { settings, output, environment }: Setup,
  { schema }: { readonly schema?: boolean },
): Promise<void> {
  const { configurationJsonSchema, configurationOf, writeConfiguration } = await import(
    '#core/public/configuration.ts'
  );
  if (schema === true) return show(output, environment, configurationJsonSchema());
  const { profiles } = settings.get();
  const twice = profiles.find((one, at) => profiles.findIndex(({ name }) => name === one.name) !== at);
  if (twice !== undefined) throw usage('cli.config.sameName', { name: twice.name });
  const configuration = configurationOf(settings.stored());
  const head = [
    'yaml-language-server: $schema=sluice.schema.json',
    output.say('cli.config.head1'),
    output.say('cli.config.head2'),
  ];
  await show(output, environment, configuration, writeConfiguration(configuration, head));
}

async function show(
  output: Output,
  { stdout }: Environment,
  value: object,
  text = `${JSON.stringify(value, null, 2)}\n`,
): Promise<void> {
  output.result(value, () => undefined);
  if (!output.json) await pipeline(output.data(Readable.from([text])), stdout, { end: false });
}

import { Command } from 'commander';
import { addCommands } from '../src/cli/commands/index.ts';
import { addCommonOptions } from '../src/cli/common-options.ts';
import { createHost } from '../src/cli/host.ts';
import { variableTable } from '../src/cli/variables/variable-table.ts';
import { tableRow, writePart } from './write-part.ts';

/**
 * Writes the table of variables into `docs/environment.md` from what commands declare:
 * `node scripts/environment-table.ts`. With `--check` it only says whether it is current; a test asks for
 * that.
 */
const program = addCommonOptions(new Command('sluice'));
const nothing = () => Promise.reject(new Error('no command runs here'));
await addCommands(
  program,
  createHost(nothing, () => undefined),
)();
const rows = variableTable(program).map(({ variable, option, description }) => {
  const names = variable.split(', ').map((name) => `\`${name}\``);
  return tableRow([names.join(', '), option === '' ? '' : `\`${option}\``, description]);
});

writePart({
  document: 'environment.md',
  mark: 'variables',
  command: 'node scripts/environment-table.ts',
  text: ['| variable | option | what it says |', '|---|---|---|', ...rows].join('\n'),
});

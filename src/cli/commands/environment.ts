import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { addExamples } from '../help/examples.ts';
import type { Host } from '../host.ts';
import { withNear } from '../near.ts';
import { printable } from '../output/format.ts';
import { type VariableRow, variableTable } from '../variables/variable-table.ts';

/** `sluice environment`, and `sluice help environment`: every variable, made from what commands declare. */
export function declareEnvironment(command: Command, host: Host): void {
  command
    .addHelpText(
      'after',
      () => `
${tableText(variableTable(rootOf(command)))}
Precedence: the command line, then the variable of an option. Of secrets: the variable, then the file that
its …_FILE names, then the systemd credential, then what is stored. A configuration file
(\`sluice apply\`) changes what is stored. What says yes to something that cannot be taken back, such as
--yes, and what says which things are meant has no variable.
`,
    )
    .action(host.plain((context) => environment(context, rootOf(command))));
  addExamples(command, 'sluice environment', {
    line: 'sluice environment --json | jq .data.unknown',
    does: 'variables that look like ours and stand for nothing',
  });
}

async function environment({ environment: { variables }, output }: Context, program: Command): Promise<void> {
  const rows = variableTable(program);
  const names = new Set(rows.flatMap(({ variable }) => variable.split(', ')));
  const strange = Object.keys(variables).filter((name) => /^SLUICE_/.test(name) && !isKnown(name, names));
  const shown = rows.map((row) => ({ ...row, isSet: isSet(row, variables) }));
  output.result({ variables: shown, unknown: strange }, () =>
    output.table(
      [
        { title: '', text: (row) => (row.isSet ? '*' : ' ') },
        { title: output.say('cli.column.variable'), text: ({ variable }) => variable },
        { title: output.say('cli.column.means'), text: describe, shrinks: true },
      ],
      shown,
    ),
  );
  for (const name of strange) {
    const complaint = output.say('cli.environment.unknown', { name: printable(name) });
    output.note(withNear(output.say, complaint, name, names));
  }
}

/** A key that a configuration file refers to has whatever name the file gives it. */
function isKnown(name: string, names: ReadonlySet<string>): boolean {
  return names.has(name) || /^SLUICE_API_KEY_[A-Z0-9_]+$/.test(name);
}

function isSet({ variable }: VariableRow, variables: Readonly<Record<string, string | undefined>>): boolean {
  return variable.split(', ').some((name) => (variables[name] ?? '') !== '');
}

function describe({ option, description }: VariableRow): string {
  return option === '' ? description : `${option}: ${description}`;
}

function tableText(rows: readonly VariableRow[]): string {
  const width = Math.max(...rows.map(({ variable }) => variable.length));
  return `Variables:\n${rows.map((row) => `  ${row.variable.padEnd(width)}  ${describe(row)}\n`).join('')}`;
}

function rootOf(command: Command): Command {
  return command.parent === null ? command : rootOf(command.parent);
}

import { allCommands, type CommandTree, type TreeOption, type TreeValue } from '../src/cli/command-tree.ts';
import { wholeProgram } from '../src/cli/whole-program.ts';
import { tableRow, writePart } from './write-part.ts';

/**
 * Writes the tables of `docs/commands.md` from the commands as they are declared: `node
 * scripts/commands-page.ts`. With `--check` it only says whether they are current; a test asks for that.
 */
const program = await wholeProgram(process);
const commands = program.commands.filter(({ name }) => name !== 'help');

const code = (text: string) => `\`${text}\``;
/** What stands in angle brackets is no HTML, and Markdown would take it for some. */
const prose = (text: string) => text.replaceAll('<', '\\<');

/** `folders add|list|edit` */
function row(command: CommandTree): string {
  const below = subcommands(command).map(({ name }) => name);
  const shown = [command.name, below.join('|')].filter((word) => word !== '').join(' ');
  return tableRow([code(shown), prose(command.description)]);
}

function subcommands({ commands: below }: CommandTree): CommandTree[] {
  return below.filter(({ name }) => name !== 'help');
}

const optionRow = ({ flags, value, description }: TreeOption) =>
  tableRow([code([flags.join(', '), value?.term ?? ''].join(' ').trim()), prose(description)]);
const valueRow = ({ term, description }: TreeValue) => tableRow([code(term), prose(description)]);

function taken({ values, options }: CommandTree): string {
  const rows = [
    ...values.filter(({ description }) => description !== '').map(valueRow),
    ...options.filter(({ flags }) => !flags.includes('--help')).map(optionRow),
  ];
  return rows.length === 0 ? '' : `\n| it takes | |\n|---|---|\n${rows.join('\n')}\n`;
}

function section(command: CommandTree): string {
  const parts = allCommands(command)
    .filter(({ name, commands: below }) => name !== 'help' && below.every((one) => one.name === 'help'))
    .map((one) => {
      const usage = [program.name, ...one.path, ...one.values.map(({ term }) => term)].join(' ');
      const after = one.after === '' ? '' : `\n\`\`\`\n${one.after}\n\`\`\`\n`;
      return `**${code(usage)}**: ${prose(one.description)}\n${taken(one)}${after}`;
    });
  return `### ${command.name}\n\n${parts.join('\n')}`;
}

const text = `| command | what it does |
|---|---|
${commands.map(row).join('\n')}

### What every command takes

| option | what it does |
|---|---|
${program.options.map(optionRow).join('\n')}

${commands.map(section).join('\n')}`;

writePart({ document: 'commands.md', mark: 'commands', command: 'node scripts/commands-page.ts', text });

import { type ExitRow, exitRows } from '../src/cli/help/exit-meanings.ts';
import type { VariableRow } from '../src/cli/variables/variable-table.ts';
import type { CommandTree, TreeOption, TreeValue } from '../src/cli/command-tree.ts';
import { bold, entry, example, italic, roffSentence, roffText } from './roff.ts';

export interface ManOptions {
  readonly version: string;
  /** The day the pages say they are of. */
  readonly date: Date;
  readonly variables: readonly VariableRow[];
}

/**
 * The pages of the manual, by the names of their files: `sluice.1`, and one for each command with what is
 * below it. All that stands in them comes from the commands as they are declared.
 */
export function manPages(program: CommandTree, options: ManOptions): Map<string, string> {
  const commands = program.commands.filter(({ name }) => name !== 'help');
  return new Map([
    [`${program.name}.1`, programPage(program, commands, options)],
    ...commands.map((command): [string, string] => [
      `${program.name}-${command.name}.1`,
      commandPage(program, command, options),
    ]),
  ]);
}

function programPage(program: CommandTree, commands: readonly CommandTree[], options: ManOptions): string {
  const { name, description, after } = program;
  return page([
    heading(name, options),
    section('NAME', named(name, description)),
    section('SYNOPSIS', `${bold(name)} ${italic('command')} [${italic('options')}]`),
    section('DESCRIPTION', roffSentence(description)),
    section('COMMANDS', ...commands.map((one) => entry(reference(name, one), roffSentence(one.description)))),
    section('OPTIONS', 'Every command takes these too.', ...program.options.map(optionEntry)),
    section('EXIT STATUS', ...exitRows().map(exitEntry)),
    section('ENVIRONMENT', ...variableParts(name, options.variables)),
    ...afterSections(after),
    section('SEE ALSO', commands.map((one) => reference(name, one)).join(' ,\n')),
  ]);
}

function commandPage(program: CommandTree, command: CommandTree, options: ManOptions): string {
  const name = `${program.name}-${command.name}`;
  const below = withoutHelp(command.commands);
  const usages = (below.length === 0 ? [command] : below).map((one) => usage(program, one));
  return page([
    heading(name, options),
    section('NAME', named(name, command.description)),
    section('SYNOPSIS', usages.join('\n.br\n')),
    section('DESCRIPTION', roffSentence(sentence(command.description)), ...valueEntries(command.values)),
    below.length === 0 ? '' : section('COMMANDS', ...below.flatMap((one) => subcommand(program, one))),
    command.options.length === 0 ? '' : section('OPTIONS', ...command.options.map(optionEntry)),
    ...afterSections(command.after),
    section('SEE ALSO', `.BR ${roffText(program.name)} (1)\nhas the options that every command takes.`),
  ]);
}

function subcommand(program: CommandTree, command: CommandTree): string[] {
  return [
    `.SS ${roffText([program.name, ...command.path].join(' '))}`,
    roffSentence(sentence(command.description)),
    ...valueEntries(command.values),
    // The help is said once, for all commands of the page.
    ...command.options.filter(({ flags }) => !flags.includes('--help')).map(optionEntry),
    ...(command.after === '' ? [] : ['.PP', example(dedented(command.after))]),
    ...withoutHelp(command.commands).flatMap((one) => subcommand(program, one)),
  ];
}

function usage(program: CommandTree, { path, options, values }: CommandTree): string {
  const words = [bold([program.name, ...path].join(' '))];
  if (options.length > 0) words.push(`[${italic('options')}]`);
  return [...words, ...values.map(({ term }) => italicName(term))].join(' ');
}

const optionEntry = ({ flags, value, description }: TreeOption) => {
  const ways = flags.map((flag) => bold(flag)).join(', ');
  return entry(value === undefined ? ways : `${ways} ${italicName(value.term)}`, roffSentence(description));
};

/** What is called as what it is needs no word: `<id>`. */
const valueEntries = (values: readonly TreeValue[]) =>
  values
    .filter(({ description }) => description !== '')
    .map(({ term, description }) => entry(italicName(term), roffSentence(description)));

/** `<path...>` → *path*... */
function italicName(term: string): string {
  const [name = ''] = /[^<>[\].]+/.exec(term) ?? [];
  const more = term.includes('...') ? '\\&...' : '';
  return term.startsWith('[') ? `[${italic(name)}${more}]` : `${italic(name)}${more}`;
}

/** What stands after the help: what is to be known, then parts with a title of their own, as examples. */
function afterSections(after: string): string[] {
  const [notes = '', ...titled] = after.split(/^([A-Z][a-z]+):\n/m);
  const parts: [title: string, text: string][] = [['NOTES', notes]];
  for (let at = 0; at + 1 < titled.length; at += 2)
    parts.push([(titled[at] ?? '').replace(/^Example$/, 'Examples').toUpperCase(), titled[at + 1] ?? '']);
  return parts
    .filter(([, text]) => text.trim() !== '')
    .map(([title, text]) => section(title, example(dedented(text))));
}

/** Without what all lines are indented by, and without empty lines around. */
function dedented(text: string): string {
  const lines = text.trimEnd().split('\n');
  const said = lines.filter((line) => line.trim() !== '');
  const indent = Math.min(...said.map((line) => line.search(/\S/)));
  return lines
    .map((line) => line.slice(indent))
    .join('\n')
    .replace(/^\n+/, '');
}

const exitEntry = ({ code, meaning }: ExitRow) => entry(bold(String(code)), roffSentence(meaning));

/** Those of no single command; all others are shown by one. */
function variableParts(name: string, variables: readonly VariableRow[]): string[] {
  const common = variables.filter(({ option }) => option === '' || option.startsWith('--'));
  return [
    `Every option has a variable, which ${bold(`${name} environment`)} lists. What a command line says is stronger.`,
    ...common.map(({ variable, option, description }) =>
      entry(bold(variable), [option === '' ? '' : `${bold(option)}: `, roffSentence(description)].join('')),
    ),
  ];
}

/** Marked so that the date is the one thing that differs between two days. */
function heading(name: string, { version, date }: ManOptions): string {
  const day = date.toISOString().slice(0, 10);
  return `.TH ${roffText(name.toUpperCase())} 1 ${day} "sluice ${version}" "Sluice"`;
}

const named = (name: string, description: string) =>
  `${roffText(name)} \\- ${roffSentence(description.replace(/\.$/, ''))}`;
const reference = (name: string, command: CommandTree) => `.BR ${roffText(`${name}-${command.name}`)} (1)`;
const section = (title: string, ...parts: readonly string[]) => [`.SH ${title}`, ...parts].join('\n');
const withoutHelp = (commands: readonly CommandTree[]) => commands.filter(({ name }) => name !== 'help');
const page = (parts: readonly string[]) => `${parts.filter((part) => part !== '').join('\n')}\n`;

/** Descriptions are short, without a capital and a stop; in a page they are a sentence. */
function sentence(text: string): string {
  const [first = ''] = text;
  return `${first.toUpperCase()}${text.slice(1)}${/[.!?)]$/.test(text) ? '' : '.'}`;
}

import type { EventEmitter } from 'node:events';
import type { Argument, Command, Help, Option } from 'commander';

/** What may stand for a value: what completions offer for it. */
export type Offered = 'nothing' | 'files' | 'folders' | readonly string[];

export interface TreeValue {
  /** As the help shows it: `<path...>`. */
  readonly term: string;
  readonly description: string;
  readonly offered: Offered;
  readonly variadic: boolean;
}

export interface TreeOption {
  /** Every way to write it, the short one first: `-h`, `--help`. */
  readonly flags: readonly string[];
  /** What the help says of it, with its choices and its default. */
  readonly description: string;
  readonly value: TreeValue | undefined;
  readonly repeatable: boolean;
}

/** A command as its help describes it, with all below it. */
export interface CommandTree {
  readonly name: string;
  /** The names that lead to it, without that of the program. */
  readonly path: readonly string[];
  readonly description: string;
  readonly values: readonly TreeValue[];
  readonly options: readonly TreeOption[];
  readonly commands: readonly CommandTree[];
  /** What stands at the end of its help: examples. */
  readonly after: string;
}

/** Reads a program of commander into what completions and pages of a manual are made of. */
export function commandTree(command: Command, path: readonly string[] = []): CommandTree {
  const help = command.createHelp();
  const commands = help
    .visibleCommands(command)
    .map((one) => commandTree(one, [...path, one.name()]))
    .map((one) => (one.name === 'help' ? helpOf(one, command) : one));
  return {
    name: command.name(),
    path,
    description: command.description(),
    values: command.registeredArguments.map((value) => ofArgument(value, help)),
    options: help.visibleOptions(command).map((option) => ofOption(option, help)),
    commands,
    after: textAfter(command),
  };
}

/** Every command of the tree, from the program itself to the last. */
export function allCommands(tree: CommandTree): CommandTree[] {
  return [tree, ...tree.commands.flatMap(allCommands)];
}

/** The help that commander adds to what has commands takes the name of one of them. */
function helpOf(help: CommandTree, command: Command): CommandTree {
  const offered = command.commands.map((one) => one.name());
  const values = help.values.map((value) => ({ ...value, offered }));
  return { ...help, values, options: [] };
}

function ofArgument(argument: Argument, help: Help): TreeValue {
  const term = argument.required ? `<${help.argumentTerm(argument)}>` : `[${help.argumentTerm(argument)}]`;
  return {
    term: argument.variadic ? `${term.slice(0, -1)}...${term.slice(-1)}` : term,
    description: help.argumentDescription(argument),
    offered: offeredFor(argument.name(), argument.argChoices),
    variadic: argument.variadic,
  };
}

function ofOption(option: Option, help: Help): TreeOption {
  const [term = ''] = /[<[].*$/.exec(option.flags) ?? [];
  const description = help.optionDescription(option);
  const value: TreeValue = {
    term,
    description,
    offered: offeredFor(term.replaceAll(/[<>[\].]/g, ''), option.argChoices),
    variadic: option.variadic,
  };
  return {
    flags: [option.short, option.long].filter((flag) => flag !== undefined),
    description,
    value: term === '' ? undefined : value,
    repeatable: option.variadic || option.description.includes('(repeatable)'),
  };
}

/** What a value is called decides what is offered for it, as what the help says of it does. */
function offeredFor(name: string, choices: readonly string[] | undefined): Offered {
  if (choices !== undefined) return choices;
  if (/^(?:dir|folder)$/.test(name)) return 'folders';
  return /^(?:file|path)$/.test(name) ? 'files' : 'nothing';
}

/** What `addHelpText` put after the help of this command: commander asks for it by an event. */
function textAfter(command: Command): string {
  const parts: string[] = [];
  // Every command is an emitter, which its types do not say.
  const emitter = command as unknown as EventEmitter;
  emitter.emit('afterHelp', { error: false, command, write: (text: string) => parts.push(text) });
  return parts
    .join('')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd();
}

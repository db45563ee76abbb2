import type { Command } from 'commander';

/** A command line as a person would type it. */
export interface Example {
  readonly line: string;
  /** What it is for, where the line does not say it. */
  readonly does?: string;
}

const known = new WeakMap<Command, readonly Example[]>();

/** Ends the help of a command with examples; `examplesOf` has them for other pages, such as man pages. */
export function addExamples(command: Command, ...examples: readonly (Example | string)[]): Command {
  const all = examples.map((example) => (typeof example === 'string' ? { line: example } : example));
  known.set(command, all);
  return command.addHelpText('after', () => `\n${exampleLines(all).join('\n')}`);
}

/** The same for the commands below one, by name; `''` is the one itself. */
export function addExamplesBelow(
  command: Command,
  examples: Readonly<Record<string, readonly (Example | string)[]>>,
): void {
  for (const [name, some] of Object.entries(examples)) {
    const of = name === '' ? command : command.commands.find((one) => one.name() === name);
    if (of === undefined) throw new Error(`There is no command ${command.name()} ${name}.`);
    addExamples(of, ...some);
  }
}

export function examplesOf(command: Command): readonly Example[] {
  return known.get(command) ?? [];
}

function exampleLines(examples: readonly Example[]): string[] {
  const title = examples.length === 1 ? 'Example:' : 'Examples:';
  return [title, ...examples.flatMap(({ line, does }) => [...(does ? [`  # ${does}`] : []), `  ${line}`])];
}

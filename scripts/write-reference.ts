import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { completions } from '../src/cli/commands/completion.ts';
import { type CommandTree, commandTree } from '../src/cli/command-tree.ts';
import { variableTable } from '../src/cli/variables/variable-table.ts';
import { readCommandLine } from '../src/sandbox/command-line.ts';
import { loadedProgram } from '../src/cli/whole-program.ts';
import { type ManOptions, manPages } from './man-pages.ts';

/** Where each shell's package looks for a file of this name. */
const completionFiles = { bash: 'sluice', zsh: '_sluice', fish: 'sluice.fish' } as const;

/**
 * Writes the pages of the manual into `man`, and what shells read into `completions/SHELL`, as the commands
 * are declared.
 *
 * @returns the pages, as the manifest of a package of npm names them
 */
export async function writeReference(
  folder: string,
  options: Omit<ManOptions, 'variables'>,
): Promise<string[]> {
  const declared = await loadedProgram(process);
  const program = commandTree(declared);
  const pages = manPages(withSandbox(program), { ...options, variables: variableTable(declared) });
  mkdirSync(join(folder, 'man'), { recursive: true });
  for (const [name, text] of pages) writeFileSync(join(folder, 'man', name), text);
  for (const [shell, name] of Object.entries(completionFiles)) {
    const directory = join(folder, 'completions', shell);
    mkdirSync(directory, { recursive: true });
    writeFileSync(join(directory, name), completions[shell as keyof typeof completions](program));
  }
  return [...pages.keys()].map((name) => `./man/${name}`);
}

/** The sandbox is a program of its own, whose options the command hands on. */
function withSandbox(program: CommandTree): CommandTree {
  const line = readCommandLine(['--help'], {});
  if (line.kind !== 'help') throw new Error('the sandbox has no help');
  const [, ...options] = line.text.split('\n');
  const after = `Options:\n${options.join('\n').trimEnd()}`;
  const commands = program.commands.map((one) => (one.name === 'sandbox' ? { ...one, after } : one));
  return { ...program, commands };
}

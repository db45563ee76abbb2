import { Command } from 'commander';
import { expect, test } from 'vitest';
import { createProgram } from '../command-line.ts';
import { addCommands } from '../commands/index.ts';
import { addCommonOptions } from '../common-options.ts';
import type { Host } from '../host.ts';
import { examplesOf } from './examples.ts';

/** The commands as they are, but for what they do; `ran` has the paths of those that were run. */
async function commandTree(): Promise<{ program: Command; ran: string[] }> {
  const program = addCommonOptions(new Command('sluice')).helpCommand(false).exitOverride();
  program.configureOutput({ writeErr: () => undefined });
  const ran: string[] = [];
  program.hook('preAction', (_program, command) => void ran.push(pathOf(command)));
  const action = () => async () => undefined;
  const host = { plain: action, setup: action, session: action, queue: action } as unknown as Host;
  await addCommands(program, host)();
  return { program, ran };
}

function pathOf(command: Command): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
}

function everyCommand(program: Command): Command[] {
  return program.commands.flatMap((command) => [command, ...everyCommand(command)]);
}

/** The words of the part of a line that is ours, as a POSIX shell reads them. */
function wordsOf(line: string): string[] {
  const words = [...line.matchAll(/'([^']*)'|"([^"]*)"|([^\s'"]+)/g)].map(
    ([whole, single, double, bare]) => ({ text: single ?? double ?? bare ?? '', isBare: whole === bare }),
  );
  const begins = (before?: string) => before === undefined || before === '|' || /^[A-Z_]+=/.test(before);
  const from = words.findIndex(
    ({ text, isBare }, at) => isBare && text === 'sluice' && begins(words[at - 1]?.text),
  );
  const rest = words.slice(from);
  const to = rest.findIndex(({ text, isBare }) => isBare && /^(?:[|>]|&&)$/.test(text));
  return (to === -1 ? rest : rest.slice(0, to)).map(({ text }) => text);
}

const { program: shown } = await commandTree();
const commands = everyCommand(shown);
const lines = commands.flatMap((command) =>
  examplesOf(command).map(({ line }) => [line, pathOf(command)] as const),
);

test.each(commands.map((command) => [pathOf(command), command] as const))(
  '%s ends its help with one to four examples',
  (path, command) => {
    const examples = examplesOf(command);
    expect(examples.length).toBeGreaterThanOrEqual(1);
    expect(examples.length).toBeLessThanOrEqual(4);
    let help = '';
    command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
    for (const { line } of examples) expect(help).toContain(`\n  ${line}\n`);
    expect(help).toMatch(/\nExamples?:\n/);
    expect(examples.every(({ line }) => line.includes(path))).toBe(true);
  },
);

test.each(lines)('%s is understood as it stands', async (line, path) => {
  const { program, ran } = await commandTree();
  const words = wordsOf(line);
  expect(words[0]).toBe('sluice');
  await program.parseAsync(words.slice(1), { from: 'user' });
  expect(ran).toEqual([expect.stringContaining(path)]);
});

test('the list of all commands has them below headings, none left over, and examples at its end', () => {
  let help = '';
  const program = createProgram({ stdout: { write: (text: string) => (help += text) } } as never);
  addCommands(program, {} as Host);
  program.outputHelp();
  const headings = [...help.matchAll(/^[A-Z].*:$/gm)].map(([heading]) => heading);
  expect(headings).toEqual([
    'Options:',
    'First steps:',
    'Getting documents in:',
    'Reading, searching, citing:',
    'Set-up:',
    'Looking after it:',
    'Examples:',
  ]);
});

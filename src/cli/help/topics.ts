import type { Command } from 'commander';
import { exitRows } from './exit-meanings.ts';

/** What `sluice help TOPIC` prints that is no command: made from the code, in English as all help. */
export interface HelpTopic {
  readonly name: string;
  /** What it is about, for the list of topics. */
  readonly about: string;
  /** Rows for `--json`. */
  readonly rows: (program: Command) => readonly object[];
  /** The lines for people, in so many columns. */
  readonly lines: (program: Command, width: number) => readonly string[];
}

export const helpTopics: readonly HelpTopic[] = [
  {
    name: 'exit-codes',
    about: 'what the exit code of a command says',
    rows: exitRows,
    lines: (_program, width) => [
      'What the exit code of every command says. What is unknown is a failure.',
      '',
      ...exitRows().flatMap(({ code, meaning }) => hung(String(code).padStart(5), meaning, width)),
    ],
  },
];

/** Text beside its name, wrapped, the following lines below the text. */
export function hung(name: string, text: string, width: number): string[] {
  const indent = ' '.repeat(name.length + 2);
  const room = Math.max(30, width - indent.length);
  const lines: string[] = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && line.length + 1 + word.length > room) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.map((line, index) => `${index === 0 ? `${name}  ` : indent}${line}`);
}

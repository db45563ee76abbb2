import type { Command } from 'commander';
import type { Host } from '../host.ts';
import { addExamples } from '../help/examples.ts';
import { helpTopics } from '../help/topics.ts';
import { usageNear } from '../near.ts';

/** Columns of a terminal that does not know its own. */
const usualWidth = 80;

/** `sluice help [COMMAND…|TOPIC]` */
export function declareHelp(command: Command, host: Host): void {
  command.argument('[command...]', 'a command, or a topic').action(
    host.plain(async ({ output }, words: string[]) => {
      const program = command.parent ?? command;
      const topic = words.length === 1 ? helpTopics.find(({ name }) => name === words[0]) : undefined;
      if (topic === undefined) return commandNamed(program, words).outputHelp();
      output.result(topic.rows(program), () => {
        for (const line of topic.lines(program, output.width ?? usualWidth)) output.line(line);
      });
    }),
  );
  addExamples(command, 'sluice help folders add', 'sluice help exit-codes');
}

function commandNamed(program: Command, words: readonly string[]): Command {
  let at = program;
  for (const word of words) {
    const next = at.commands.find((one) => one.name() === word || one.aliases().includes(word));
    if (next === undefined) {
      const topics = at === program ? helpTopics.map(({ name }) => name) : [];
      const names = [...at.commands.map((one) => one.name()), ...topics];
      throw usageNear('cli.help.none', { name: words.join(' ') }, word, names);
    }
    at = next;
  }
  return at;
}

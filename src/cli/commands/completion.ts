import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Argument, type Command } from 'commander';
import { commandTree } from '../command-tree.ts';
import { bashCompletion } from '../completion/bash.ts';
import { fishCompletion } from '../completion/fish.ts';
import { zshCompletion } from '../completion/zsh.ts';
import type { Context } from '../context.ts';
import { addExamples } from '../help/examples.ts';
import type { Host } from '../host.ts';

/** What each shell reads. */
export const completions = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const;
type Shell = keyof typeof completions;

const about = `
For this shell only: \`source <(sluice completion bash)\`. The Debian package has them in place already.`;

/** `sluice completion bash|zsh|fish`: made of the commands as they are declared. */
export function declareCompletion(command: Command, host: Host, loadAll: () => Promise<void>): void {
  command
    .addArgument(new Argument('<shell>', 'which shell').choices(Object.keys(completions)))
    .addHelpText('after', about)
    .action(
      host.plain(async ({ environment, output }: Context, shell: Shell) => {
        await loadAll();
        const program = command.parent ?? command;
        const text = completions[shell](commandTree(program));
        output.result({ shell, completion: text }, () => undefined);
        if (!output.json)
          await pipeline(output.data(Readable.from([text])), environment.stdout, { end: false });
      }),
    );
  addExamples(
    command,
    'sluice completion bash > ~/.local/share/bash-completion/completions/sluice',
    `sluice completion zsh > "\${fpath[1]}/_sluice"`,
    'sluice completion fish > ~/.config/fish/completions/sluice.fish',
  );
}

import { allCommands, type CommandTree, type Offered, type TreeOption } from '../command-tree.ts';

/** What fish reads to complete the command line. */
export function fishCompletion(program: CommandTree): string {
  const { name } = program;
  const commands = allCommands(program);
  const below = commands.filter(({ path }) => path.length > 0);
  const withValue = new Set(
    commands.flatMap((command) =>
      command.options
        .filter(({ value }) => value !== undefined)
        .flatMap(({ flags }) => flags.map((flag) => quoted([...command.path, flag].join(' ')))),
    ),
  );
  return `# Completion of ${name} for fish. Made by \`${name} completion fish\`.

# The command that is meant, and how many values follow it: "folders add" and 0. Found out once for a line,
# since every line below asks.
function __${name}_find
    set -l words (commandline -opc)
    test "$words" = "$__${name}_words"; and return
    set -g __${name}_words $words
    set -l commands ${below.map(({ path }) => quoted(path.join(' '))).join(' ')}
    set -l taking ${[...withValue].join(' ')}
    set -l at ''
    set -l values 0
    set -l skip 0
    for word in $words[2..-1]
        set -l here (string trim -- "$at $word")
        if test $skip -eq 1
            set skip 0
        else if contains -- $here $commands
            set at $here
        else if contains -- $here $taking; or contains -- $word $taking
            set skip 1
        else if not string match -q -- '-*' $word
            set values (math $values + 1)
        end
    end
    set -g __${name}_at $at
    set -g __${name}_values $values
end

function __${name}_at
    __${name}_find
    test "$__${name}_at" = "$argv"
end

# Of the values of a command the one with this number, or the rest from it on.
function __${name}_value
    __${name}_at $argv[2..-1]; and test $__${name}_values -eq $argv[1]
end

function __${name}_rest
    __${name}_at $argv[2..-1]; and test $__${name}_values -ge $argv[1]
end

complete -c ${name} -f
${program.options.map((option) => optionLine('', option)).join('\n')}

${commands.flatMap(linesOf).join('\n')}
`;

  function linesOf(command: CommandTree): string[] {
    const here = `-n ${quoted(`__${name}_at ${command.path.join(' ')}`.trim())} `;
    const own = command.path.length === 0 ? [] : command.options.map((option) => optionLine(here, option));
    const names = command.commands.map(
      (one) => `complete -c ${name} ${here}-a ${one.name} -d ${quoted(one.description)}`,
    );
    const values = command.values.flatMap(({ offered, variadic }, index) => {
      if (offered === 'nothing') return [];
      const test = variadic ? 'rest' : 'value';
      const when = quoted(`__${name}_${test} ${[index, ...command.path].join(' ')}`);
      return [`complete -c ${name} -n ${when} ${offer(offered)}`];
    });
    return [...names, ...own, ...values];
  }

  function optionLine(here: string, { flags, description, value }: TreeOption): string {
    const ways = flags.map((flag) => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`));
    const taken =
      value === undefined ? '' : ` -r ${value.offered === 'nothing' ? '-f' : offer(value.offered)}`;
    return `complete -c ${name} ${here}${ways.join(' ')}${taken} -d ${quoted(description)}`;
  }
}

function offer(offered: Exclude<Offered, 'nothing'>): string {
  if (offered === 'files') return '-F';
  if (offered === 'folders') return "-f -a '(__fish_complete_directories)'";
  return `-f -a ${quoted(offered.join(' '))}`;
}

const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

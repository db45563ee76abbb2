import type { CommandTree, Offered, TreeOption, TreeValue } from '../command-tree.ts';

/** What zsh reads to complete the command line, a function for each command. */
export function zshCompletion(program: CommandTree): string {
  const global = program.options.map(optionSpec);
  return `#compdef ${program.name}
# Completion of ${program.name} for zsh. Made by \`${program.name} completion zsh\`.

# Global: the file is a function itself when it is loaded, once.
typeset -ga _${program.name}_options
_${program.name}_options=(
${indented(global)}
)

${functionsOf(program)}
if [ "$funcstack[1]" = "_${program.name}" ]; then
  _${program.name} "$@"
else
  compdef _${program.name} ${program.name}
fi
`;

  function functionsOf(command: CommandTree): string {
    const own = command.path.length === 0 ? [] : command.options.map(optionSpec);
    const body = command.commands.length === 0 ? leaf(command, own) : branch(command, own);
    return [`${nameOf(command)}() {\n${body}\n}\n`, ...command.commands.map(functionsOf)].join('\n');
  }

  function leaf({ values }: CommandTree, own: readonly string[]): string {
    return `  _arguments -s ${joined([...own, ...values.map(valueSpec)])}`;
  }

  function branch(command: CommandTree, own: readonly string[]): string {
    const described = command.commands.map(({ name, description }) =>
      quoted(`${name}:${escapedColons(description)}`),
    );
    const cases = command.commands.map((one) => `        ${one.name}) ${nameOf(one)} ;;`);
    return `  local state line
  local -a commands
  _arguments -C -s ${joined([...own, "'1: :->command'", "'*:: :->rest'"])}
  case $state in
    command)
      commands=(
${indented(described, 8)}
      )
      _describe -t commands command commands
      ;;
    rest)
      case $line[1] in
${cases.join('\n')}
      esac
      ;;
  esac`;
  }

  /** Options of the program may stand anywhere. */
  function joined(specs: readonly string[]): string {
    return [`"$_${program.name}_options[@]"`, ...specs].join(' \\\n    ');
  }

  function nameOf({ path }: CommandTree): string {
    return ['', program.name, ...path].join('_').replaceAll(/[^\w]/g, '_');
  }
}

function optionSpec({ flags, description, value, repeatable }: TreeOption): string {
  const said = `[${description.replaceAll(/[[\]\\]/g, '\\$&')}]`;
  const taken = value === undefined ? '' : `:${escapedColons(nameOf(value))}:${action(value.offered)}`;
  const [only = ''] = flags;
  const sign = value === undefined ? '' : '=';
  const way = (flag: string) => (flag.startsWith('--') ? `${flag}${sign}` : flag);
  if (flags.length === 1) return quoted(`${repeatable ? '*' : ''}${way(only)}${said}${taken}`);
  return `${quoted(`(${flags.join(' ')})`)}{${flags.map(way).join(',')}}${quoted(`${said}${taken}`)}`;
}

function valueSpec(value: TreeValue): string {
  const place = value.variadic ? '*' : '';
  return quoted(`${place}:${escapedColons(nameOf(value))}:${action(value.offered)}`);
}

/** `<path...>` → `path` */
const nameOf = ({ term }: TreeValue) => term.replaceAll(/[<>[\].]/g, '');

function action(offered: Offered): string {
  if (offered === 'nothing') return ' ';
  if (offered === 'files') return '_files';
  if (offered === 'folders') return '_files -/';
  return `(${offered.join(' ')})`;
}

const indented = (lines: readonly string[], by = 2) => lines.map((line) => ' '.repeat(by) + line).join('\n');
const escapedColons = (text: string) => text.replaceAll(':', '\\:');
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

import { allCommands, type CommandTree, type Offered } from '../command-tree.ts';

/**
 * What bash reads to complete the command line. It knows all commands and options itself: nothing is started
 * while somebody presses the tabulator. For bash 3.2, which macOS has, and newer.
 */
export function bashCompletion(program: CommandTree): string {
  const commands = allCommands(program);
  const global = program.options.flatMap(({ flags }) => flags);
  const names = commands.filter(({ path }) => path.length > 0).map((one) => quoted(placeOf(one)));
  const withValue = commands.flatMap((command) => {
    const options = command.options.filter(({ value }) => value !== undefined);
    return options.flatMap(({ flags }) => flags.map((flag) => optionPattern(command, flag)));
  });
  return `# Completion of ${program.name} for bash. Made by \`${program.name} completion bash\`.
_${program.name}_words() {
    local word
    while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -W "$1" -- "$current")
}

_${program.name}_paths() {
    local path quote=''
    # bash 3.2 cannot be told that they are names of files, and would put them there as they are.
    compopt -o filenames 2>/dev/null || quote=yes
    while IFS= read -r path; do
        [[ -z $quote ]] || printf -v path %q "$path"
        COMPREPLY+=("$path")
    done < <(compgen "$1" -- "$current")
}

_${program.name}() {
    local current=\${COMP_WORDS[COMP_CWORD]} at='' option='' plain='' position=1 word i commands='' options=''
    COMPREPLY=()
    # The command that is meant, the option that waits for its value, and how many values there are.
    for ((i = 1; i < COMP_CWORD; i++)); do
        word=\${COMP_WORDS[i]}
        if [[ -n $option ]]; then
            [[ $word == '=' ]] || option=''
            continue
        fi
        case "$plain$at $word" in
            ${patterns(names)}) at="$at $word" ;;
            ${patterns(withValue)}) option=$word ;;
            *' --') plain=- ;;
            *' -'*) ;;
            *) position=$((position + 1)) ;;
        esac
    done
    [[ $current == '=' ]] && current=''
    if [[ -n $option ]]; then
        case "$at $option" in
${optionValues(commands)}
        esac
        return
    fi
    case "$at" in
${commands.map(offersOf).join('\n')}
    esac
    if [[ $current == -* && -z $plain ]]; then
        _${program.name}_words "$options ${global.join(' ')}"
    elif [[ -n $commands ]]; then
        _${program.name}_words "$commands"
    else
        case "$at $position" in
${values(commands)}
        esac
    fi
}

complete -F _${program.name} ${program.name}
`;

  /** An option of the program may stand anywhere. */
  function optionPattern({ path }: CommandTree, flag: string): string {
    return path.length === 0 ? `*${quoted(` ${flag}`)}` : quoted(` ${path.join(' ')} ${flag}`);
  }

  function optionValues(all: readonly CommandTree[]): string {
    // Those of a command first: it may have an option of the same name as the program.
    const options = all.toReversed().flatMap((command) =>
      command.options.map(({ flags, value }) => ({
        offered: value?.offered ?? 'nothing',
        pattern: patterns(flags.map((flag) => optionPattern(command, flag))),
      })),
    );
    return caseOf(options);
  }

  function values(all: readonly CommandTree[]): string {
    return caseOf(
      all.flatMap((command) =>
        command.values.map(({ offered, variadic }, index) => ({
          offered,
          pattern: variadic
            ? `${quoted(`${placeOf(command)} `)}*`
            : quoted(`${placeOf(command)} ${index + 1}`),
        })),
      ),
    );
  }

  function caseOf(cases: readonly { offered: Offered; pattern: string }[]): string {
    return cases
      .filter(({ offered }) => offered !== 'nothing')
      .map(({ offered, pattern }) => `            ${pattern}) ${offer(offered)} ;;`)
      .join('\n');
  }

  function offer(offered: Offered): string {
    if (offered === 'files') return `_${program.name}_paths -f`;
    if (offered === 'folders') return `_${program.name}_paths -d`;
    return `_${program.name}_words ${quoted((offered as readonly string[]).join(' '))}`;
  }
}

/** `' folders add'`, and nothing for the program. */
const placeOf = ({ path }: CommandTree) => path.map((name) => ` ${name}`).join('');

function offersOf(command: CommandTree): string {
  const names = command.commands.map(({ name }) => name).join(' ');
  const flags = command.options.flatMap((option) => option.flags).join(' ');
  const own = command.path.length === 0 ? '' : flags;
  return `        ${quoted(placeOf(command))}) commands=${quoted(names)} options=${quoted(own)} ;;`;
}

const patterns = (all: readonly string[]) => all.join(' | ');
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

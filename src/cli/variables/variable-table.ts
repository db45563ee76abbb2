import type { Command, Option } from 'commander';
import { isRepeatable } from './take-variables.ts';
import { secretVariables } from './secret-names.ts';
import { pathOf, variableOf } from './variable-of.ts';

/** A variable that Sluice reads, as a reference shows it: in English, as the help. */
export interface VariableRow {
  readonly variable: string;
  /** What it stands for, such as `folders add --settle`; empty where there is no option. */
  readonly option: string;
  readonly description: string;
}

/** Everything that Sluice reads from its environment, made from what the commands declare. */
export function variableTable(program: Command): VariableRow[] {
  return [...rowsOf(program), ...secretRows(), ...otherRows()];
}

function* rowsOf(command: Command): Generator<VariableRow> {
  for (const option of command.options) {
    const variable = variableOf(command, option);
    if (variable === undefined || option.hidden) continue;
    const words = [...pathOf(command), option.long ?? ''];
    yield { variable, option: words.join(' '), description: descriptionOf(option) };
  }
  for (const one of command.commands) yield* rowsOf(one);
}

function descriptionOf(option: Option): string {
  const { description, argChoices } = option;
  const choices = argChoices === undefined ? '' : ` (${argChoices.join(', ')})`;
  const isFlag = !option.required && !option.optional;
  const text = isRepeatable(option)
    ? description.replace(/ ?\(repeatable\)$/, '; several with commas')
    : description;
  return `${text}${choices}${isFlag ? '; `1` or `0`' : ''}`;
}

function* secretRows(): Generator<VariableRow> {
  for (const { variable, credential, description } of Object.values(secretVariables)) {
    yield { variable, option: '', description };
    yield {
      variable: `${variable}_FILE`,
      option: '',
      description: `file that holds it; without either, the systemd credential \`${credential}\` does`,
    };
  }
}

/** Read elsewhere than by options. */
function otherRows(): VariableRow[] {
  return [
    {
      variable: 'SLUICE_API_KEY_ORIGIN',
      option: '',
      description: 'the only web addresses that `SLUICE_API_KEY` may be sent to; several with commas',
    },
    {
      variable: 'CREDENTIALS_DIRECTORY',
      option: '',
      description: 'folder of the credentials, as systemd sets it for a service with `LoadCredential=`',
    },
    {
      variable: 'LC_ALL, LC_MESSAGES, LANG, LANGUAGE',
      option: '',
      description: 'the language of what commands say; help, logs and `--json` are English',
    },
    {
      variable: 'HTTPS_PROXY, HTTP_PROXY, NO_PROXY',
      option: '',
      description: 'the proxy for addresses that are not of this machine',
    },
    { variable: 'NO_COLOR', option: '', description: 'no colours' },
  ];
}

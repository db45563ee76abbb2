import { type Command, InvalidArgumentError, type Option } from 'commander';
import { invalid, invalidVariable } from '../invalid.ts';
import { variableOf } from './variable-of.ts';

type Variables = Readonly<Record<string, string | undefined>>;
type Parse = (value: string, before: unknown) => unknown;

/**
 * Gives the options of a command, and of those below it once they are chosen, what the environment says. What
 * stands on the command line is stronger. Commander's own `Option.env` reads the environment of the process,
 * which tests share, and takes a flag for given whatever its variable holds.
 *
 * @throws CommanderError naming the variable whose value is no value of its option
 */
export function takeVariables(command: Command, variables: Variables): void {
  for (const option of command.options) {
    const name = variableOf(command, option);
    const text = name === undefined ? undefined : variables[name];
    if (name !== undefined && text !== undefined && text !== '') take(command, option, name, text);
  }
  command.hook('preSubcommand', (_command, chosen) => takeVariables(chosen, variables));
}

function take(command: Command, option: Option, name: string, text: string): void {
  const attribute = option.attributeName();
  const parse = option.parseArg as Parse | undefined;
  try {
    command.setOptionValueWithSource(attribute, valueFrom(option, parse, text), 'env');
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    throw invalidVariable(name, text, error);
  }
  // What stands on the command line takes its place, and is not added to it.
  if (parse)
    option.parseArg = <T>(value: string, before: T) =>
      parse(value, command.getOptionValueSource(attribute) === 'env' ? undefined : before) as T;
}

function valueFrom(option: Option, parse: Parse | undefined, text: string): unknown {
  if (!option.required && !option.optional) return flagOf(text);
  if (option.argChoices !== undefined && !option.argChoices.includes(text))
    throw invalid('cli.complaint.choices', { choices: option.argChoices.join(', ') });
  if (parse === undefined || option.argChoices !== undefined) return text;
  if (!isRepeatable(option)) return parse(text, undefined);
  const parts = text.split(',').map((part) => part.trim());
  return parts
    .filter((part) => part !== '')
    .reduce((before: unknown, part) => parse(part, before), undefined);
}

/** Whether an option may be given several times: its variable holds a list with commas. */
export function isRepeatable({ description }: Pick<Option, 'description'>): boolean {
  return description.endsWith('(repeatable)');
}

/** `1`, `true`, `yes` and `on`, or their opposites; a word that is neither is a mistake. */
function flagOf(text: string): boolean | undefined {
  const word = text.trim().toLowerCase();
  if (['1', 'true', 'yes', 'on'].includes(word)) return true;
  if (['0', 'false', 'no', 'off'].includes(word)) return undefined;
  throw invalid('cli.option.flag');
}

import type { CommanderError } from 'commander';
import type { SentenceKey } from '#shared/sentences/sentence-key.ts';
import type { Say, SentenceValues } from '#shared/sentences/sentences.ts';
import { mark } from './invalid.ts';
import { withNear } from './near.ts';

/** A complaint without the full stop, in the language of `say`. */
type Complaint = (say: Say) => string;

const complaints = [
  [/^unknown option '(?<name>[^'=]*)(?:=.*)?'$/s, 'cli.complaint.unknownOption'],
  [/^unknown command '(?<name>.*)'$/s, 'cli.complaint.unknownCommand'],
  [/^missing required argument '(?<name>.*)'$/s, 'cli.complaint.missingArgument'],
  [/^option '(?<name>.*)' argument missing$/s, 'cli.complaint.missingValue'],
  [/^required option '(?<name>.*)' not specified$/s, 'cli.complaint.missingOption'],
  // What was typed where nothing belongs may be a key (`key set SECRET`): it is not repeated.
  [/^too many arguments for '(?<name>.*?)'\. Expected.*$/s, 'cli.complaint.tooManyFor'],
  [/^too many arguments\. Expected.*$/s, 'cli.complaint.tooMany'],
  [/^option '(?<name>.*?)' argument '(?<value>.*)' is invalid\. (?<why>.*)$/s, 'cli.complaint.option'],
  [
    /^command-argument value '(?<value>.*)' is invalid for argument '(?<name>.*?)'\. (?<why>.*)$/s,
    'cli.complaint.argument',
  ],
] as const satisfies readonly (readonly [RegExp, SentenceKey])[];

/**
 * What commander complains of, which it words in English only; its own words where it says something else.
 */
export function complaintOf({ message }: Pick<CommanderError, 'message'>): Complaint {
  if (message.startsWith(mark)) return complaintOfVariable(message.slice(mark.length));
  const text = message.replace(/^error: /, '').replaceAll(/\s*\n\s*/g, ' ');
  const [, before = text, several, names] = /^(.*) \(Did you mean (one of )?(.*)\?\)$/s.exec(text) ?? [];
  if (names === undefined) return complaintIn(text);
  const complaint = complaintIn(before);
  const key = several === undefined ? 'cli.complaint.suggestion' : 'cli.complaint.suggestions';
  return (say) => say(key, { complaint: complaint(say), names });
}

function complaintOfVariable(data: string): Complaint {
  const [name = '', value = '', message = ''] = JSON.parse(data) as string[];
  const reason = reasonIn(message);
  return (say) => say('cli.complaint.variable', { name, value, why: reason(say).replace(/\.$/, '') });
}

function complaintIn(text: string): Complaint {
  for (const [pattern, key] of complaints) {
    const groups = pattern.exec(text)?.groups;
    if (groups === undefined && !pattern.test(text)) continue;
    const { why, ...values } = groups ?? {};
    if (why === undefined) return (say) => say(key, values);
    const reason = reasonIn(why);
    const { value = '' } = values;
    return (say) =>
      withNear(say, say(key, { ...values, why: reason(say).replace(/\.$/, '') }), value, choicesIn(why));
  }
  return () => text.replace(/\.$/, '');
}

/** What an option takes that has choices. */
const choicesIn = (why: string) => /^Allowed choices are (.*)\.$/s.exec(why)?.[1]?.split(', ') ?? [];

/** Why a value is wrong: as `invalid` wrote it, or of an option with choices. */
function reasonIn(why: string): Complaint {
  const [text = '', data] = why.split(mark);
  if (data !== undefined) {
    const [key, values] = JSON.parse(data) as [SentenceKey, SentenceValues];
    return (say) => say(key, values);
  }
  const choices = choicesIn(text);
  if (choices.length === 0) return () => text;
  return (say) => say('cli.complaint.choices', { choices: choices.join(', ') });
}

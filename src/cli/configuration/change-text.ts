import type { CallOutput } from '#shared/bridge/contract.ts';
import type { ConfigurationChange } from '#shared/configuration/change.ts';
import type { LeftOut } from '#shared/configuration/left-out.ts';
import { isErrorCode } from '#shared/errors/catalog.ts';
import { asSentence } from '#shared/spoken/as-sentence.ts';
import { printable } from '../output/format.ts';
import type { Voice, Words } from '../output/words.ts';

type Unfinished = CallOutput<'settings.configure'>['unfinished'];

/**
 * What applying does, a line each: `+ folder /in`, `~ share of folder /in: false → true`, `- folder /old`.
 * Fields are called as in the file.
 */
export function changeLines(changes: readonly ConfigurationChange[], voice: Voice): string[] {
  return changes.filter(({ action }) => action !== 'keep').map((change) => changeLine(change, voice));
}

function changeLine(change: ConfigurationChange, { paint, say }: Voice): string {
  const { action, kind, name, field = kind, profile = '' } = change;
  const what = say('cli.config.what', { kind, name: printable(name), profile: printable(profile) }).trim();
  if (action === 'add')
    return paint.good(`+ ${what}${kind === 'profile' ? ` (${placesText(change.after)})` : ''}`);
  if (action === 'remove') return paint.bad(`- ${what}`);
  const values = { field, what, before: valueText(change.before), after: valueText(change.after) };
  return `~ ${say(name === '' ? 'cli.config.changeOne' : 'cli.config.change', values)}`;
}

/** Where a new profile sends, and where its key is. */
function placesText(profile: unknown): string {
  const { baseUrl, agentsUrl, key, team } = profile as Record<string, unknown>;
  return [baseUrl, agentsUrl, key, team]
    .filter((one) => one != null)
    .map(valueText)
    .join(', ');
}

/** What settings from outside did not set, a line each. */
export function leftOutLines(leftOut: readonly LeftOut[], { say }: Words): string[] {
  return leftOut.map(({ kind, name }) => say('cli.config.leftOut', { kind, name: printable(name) }));
}

/** A value as the file would say it, on one line. */
function valueText(value: unknown): string {
  if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) return '–';
  if (Array.isArray(value) && value.every((one) => typeof one === 'string'))
    return printable(value.join(', '));
  return printable(typeof value === 'object' ? JSON.stringify(value) : String(value));
}

/** What could not be done yet, a line each: a tag that a service was not asked for, a profile that stays. */
export function unfinishedLines(unfinished: Unfinished, words: Words): string[] {
  return unfinished.map(({ profile, name, code, said }) => {
    const reason =
      isErrorCode(code) && said.code === code
        ? words.happened(code)
        : asSentence(words.remark(said), said.values);
    if (name === '') return words.say('cli.config.profileStays', { id: printable(profile), reason });
    return words.say('cli.config.tagLater', { name: printable(name), id: printable(profile), reason });
  });
}

import { Command, CommanderError, Option } from 'commander';
import { describe, expect, test } from 'vitest';
import { german } from './testing/voices.ts';
import { complaintOf } from './complaint.ts';
import { wholeNumber } from './options.ts';
import { inEnglish } from '#shared/sentences/english.ts';

/** What commander says of these arguments. */
function complaint(...args: string[]) {
  const program = new Command('sluice').exitOverride().configureOutput({ writeErr: () => undefined });
  program
    .command('list')
    .argument('[page]', 'page', wholeNumber(1))
    .option('--limit <n>', 'most', wholeNumber(1))
    .addOption(new Option('--order <order>', 'order').choices(['newest', 'oldest']))
    .exitOverride();
  program.command('show').argument('<id>').requiredOption('--kind <kind>', 'kind').exitOverride();
  program.command('none').exitOverride();
  try {
    program.parse(args, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) return error;
  }
  throw new Error('nothing was complained of');
}

describe.each([
  [
    ['lisst'],
    "unknown command 'lisst' (Did you mean list?)",
    "unbekannter Befehl 'lisst' (Meinten Sie list?)",
  ],
  [
    ['list', '--limmit', '1'],
    "unknown option '--limmit' (Did you mean --limit?)",
    "unbekannte Option '--limmit' (Meinten Sie --limit?)",
  ],
  [['none', '--api-key=a secret'], "unknown option '--api-key'", "unbekannte Option '--api-key'"],
  [['show', '--kind', 'x'], "missing required argument 'id'", "das Argument 'id' fehlt"],
  [
    ['show', 'x'],
    "required option '--kind <kind>' not specified",
    "die Option '--kind <kind>' ist nötig und fehlt",
  ],
  [['list', '--limit'], "option '--limit <n>' argument missing", "der Wert der Option '--limit <n>' fehlt"],
  [['none', 'a secret'], "too many arguments for 'none'", "zu viele Argumente für 'none'"],
  [
    ['list', '--limit', 'x'],
    "option '--limit <n>' argument 'x' is invalid. Expected a whole number of at least 1",
    "der Wert 'x' der Option '--limit <n>' ist ungültig. Erwartet wird eine ganze Zahl ab 1",
  ],
  [
    ['list', '0'],
    "command-argument value '0' is invalid for argument 'page'. Expected a whole number of at least 1",
    "der Wert '0' ist für das Argument 'page' ungültig. Erwartet wird eine ganze Zahl ab 1",
  ],
  [
    ['list', '--order', "it's"],
    "option '--order <order>' argument 'it's' is invalid. Allowed choices are newest, oldest",
    "der Wert 'it's' der Option '--order <order>' ist ungültig. Möglich sind newest, oldest",
  ],
  [
    ['list', '--order', 'newst'],
    "option '--order <order>' argument 'newst' is invalid. Allowed choices are newest, oldest (Did you mean newest?)",
    "der Wert 'newst' der Option '--order <order>' ist ungültig. Möglich sind newest, oldest (Meinten Sie newest?)",
  ],
])('%j', (args, english, inGerman) => {
  test('is complained of in English and in German', () => {
    const said = complaintOf(complaint(...args));
    expect([said(inEnglish.say), said(german.say)]).toEqual([english, inGerman]);
  });
});

test('what commander says in words that nobody knew keeps them', () => {
  expect(complaintOf({ message: 'error: something new.' })(german.say)).toBe('something new');
});

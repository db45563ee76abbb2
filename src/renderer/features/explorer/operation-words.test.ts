import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createSentences } from '#shared/sentences/sentences.ts';
import { anOperation } from '../../testing/operations.ts';
import { inTheirLanguage, sayAbout } from '#shared/operations/in-their-language.ts';

const file = join(import.meta.dirname, '../../../../resources/locales/de.json');
const german = createSentences('de', JSON.parse(readFileSync(file, 'utf8')));
const operation = anOperation({
  name: 'x',
  rules: ['A date is written YYYY-MM-DD.', 'A rule of a newer agent.'],
  notShown: ['The shape of the answer.'],
  cost: 'No knowledge-graph tokens.',
  requestSchema: {
    type: 'object',
    properties: { description: { type: 'string', description: 'First day.', examples: ['First day.'] } },
  },
  keys: {
    'A date is written YYYY-MM-DD.': 'said.rule.day',
    'The shape of the answer.': 'operation-gap.answer-shape',
    'No knowledge-graph tokens.': 'operation-cost.no-graph-tokens',
    'First day.': 'operation-field.first-day',
    'A key nobody has.': 'said.rule.new',
  },
});

test('rules, gaps, cost and the fields of forms are said in the person’s language, what is unknown in English', () => {
  expect(inTheirLanguage(operation, german)).toMatchObject({
    rules: ['Ein Datum wird JJJJ-MM-TT geschrieben.', 'A rule of a newer agent.'],
    notShown: ['Wie die Antwort aussieht.'],
    cost: 'Keine Token des Wissensgraphen.',
    requestSchema: {
      // A field may be called `description`; examples are values.
      properties: { description: { description: 'Erster Tag.', examples: ['First day.'] } },
    },
  });
  expect(sayAbout(operation, 'A key nobody has.', german)).toBe('A key nobody has.');
  expect(sayAbout(operation, 'toString', german)).toBe('toString');
});

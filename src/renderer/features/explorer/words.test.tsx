import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { settings } from '../../testing/answers.ts';
import { anOperation } from '../../testing/operations.ts';
import { renderPage } from '../../testing/render-page.tsx';

const operation = anOperation({
  name: 'x',
  rules: ['A date is written YYYY-MM-DD.', 'A rule of a newer agent.'],
  requestSchema: {
    type: 'object',
    properties: {
      day: { type: 'string', description: 'First day.' },
      more: { type: 'string', description: 'New.' },
    },
  },
  keys: {
    'A date is written YYYY-MM-DD.': 'said.rule.day',
    'First day.': 'operation-field.first-day',
  },
});

function renderIn(language: string) {
  const preferences = { ...settings.preferences, language };
  renderPage('#/explorer/x', {
    'operations.list': () => [operation],
    'settings.get': () => ({ settings: { ...settings, preferences }, keysPresent: { p1: true } }),
  });
}

const languageOf = async (text: string) =>
  (await screen.findByText(text)).closest('[lang]')?.getAttribute('lang');

test('what is said in English on a German page is read out as English', async () => {
  renderIn('de');
  expect(await languageOf('A rule of a newer agent.')).toBe('en');
  expect(await languageOf('New.')).toBe('en');
  expect(await languageOf('Ein Datum wird JJJJ-MM-TT geschrieben.')).toBe('de');
  expect(await languageOf('Erster Tag.')).toBe('de');
});

test('an English page has no other language', async () => {
  renderIn('en');
  expect((await screen.findByText('A rule of a newer agent.')).closest('[lang]')).toBe(
    document.documentElement,
  );
});
